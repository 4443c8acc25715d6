import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'

interface RowMenuProps {
  label: string
  isBusy?: boolean
  /** `Menu.Item`s. */
  children: ReactNode
}

/** What else can be done with one record of a list. Opens within the page's main part, where readers look for it. */
export function RowMenu({ label, isBusy = false, children }: RowMenuProps) {
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
        <IconButton label={label} loading={isBusy}>
          <IconDots size={18} stroke={1.75} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
