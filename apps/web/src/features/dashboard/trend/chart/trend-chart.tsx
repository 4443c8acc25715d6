import { Box, Skeleton } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { DayVolume } from '@zelab/contract'
import { Hint } from '../../../../ui/display/inline.tsx'
import { BreakdownChart } from '../../../../ui/charts/breakdown-chart.tsx'
import { ChartTable } from '../../../../ui/charts/chart-table.tsx'
import { toBars } from '../../../../ui/charts/breakdown-bars.ts'
import { toBuckets } from '../../../../ui/charts/time-buckets.ts'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../../ui/feedback/error-state.tsx'
import classes from '../../dashboard.module.css'
import * as texts from '../texts.ts'
import { endpointQuery } from '../../../../lib/endpoint-query.ts'
import { pageApi } from '../../../../lib/page-api.ts'

const TYPES_SHOWN = 4

const sumOf = (days: readonly DayVolume[], kind: 'reports' | 'patients') =>
  days.reduce((sum, day) => sum + day[kind], 0)

/** Reports and registrations of the last 30 days by day and by type, with tables for screen readers. */
export function TrendChart() {
  const { data, error, isFetching, refetch } = useQuery(endpointQuery(pageApi.insights.trend))
  if (error && !data)
    return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) return <TrendSkeleton />
  if (data.days.length === 0)
    return <EmptyState icon={IconFileText} title={texts.nothing} description={texts.nothingHint} />
  const totals = { reports: sumOf(data.days, 'reports'), patients: sumOf(data.days, 'patients') }
  const buckets = toBuckets(data)
  const types = toBars(data.types, totals, { limit: TYPES_SHOWN, unnamed: '' })
  return (
    <div className={classes.pictures}>
      <Box pos="relative">
        <BreakdownChart
          label={texts.overTimeSummary(totals.reports, totals.patients)}
          bars={buckets}
          series={['reports', 'patients']}
          layout="columns"
          height={196}
        />
        <ChartTable
          caption={texts.byDay}
          heading={texts.day}
          rows={buckets}
          series={['reports', 'patients']}
          isHidden
        />
      </Box>
      <Box pos="relative">
        <Hint mb="sm">{texts.byType}</Hint>
        {types.length === 0 ? (
          <Hint>{texts.noReports}</Hint>
        ) : (
          <>
            <BreakdownChart label={texts.byType} bars={types} series={['reports']} layout="rows" />
            <ChartTable
              caption={texts.byType}
              heading={texts.type}
              rows={types}
              series={['reports']}
              isHidden
            />
          </>
        )}
      </Box>
    </div>
  )
}

function TrendSkeleton() {
  return (
    <div className={classes.pictures} aria-busy="true">
      <Skeleton mih="14rem" />
      <Skeleton mih="14rem" />
    </div>
  )
}
