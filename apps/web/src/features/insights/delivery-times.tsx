import { Box } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ChannelTimes } from '@zelab/contract'
import { formatCount } from '../../lib/format.ts'
import type { InsightFilters } from '../../lib/queries/insights.ts'
import { figuresQuery } from '../../lib/queries/insights.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ListExport } from './list-export.tsx'
import * as texts from './texts.ts'
import { pageApi } from '../../lib/page-api.ts'

export function DeliveryTimesCard({ filters }: { filters: InsightFilters }) {
  const query = useQuery(figuresQuery(pageApi.insights.deliveryTimes, filters))
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const isEmpty = data?.channels.length === 0
  return (
    <Box mb="md">
      <SectionCard
        title={texts.sentToOpened}
        subtitle={data?.isPartial ? texts.newestMessages : texts.sentToOpenedHint}
        isFlush
        actions={
          data &&
          !isEmpty && (
            <ListExport
              filters={filters}
              figure="deliveries"
              title={texts.sentToOpened}
              fileName="time-from-sent-to-opened.csv"
            />
          )
        }
      >
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : isEmpty ? (
          <EmptyState icon={IconSend} title={texts.nothingSent} description={texts.nothingHint} />
        ) : (
          <DataTable
            label={texts.sentToOpened}
            columns={COLUMNS}
            rows={data?.channels}
            rowKey={({ channel }) => channel}
            skeletonRows={3}
            isStale={isPlaceholderData}
          />
        )}
      </SectionCard>
    </Box>
  )
}

/** A report on paper is not opened by a link. */
const shareOf = (count: number, { channel, sent }: ChannelTimes) =>
  channel === 'paper' ? '–' : texts.share(Math.floor((count / sent) * 100))

const COLUMNS: readonly Column<ChannelTimes>[] = [
  { header: texts.channel, cell: ({ channel }) => texts.CHANNELS[channel] },
  { header: texts.sentCount, isNumeric: true, align: 'end', cell: ({ sent }) => formatCount(sent) },
  {
    header: texts.openedCount,
    isNumeric: true,
    align: 'end',
    cell: (times) => shareOf(times.opened, times),
  },
  {
    header: texts.within(texts.hour),
    isNumeric: true,
    align: 'end',
    priority: 3,
    cell: (times) => shareOf(times.openedWithinHour, times),
  },
  {
    header: texts.within(texts.oneDay),
    isNumeric: true,
    align: 'end',
    priority: 2,
    cell: (times) => shareOf(times.openedWithinDay, times),
  },
  {
    header: texts.within(texts.threeDays),
    isNumeric: true,
    align: 'end',
    priority: 3,
    cell: (times) => shareOf(times.openedWithinThreeDays, times),
  },
  {
    header: texts.half,
    isNumeric: true,
    align: 'end',
    cell: ({ medianSeconds }) => (medianSeconds === null ? '–' : texts.duration(medianSeconds)),
  },
]
