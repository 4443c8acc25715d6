import { VisuallyHidden } from '@mantine/core'
import { formatCount } from '../../lib/format.ts'
import { SERIES_TEXTS } from './breakdown-chart.tsx'
import type { SeriesName } from './chart-image.ts'
import classes from './charts.module.css'

interface ChartTableProps {
  caption: string
  heading: string
  rows: readonly { title: string; reports: number; patients: number }[]
  series: readonly SeriesName[]
}

/** Figures of a chart; `isHidden` shows them to screen readers only. */
export function ChartTable({ isHidden = false, ...table }: ChartTableProps & { isHidden?: boolean }) {
  if (isHidden)
    return (
      <VisuallyHidden component="div">
        <Figures {...table} />
      </VisuallyHidden>
    )
  return (
    // A scroll area must be focusable for keyboard users.
    <div className={classes.scroller} role="group" aria-label={table.caption} tabIndex={0}>
      <Figures {...table} />
    </div>
  )
}

function Figures({ caption, heading, rows, series }: ChartTableProps) {
  return (
    <table className={classes.table} aria-label={caption}>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          {series.map((name) => (
            <th key={name} className={classes.number ?? ''} scope="col">
              {SERIES_TEXTS[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            <th scope="row" className={classes.name ?? ''}>
              {row.title}
            </th>
            {series.map((name) => (
              <td key={name} className={classes.number ?? ''}>
                {formatCount(row[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
