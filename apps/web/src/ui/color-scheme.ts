import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { IconMoon, IconSun } from '@tabler/icons-react'

interface ColorSchemeSwitch {
  label: string
  icon: Icon
  toggle: () => void
}

/** What a button needs to switch between light and dark; the choice is kept by the theme provider. */
export const useColorSchemeSwitch = (): ColorSchemeSwitch => {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const isDark = useComputedColorScheme('light') === 'dark'
  return {
    label: isDark ? 'Switch to light mode' : 'Switch to dark mode',
    icon: isDark ? IconSun : IconMoon,
    toggle: () => setColorScheme(isDark ? 'light' : 'dark'),
  }
}
