import { Menu } from '@mantine/core'
import { IconDots, type Icon } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { IconButton } from './icon-button.tsx'

interface RowMenuProps {
  label: string
  isBusy?: boolean
  icon?: Icon
  /** With a border where it stands among buttons. */
  variant?: 'subtle' | 'default'
  ref?: Ref<HTMLButtonElement>
  /** `Menu.Item`s. */
  children: ReactNode
}

/** What else can be done with one record or part of a page. Opens within the page's main part, where readers look for it. */
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
      withInitialFocusPlaceholder={false}
      portalProps={{ target: '#content' }}
    >
      <Menu.Target>
        <IconButton label={label} loading={isBusy} variant={variant} ref={ref}>
          <Sign size={18} stroke={1.75} aria-hidden="true" />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
