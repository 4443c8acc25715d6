import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Insights } from '@zelab/contract'
import { VALIDATION } from '@zelab/contract/messages'
import type { ReactNode } from 'react'
import { formatPlainDate } from '../../lib/format.ts'
import type { InsightFilters } from '../../lib/queries/insights.ts'
import { figuresQuery, insightExportAddress } from '../../lib/queries/insights.ts'
import { withFilter } from '../../lib/search-params.ts'
import { useCurrentUser } from '../../lib/session-store.ts'
import { toBars } from '../../ui/charts/breakdown-bars.ts'
import { toBuckets } from '../../ui/charts/time-buckets.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { UrlTabs } from '../../ui/list/url-tabs.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { ChartCard } from './chart-card.tsx'
import { DeliveryTimesCard } from './delivery-times.tsx'
import type { InsightSearch } from './insight-search.ts'
import { filtersOf, INSIGHT_TABS, type InsightTab, isTooLong } from './insight-search.ts'
import classes from './insights.module.css'
import { PeriodBar } from './period-bar.tsx'
import * as texts from './texts.ts'
import { TurnaroundCards } from './turnaround.tsx'
import { UnopenedList } from './unopened-list.tsx'
import { StatCard, StatStrip } from '../../ui/layout/stat-card.tsx'
import { WAIT_BANDS } from '@zelab/contract/limits'
import { pageApi } from '../../lib/page-api.ts'

const LAST = WAIT_BANDS.length - 1
const lastLimit = WAIT_BANDS[LAST - 1] ?? ''

const toWaitTimeBars = (waits: readonly number[]) =>
  waits.map((reports, band) => ({
    title: band === LAST ? texts.longer(lastLimit) : texts.within(WAIT_BANDS[band] ?? ''),
    reports,
    patients: 0,
  }))

const halfOpenedText = (waits: readonly number[]): string => {
  const opened = waits.reduce((sum, count) => sum + count, 0)
  if (opened === 0) return texts.noneOpened
  let reached = 0
  const band = waits.findIndex((count) => (reached += count) * 2 >= opened)
  return band === LAST ? texts.halfLonger(lastLimit) : texts.halfWithin(WAIT_BANDS[band] ?? '')
}

/** The chart merges further members into one bar; table and export have all of them. */
const BARS = 8

const periodText = ({ from, to, timeZone }: Insights) =>
  texts.shown(formatPlainDate(from), formatPlainDate(to), timeZone)

export function InsightsPage({ renderQuality }: { renderQuality: (filters: InsightFilters) => ReactNode }) {
  const search = useSearch({ from: '/_shell/user/insights' })
  const navigate = useNavigate()
  const { lab } = useCurrentUser()
  const filters = filtersOf(search)
  const isRefused = isTooLong(search)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...figuresQuery(pageApi.insights.get, filters),
    enabled: !isRefused,
  })
  const go = (change: InsightSearch) =>
    void navigate({ to: '/user/insights', search: change, resetScroll: false })
  const isOfEveryLab = !lab && search.labId === undefined
  const { page, tab = 'activity', ...ofEveryTab } = search
  const targetOf = (to: InsightTab) => ({
    to: '/user/insights' as const,
    search: { ...ofEveryTab, ...(to !== 'activity' && { tab: to }) },
  })

  return (
    <>
      <PageHeader title={texts.insights} subtitle={texts.subtitle} />
      <PeriodBar search={search} shown={data} onChange={(change) => go(withFilter(search, change))} />
      {isRefused ? (
        <Notice tone="warning" role="alert" title={VALIDATION.periodTooLong}>
          {texts.tooLongHint}
        </Notice>
      ) : error ? (
        <Sheet>
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        </Sheet>
      ) : (
        <div className={classes.content} data-stale={isPlaceholderData || undefined} aria-busy={!data}>
          <p className={classes.period} role="status">
            {data ? periodText(data) : ''}
          </p>
          <UrlTabs
            isAboveCards
            label={texts.insights}
            tabs={INSIGHT_TABS}
            current={tab}
            targetOf={targetOf}
            nameOf={texts.TABS}
          />
          {tab === 'times' ? (
            <TurnaroundCards filters={filters}>{renderQuality(filters)}</TurnaroundCards>
          ) : (
            <>
              <MetricTiles totals={data?.totals} tab={tab} />
              <Pictures insights={data} filters={filters} tab={tab} isOfEveryLab={isOfEveryLab} />
            </>
          )}
          {tab === 'opening' && (
            <>
              <DeliveryTimesCard filters={filters} />
              <UnopenedList
                filters={filters}
                isOfEveryLab={isOfEveryLab}
                page={page ?? 1}
                onPageChange={(to) => go({ ...search, page: to })}
              />
            </>
          )}
        </div>
      )}
    </>
  )
}

