import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../lib/format.ts'
import type { InsightFilters } from '../../lib/queries/insights.ts'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { DetailList } from '../../ui/layout/detail-list.tsx'
import * as words from '../../entities/critical/texts.ts'
import * as texts from './texts.ts'
import { figuresQuery } from '../../lib/queries/insights.ts'
import { api } from '../../lib/api-client.ts'

const spanOf = (seconds: number | null) => (seconds === null ? texts.none : words.span(seconds * 1000))

/** How soon critical results of a period were read back. */
export function CriticalTimesCard({ filters }: { filters: InsightFilters }) {
  const { data, error, isFetching, refetch } = useQuery(figuresQuery(api.critical.times, filters))
  if (data && !data.isUsed) return null
  return (
    <Box mb="md">
      <SectionCard title={texts.times} subtitle={texts.timesHint}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <DetailList
            details={[
              {
                label: texts.withinTarget,
                value:
                  data && data.counted > 0
                    ? `${texts.share(Math.floor((data.withinTarget / data.counted) * 100))} ${texts.ofCounted(data.counted)}`
                    : texts.none,
              },
              { label: texts.median, value: spanOf(data?.medianSeconds ?? null) },
              { label: texts.p90, value: spanOf(data?.p90Seconds ?? null) },
              { label: texts.open, value: formatCount(data?.open ?? 0) },
              { label: texts.recordedLateCount, value: formatCount(data?.recordedLate ?? 0) },
              { label: texts.withdrawn, value: formatCount(data?.withdrawn ?? 0) },
              { label: texts.mistaken, value: formatCount(data?.mistaken ?? 0) },
            ]}
          />
        )}
      </SectionCard>
    </Box>
  )
}
