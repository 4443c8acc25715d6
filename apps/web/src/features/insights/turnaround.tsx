import { Box, Skeleton } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Turnarounds } from '@zelab/contract'
import type { ReactNode } from 'react'
import { visitSettingsQuery } from '../../entities/visit/queries.ts'
import { formatCount } from '../../lib/format.ts'
import type { InsightFilters } from '../../lib/queries/insights.ts'
import { figuresQuery } from '../../lib/queries/insights.ts'
import { useCurrentUser } from '../../lib/session-store.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { StatCard, StatStrip } from '../../ui/layout/stat-card.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ListExport } from './list-export.tsx'
import { WEEKDAYS } from '../../entities/visit/texts.ts'
import * as texts from './texts.ts'
import { pageApi } from '../../lib/page-api.ts'

type Figures = Omit<Turnarounds['weekdays'][number], 'weekday'>

const FIGURES: readonly Column<Figures>[] = [
  { header: texts.measured, isNumeric: true, align: 'end', cell: ({ measured }) => formatCount(measured) },
  { header: texts.halfPublished, isNumeric: true, align: 'end', cell: ({ p50 }) => texts.workingTime(p50) },
  {
    header: texts.ninetyPublished,
    isNumeric: true,
    align: 'end',
    cell: ({ p90 }) => texts.workingTime(p90),
  },
  {
    header: texts.onTime,
    isNumeric: true,
    align: 'end',
    cell: ({ onTime, withTarget }) =>
      withTarget === 0 ? texts.noValue : texts.share(Math.floor((onTime / withTarget) * 100)),
  },
]
const TYPES: readonly Column<Turnarounds['types'][number]>[] = [
  { header: texts.type, cell: ({ title }) => title },
  ...FIGURES,
]
const BY_WEEKDAY: readonly Column<Turnarounds['weekdays'][number]>[] = [
  { header: texts.receivedOn, cell: ({ weekday }) => WEEKDAYS[weekday - 1] },
  ...FIGURES,
]

const sum = (data: Turnarounds | undefined, figure: 'measured' | 'onTime' | 'withTarget'): number =>
  data?.types.reduce((total, type) => total + type[figure], 0) ?? 0

interface TurnaroundCardsProps {
  filters: InsightFilters
  /** Below, once the height of the cards is known. */
  children: ReactNode
}

/** For the Admin, who has no lab, the answer says whether one uses visits. */
export function TurnaroundCards({ filters, children }: TurnaroundCardsProps) {
  const { lab } = useCurrentUser()
  const settings = useQuery({ ...visitSettingsQuery(lab?.id ?? 0), enabled: lab !== null })
  const query = useQuery({
    ...figuresQuery(pageApi.insights.turnaround, filters),
    enabled: lab === null || (settings.data?.isOn ?? false),
  })
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  if (settings.isLoading || query.isLoading)
    return <Skeleton height="10rem" mb="md" aria-label={texts.turnaround} />
  if (!data?.isUsed && !error)
    return (
      <>
        <Box mb="md">
          <Sheet>
            <EmptyState
              icon={IconClock}
              title={texts.turnaroundUnused}
              description={texts.turnaroundUnusedHint}
            />
          </Sheet>
        </Box>
        {children}
      </>
    )
  const isEmpty = data?.types.length === 0
  const hint = data?.isPartial ? texts.newestVisits : texts.turnaroundHint
  const table = { skeletonRows: 3, isStale: isPlaceholderData }
  const withTarget = sum(data, 'withTarget')
  const onTime = sum(data, 'onTime')
  return (
    <>
      {data && !isEmpty && (
        <Box mb="md">
          <StatStrip label={texts.figures}>
            <StatCard title={texts.measured} value={sum(data, 'measured')} subtext={texts.publishedHint} />
            <StatCard
              title={texts.onTime}
              value={withTarget === 0 ? null : onTime}
              subtext={
                withTarget === 0
                  ? texts.noTarget
                  : texts.onTimeHint(Math.floor((onTime / withTarget) * 100), withTarget)
              }
            />
          </StatStrip>
        </Box>
      )}
      <Box mb="md">
        <SectionCard
          title={texts.turnaround}
          subtitle={hint}
          isFlush
          actions={
            data &&
            !isEmpty && (
              <ListExport
                filters={filters}
                figure="turnaround"
                title={texts.turnaround}
                fileName="turn-around-by-type.csv"
              />
            )
          }
        >
          {error ? (
            <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
          ) : isEmpty ? (
            <EmptyState
              icon={IconClock}
              title={texts.nothingMeasured}
              description={texts.nothingMeasuredHint}
            />
          ) : (
            <DataTable
              {...table}
              label={texts.turnaround}
              columns={TYPES}
              rows={data?.types}
              rowKey={({ id }) => id}
            />
          )}
        </SectionCard>
      </Box>
      {data && !isEmpty && (
        <Box mb="md">
          <SectionCard
            title={texts.turnaroundByWeekday}
            subtitle={hint}
            isFlush
            actions={
              <ListExport
                filters={filters}
                figure="turnaround-weekdays"
                title={texts.turnaroundByWeekday}
                fileName="turn-around-by-weekday.csv"
              />
            }
          >
            <DataTable
              {...table}
              label={texts.turnaroundByWeekday}
              columns={BY_WEEKDAY}
              rows={data.weekdays}
              rowKey={({ weekday }) => weekday}
            />
          </SectionCard>
        </Box>
      )}
      {children}
    </>
  )
}
