import { Menu, Skeleton } from '@mantine/core'
import { IconChartBar, IconDownload, IconFileText, IconTable } from '@tabler/icons-react'
import type { InsightFigure } from '@zelab/contract'
import { useRef, useState } from 'react'
import { Hint } from '../../ui/display/inline.tsx'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { RowMenu } from '../../ui/actions/row-menu.tsx'
import { BreakdownChart, SERIES_TEXTS } from '../../ui/charts/breakdown-chart.tsx'
import type { SeriesName } from '../../ui/charts/chart-image.ts'
import { ChartTable } from '../../ui/charts/chart-table.tsx'
import { saveChartImage } from '../../ui/charts/chart-image.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { toastProblem } from '../../ui/feedback/toasts.ts'
import classes from './insights.module.css'
import * as texts from './texts.ts'

interface Bar {
  title: string
  label?: string
  reports: number
  patients: number
}

interface ChartCardProps {
  title: string
  subtitle?: string
  heading: string
  series: readonly SeriesName[]
  layout: 'columns' | 'rows'
  /** Undefined while loading; empty without data. */
  bars: readonly Bar[] | undefined
  tableRows?: readonly Bar[]
  period: string
  exportAddress: string
  figure: InsightFigure
}

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

  const ViewSign = isTable ? IconChartBar : IconTable
  const tools = hasSomething && (
    <>
      <IconButton label={texts.viewOf(viewText, title)} onClick={() => setIsTable(!isTable)}>
        <ViewSign size={18} stroke={1.75} aria-hidden="true" />
      </IconButton>
      <RowMenu label={texts.exportOf(title)} icon={IconDownload}>
        <Menu.Item component="a" href={exportAddress} download={`${figure}.csv`}>
          {texts.csv}
        </Menu.Item>
        {!isTable && <Menu.Item onClick={save}>{texts.png}</Menu.Item>}
      </RowMenu>
    </>
  )

  return (
    <SectionCard title={title} actions={tools}>
      {subtitle && <Hint mb="sm">{subtitle}</Hint>}
      <div className={classes.body} data-layout={layout} ref={holder} aria-busy={bars === undefined}>
        {bars === undefined ? (
          <Skeleton mih="inherit" />
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
    </SectionCard>
  )
}