interface PicturesProps {
  insights: Insights | undefined
  filters: InsightFilters
  tab: InsightTab
  isOfEveryLab: boolean
}

function Pictures({ insights, filters, tab, isOfEveryLab }: PicturesProps) {
  const period = insights ? periodText(insights) : ''
  const common = (figure: 'days' | 'types' | 'persons' | 'labs' | 'waits') => ({
    figure,
    period,
    exportAddress: insightExportAddress(filters, figure),
  })
  const members = (of: 'types' | 'persons' | 'labs', unnamed: string) =>
    insights && {
      bars: toBars(insights[of], insights.totals, { limit: BARS, unnamed }),
      tableRows: toBars(insights[of], insights.totals, { limit: Number.MAX_SAFE_INTEGER, unnamed }),
    }
  const both = ['reports', 'patients'] as const
  if (tab === 'opening')
    return (
      <Box my="md">
        <ChartCard
          {...common('waits')}
          title={texts.waits}
          {...(insights && { subtitle: halfOpenedText(insights.waits) })}
          heading={texts.waited}
          series={['reports']}
          layout="rows"
          bars={insights && toWaitTimeBars(insights.waits)}
        />
      </Box>
    )
  return (
    <div className={classes.pictures}>
      <div className={classes.wide}>
        <ChartCard
          {...common('days')}
          title={texts.overTime}
          heading={texts.day}
          series={both}
          layout="columns"
          bars={insights && toBuckets(insights)}
        />
      </div>
      <ChartCard
        {...common('types')}
        {...(members('types', '') ?? { bars: undefined })}
        title={texts.byType}
        heading={texts.type}
        series={['reports']}
        layout="rows"
      />
      <ChartCard
        {...common('persons')}
        {...(members('persons', texts.unknownPerson) ?? { bars: undefined })}
        title={texts.byPerson}
        subtitle={texts.byPersonHint}
        heading={texts.person}
        series={both}
        layout="rows"
      />
      {isOfEveryLab && (
        <ChartCard
          {...common('labs')}
          {...(members('labs', texts.noLab) ?? { bars: undefined })}
          title={texts.byLab}
          heading={texts.lab}
          series={both}
          layout="rows"
        />
      )}
    </div>
  )
}

const openedShare = ({ reports, opened }: Insights['totals']) =>
  reports === 0 ? texts.noneHint : texts.openedHint(Math.floor((opened / reports) * 100))

function MetricTiles({ totals, tab }: { totals: Insights['totals'] | undefined; tab: InsightTab }) {
  return tab === 'activity' ? (
    <StatStrip label={texts.figures}>
      <StatCard title={texts.published} value={totals?.reports} subtext={texts.publishedHint} />
      <StatCard title={texts.registered} value={totals?.patients} subtext={texts.publishedHint} />
    </StatStrip>
  ) : (
    <StatStrip label={texts.figures}>
      <StatCard
        title={texts.opened}
        value={totals?.opened}
        subtext={totals ? openedShare(totals) : texts.publishedHint}
      />
      <StatCard
        title={texts.unopened}
        value={totals && totals.reports - totals.opened}
        subtext={texts.unopenedHint}
      />
    </StatStrip>
  )
}
