import { Box, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dashboard.module.css'
import { RECENT_PANEL_HEIGHT_PX } from '../../lib/limits.ts'

interface RecentPanelProps<Row> {
  label: string
  rows: readonly Row[] | undefined
  empty: ReactNode
  /** In pixels, reserved while loading. */
  height?: number
  render: (row: Row) => ReactNode
}

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6]

export function RecentPanel<Row>({
  label,
  rows,
  empty,
  height = RECENT_PANEL_HEIGHT_PX,
  render,
}: RecentPanelProps<Row>) {
  return (
    // A scroll area must be focusable for keyboard users.
    <div
      className={classes.area}
      style={{ blockSize: height }}
      role="group"
      aria-label={label}
      aria-busy={rows === undefined}
      tabIndex={0}
    >
      {rows === undefined ? (
        SKELETON_ROWS.map((row) => (
          <div key={row} className={classes.row}>
            <Box flex="1 1 12rem" miw={0}>
              <Skeleton height="0.8125rem" width="45%" mb="0.5rem" />
              <Skeleton height="0.75rem" width="70%" />
            </Box>
          </div>
        ))
      ) : rows.length === 0 ? (
        empty
      ) : (
        <Stack component="ul" gap={0}>
          {rows.map(render)}
        </Stack>
      )}
    </div>
  )
}
