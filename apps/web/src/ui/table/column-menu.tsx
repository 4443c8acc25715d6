import { Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { IconButton } from '../actions/icon-button.tsx'
import * as texts from '../texts.ts'

interface ColumnMenuProps<Id extends string> {
  columns: readonly { id: Id; header: string }[]
  visible: readonly Id[]
  /** The visible columns in order; at least one. */
  onChange: (visible: Id[]) => void
}

export function ColumnMenu<Id extends string>({ columns, visible, onChange }: ColumnMenuProps<Id>) {
  const toggle = (id: Id) =>
    onChange(columns.map((column) => column.id).filter((one) => (one === id) !== visible.includes(one)))
  return (
    <Menu
      position="bottom-end"
      closeOnItemClick={false}
      withInitialFocusPlaceholder={false}
      portalProps={{ target: '#content' }}
    >
      <Menu.Target>
        <IconButton label={texts.columns} variant="default">
          <IconColumns3 size={18} stroke={1.75} aria-hidden="true" />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map(({ id, header }) => {
          const isVisible = visible.includes(id)
          return (
            <Menu.CheckboxItem
              key={id}
              checked={isVisible}
              disabled={isVisible && visible.length === 1}
              onChange={() => toggle(id)}
            >
              {header}
            </Menu.CheckboxItem>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
