import { Menu } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { IconButton } from '../actions/icon-button.tsx'
import { useIsPhoneWidth } from '../layout/window.ts'
import * as texts from './texts.ts'
import { create } from 'zustand'
import { browserStorage } from '../../lib/browser-storage.ts'

interface TableMenuProps<Id extends string> {
  columns?: readonly { id: Id; header: string }[]
  visible?: readonly Id[]
  /** The visible columns in order; at least one. */
  onChange?: (visible: Id[]) => void
}

/** Row height, and columns that the user can hide. Hidden on a phone, which shows cards. */
export function TableMenu<Id extends string>({ columns = [], visible = [], onChange }: TableMenuProps<Id>) {
  const isCompact = useTableDensity((state) => state.isCompact)
  const isPhone = useIsPhoneWidth()
  if (isPhone) return null
  const toggle = (id: Id) =>
    onChange?.(columns.map((column) => column.id).filter((one) => (one === id) !== visible.includes(one)))
  return (
    <Menu
      position="bottom-end"
      closeOnItemClick={false}
      withInitialFocusPlaceholder={false}
      portalProps={{ target: '#content' }}
    >
      <Menu.Target>
        <IconButton label={texts.tableView} variant="default">
          <IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden="true" />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxItem checked={isCompact} onChange={toggleTableDensity}>
          {texts.compactRows}
        </Menu.CheckboxItem>
        {columns.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>{texts.columns}</Menu.Label>
          </>
        )}
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

const KEY = 'zelab-tables'
const COMPACT = 'compact'

/** Row height of tables, stored on this device. */
export const useTableDensity = create<{ isCompact: boolean }>()(() => ({
  isCompact: browserStorage.read(KEY) === COMPACT,
}))

const toggleTableDensity = (): void => {
  const isCompact = !useTableDensity.getState().isCompact
  if (isCompact) browserStorage.write(KEY, COMPACT)
  else browserStorage.remove(KEY)
  useTableDensity.setState({ isCompact })
}
