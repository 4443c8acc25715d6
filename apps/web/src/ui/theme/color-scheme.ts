import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { IconMoon, IconSun } from '@tabler/icons-react'
import * as texts from '../texts.ts'

interface ColorSchemeSwitch {
  label: string
  icon: Icon
  toggle: () => void
}

export const useColorSchemeSwitch = (): ColorSchemeSwitch => {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const isDark = useComputedColorScheme('light') === 'dark'
  return {
    label: isDark ? texts.switchToLightMode : texts.switchToDarkMode,
    icon: isDark ? IconSun : IconMoon,
    toggle: () => setColorScheme(isDark ? 'light' : 'dark'),
  }
}
