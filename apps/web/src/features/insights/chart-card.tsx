import { Button, Skeleton } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { InsightFigure } from '@zelab/contract'
import { useRef, useState } from 'react'
import { BreakdownChart, SERIES_TEXTS } from '../../ui/charts/breakdown-chart.tsx'
import type { SeriesName } from '../../ui/charts/chart-colors.ts'
import { ChartTable } from '../../ui/charts/chart-table.tsx'
import { saveChartImage } from '../../ui/charts/chart-image.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { toastProblem } from '../../ui/feedback/toasts.ts'
import classes from './chart-card.module.css'
import * as texts from './texts.ts'

interface Bar {
  title: string
  label?: string
  reports: number
  patients: number
}

interface ChartCardProps {
  title: string
  /** What to make of it. */
  subtitle?: string
  /** What the first column of the table names. */
  heading: string
  series: readonly SeriesName[]
  layout: 'columns' | 'rows'
  /** Undefined while loading; none when there is nothing to show. */
  bars: readonly Bar[] | undefined
  /** All of it, where the picture leaves something out. */
  tableRows?: readonly Bar[]
  /** The period in words, for the saved picture. */
  period: string
  exportAddress: string
  figure: InsightFigure
}

/** One picture: as a chart or as a table, and as a file of either kind. */
export function ChartCard(props: ChartCardProps) {
  const { title, subtitle, heading, series, layout, bars, tableRows, period, exportAddress, figure } = props
  const [isTable, setIsTable] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const hasSomething = bars?.some(({ reports, patients }) => reports + patients > 0) === true

  const viewText = isTable ? texts.showPicture : texts.showTable

  const save = () => {
    if (!holder.current) return
    saveChartImage(holder.current, `${figure}.png`, {
      title,
      subtitle: period,
      legend: series.map((name) => ({ name, text: SERIES_TEXTS[name] })),
    }).catch(() => toastProblem(texts.pictureFailed))
  }

  // Below the picture: beside a title there is no room for them on a phone.
  const tools = hasSomething && (
    <div className={classes.tools}>
      <Button
        variant="subtle"
        size="xs"
        color="gray"
        aria-label={texts.viewOf(viewText, title)}
        onClick={() => setIsTable(!isTable)}
      >
        {viewText}
      </Button>
      <Button
        component="a"
        variant="default"
        size="xs"
        href={exportAddress}
        download={`${figure}.csv`}
        aria-label={texts.exportAs(title, texts.csv)}
      >
        {texts.csv}
      </Button>
      {!isTable && (
        <Button variant="default" size="xs" aria-label={texts.exportAs(title, texts.png)} onClick={save}>
          {texts.png}
        </Button>
      )}
    </div>
  )

  return (
    <SectionCard title={title}>
      {subtitle && <p className={classes.note}>{subtitle}</p>}
      <div className={classes.body} data-layout={layout} ref={holder} aria-busy={bars === undefined}>
        {bars === undefined ? (
          <Skeleton className={classes.placeholder ?? ''} />
        ) : !hasSomething ? (
          <EmptyState icon={IconFileText} title={texts.nothing} description={texts.nothingHint} />
        ) : isTable ? (
          <ChartTable caption={title} heading={heading} rows={tableRows ?? bars} series={series} />
        ) : (
          <BreakdownChart
            label={`${title}, ${period}`}
            bars={bars}
            series={series}
            layout={layout}
            {...(layout === 'columns' && { height: 260 })}
          />
        )}
      </div>
      {tools}
    </SectionCard>
  )
}
