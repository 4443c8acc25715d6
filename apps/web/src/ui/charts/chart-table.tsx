import { Table, VisuallyHidden } from '@mantine/core'
import { formatCount } from '../../lib/format.ts'
import { SERIES_TEXTS } from './breakdown-chart.tsx'
import type { SeriesName } from './chart-colors.ts'
import classes from './chart-table.module.css'

interface ChartTableProps {
  caption: string
  /** What the first column names. */
  heading: string
  rows: readonly { title: string; reports: number; patients: number }[]
  series: readonly SeriesName[]
}

/** The figures of a picture; `isHidden` leaves it to those who do not see the picture. */
export function ChartTable({ isHidden = false, ...table }: ChartTableProps & { isHidden?: boolean }) {
  if (isHidden)
    return (
      <VisuallyHidden component="div">
        <Figures {...table} />
      </VisuallyHidden>
    )
  return (
    // Focusable, so that the keyboard can scroll it.
    <div className={classes.scroller} role="group" aria-label={table.caption} tabIndex={0}>
      <Figures {...table} />
    </div>
  )
}

function Figures({ caption, heading, rows, series }: ChartTableProps) {
  return (
    <Table aria-label={caption}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{heading}</Table.Th>
          {series.map((name) => (
            <Table.Th key={name} className={classes.number ?? ''} scope="col">
              {SERIES_TEXTS[name]}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, index) => (
          <Table.Tr key={index}>
            <Table.Th scope="row" className={classes.name ?? ''}>
              {row.title}
            </Table.Th>
            {series.map((name) => (
              <Table.Td key={name} className={classes.number ?? ''}>
                {formatCount(row[name])}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
