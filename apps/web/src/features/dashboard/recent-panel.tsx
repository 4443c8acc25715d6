import type { ReactNode } from 'react'
import { RECENT_PANEL_HEIGHT_PX } from '../../lib/limits.ts'
import { RecordRows } from '../../ui/list/record-list.tsx'
import classes from './dashboard.module.css'

interface RecentPanelProps<Row> {
  label: string
  rows: readonly Row[] | undefined
  empty: ReactNode
  /** In pixels, reserved while loading. */
  height?: number
  /** A `RecordItem` with its key. */
  children: (row: Row) => ReactNode
}

export function RecentPanel<Row>({
  label,
  rows,
  empty,
  height = RECENT_PANEL_HEIGHT_PX,
  children,
}: RecentPanelProps<Row>) {
  return (
    // A scroll area must be focusable for keyboard users.
    <div className={classes.area} style={{ blockSize: height }} role="group" aria-label={label} tabIndex={0}>
      {rows?.length === 0 ? (
        empty
      ) : (
        <RecordRows label={label} rows={rows} isStale={false} skeletonRows={6}>
          {children}
        </RecordRows>
      )}
    </div>
  )
}
