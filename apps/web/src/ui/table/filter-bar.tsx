import type { ReactNode } from 'react'
import classes from './filter-bar.module.css'
import { FilterChips } from './filter-chip.tsx'

interface FilterBarProps {
  label: string
  /** The search field, which has its own line where the room is short. */
  search: ReactNode
  /** The chips and buttons. */
  children: ReactNode
  /** At the end of the line. */
  end?: ReactNode
}

export function FilterBar({ label, search, children, end }: FilterBarProps) {
  return (
    <div className={classes.filters} role="search" aria-label={label}>
      <div className={classes.search}>{search}</div>
      <FilterChips>{children}</FilterChips>
      {end}
    </div>
  )
}
