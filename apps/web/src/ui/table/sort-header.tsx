import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { GridPlace } from './shared-lines.ts'
import classes from './data-table.module.css'

export interface SortState {
  /** Undefined when the table is sorted by another column. */
  order: 'asc' | 'desc' | undefined
  onToggle: () => void
}

interface SortHeaderProps {
  place: GridPlace | undefined
  column: {
    header: string
    width?: string
    align?: 'start' | 'end'
    priority?: 2 | 3
    sort?: SortState
    sortedBy?: SortState['order']
  }
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const
const SIGN = { asc: IconArrowUp, desc: IconArrowDown } as const

export function SortHeader({
  column: { header, width, align, priority, sort, sortedBy },
  place,
}: SortHeaderProps) {
  const style = { inlineSize: width, ...place }
  if (!sort)
    return (
      <th
        scope="col"
        style={style}
        data-align={align}
        data-priority={priority}
        aria-sort={sortedBy && ARIA_SORT[sortedBy]}
      >
        {header}
      </th>
    )
  const Sign = sort.order ? SIGN[sort.order] : IconArrowsSort
  return (
    <th
      scope="col"
      style={style}
      data-align={align}
      data-priority={priority}
      aria-sort={sort.order ? ARIA_SORT[sort.order] : 'none'}
    >
      <button
        type="button"
        className={classes.sortButton}
        data-sorted={sort.order !== undefined}
        onClick={sort.onToggle}
      >
        {header}
        <Sign size={14} stroke={2} aria-hidden="true" />
      </button>
    </th>
  )
}
