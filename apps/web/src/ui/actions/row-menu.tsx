import { Menu } from '@mantine/core'
import { IconDots, type Icon } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { IconButton } from './icon-button.tsx'

interface RowMenuProps {
  label: string
  isBusy?: boolean
  icon?: Icon
  variant?: 'subtle' | 'default'
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** Further actions of a record or a part of a page. Opens inside the main landmark. */
export function RowMenu({
  label,
  isBusy = false,
  icon: Sign = IconDots,
  variant = 'subtle',
  ref,
  children,
}: RowMenuProps) {
  return (
    <Menu
      position="bottom-end"
      width={200}
      shadow="md"
      radius="md"
      disabled={isBusy}
      withInitialFocusPlaceholder={false}
      portalProps={{ target: '#content' }}
    >
      <Menu.Target>
        <IconButton label={label} isBusy={isBusy} variant={variant} ref={ref}>
          <Sign size={18} stroke={1.75} aria-hidden="true" />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
