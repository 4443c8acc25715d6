import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { formatCount } from '../../lib/format.ts'
import classes from './charts.module.css'
import type { SeriesName } from './chart-image.ts'
import { SERIES_COLORS } from './chart-image.ts'
import './charts.css'
import * as texts from '../texts.ts'

interface Bar {
  title: string
  /** Shorter label for the axis. */
  label?: string
  reports: number
  patients: number
}

interface BreakdownChartProps {
  label: string
  bars: readonly Bar[]
  series: readonly SeriesName[]
  layout: 'columns' | 'rows'
  height?: number
}

export const SERIES_TEXTS: Record<SeriesName, string> = {
  reports: texts.reports,
  patients: texts.registrations,
}

const ROW_HEIGHT = 36
const NAME_WIDTH = 168
const LONGEST_NAME = 20

const shortened = (name: string) =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1).trimEnd()}…` : name

/** Bars of one or two series. No animation, so that reduced motion needs no special case. */
export function BreakdownChart({ label, bars, series, layout, height }: BreakdownChartProps) {
  const isRows = layout === 'rows'
  const data = bars.map((bar, index) => ({ ...bar, key: String(index) }))
  const barOf = (key: unknown) => bars[Number(key)]
  const tick = (key: unknown) => {
    const bar = barOf(key)
    return shortened(bar?.label ?? bar?.title ?? '')
  }
  return (
    <div className={classes.picture}>
      {series.length > 1 && (
        <ul className={classes.legend} aria-hidden="true">
          {series.map((name) => (
            <li key={name}>
              <span className={classes.swatch} style={{ background: SERIES_COLORS[name].variable }} />
              {SERIES_TEXTS[name]}
            </li>
          ))}
        </ul>
      )}
      <div role="img" aria-label={label}>
        <BarChart
          h={height ?? bars.length * ROW_HEIGHT}
          data={data}
          dataKey="key"
          orientation={isRows ? 'vertical' : 'horizontal'}
          series={series.map((name) => ({
            name,
            label: SERIES_TEXTS[name],
            color: SERIES_COLORS[name].variable,
          }))}
          tickLine="none"
          gridAxis={isRows ? 'none' : 'x'}
          // Bars without length still show their value.
          withBarValueLabel={isRows}
          valueLabelProps={{ position: 'right', fontSize: 12, fill: 'var(--secondary)' }}
          withXAxis={!isRows}
          valueFormatter={formatCount}
          maxBarWidth={isRows ? 14 : 36}
          barProps={{ isAnimationActive: false, radius: isRows ? [0, 3, 3, 0] : [3, 3, 0, 0] }}
          barChartProps={{
            accessibilityLayer: false,
            barGap: 1,
            // Room for the value of the longest bar.
            ...(isRows && { margin: { right: 48 } }),
          }}
          xAxisProps={
            isRows
              ? { allowDecimals: false }
              : { tickFormatter: tick, minTickGap: 14, interval: 'equidistantPreserveStart' }
          }
          yAxisProps={
            isRows
              ? { width: NAME_WIDTH, tickFormatter: tick, interval: 0 }
              : { width: 44, allowDecimals: false, tickFormatter: (value: number) => formatCount(value) }
          }
          tooltipProps={{
            isAnimationActive: false,
            labelFormatter: (key: unknown) => barOf(key)?.title ?? '',
          }}
        />
      </div>
    </div>
  )
}
