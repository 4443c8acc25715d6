import { Box, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../lib/format.ts'
import { figuresQuery, insightExportAddress, type InsightFilters } from '../../lib/queries/insights.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { DetailList } from '../../ui/layout/detail-list.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import * as texts from './texts.ts'
import { pageApi } from '../../lib/page-api.ts'

/** Releases of a period by an author who was alone on duty. */
export function AloneReleasesCard({ filters }: { filters: InsightFilters }) {
  const { data, error, isFetching, refetch } = useQuery(figuresQuery(pageApi.insights.aloneReleases, filters))
  if (data && !data.isUsed) return null
  return (
    <Box mb="md">
      <SectionCard
        title={texts.alone}
        subtitle={texts.aloneSubtitle}
        actions={
          data && (
            <Button
              component="a"
              variant="default"
              size="xs"
              leftSection={<IconDownload size={16} stroke={1.75} />}
              href={insightExportAddress(filters, 'alone')}
              download="releases-alone-on-duty.csv"
              aria-label={texts.exportAlone}
            >
              {texts.exportList}
            </Button>
          )
        }
      >
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <DetailList
            details={[
              { label: texts.aloneReleased, value: formatCount(data?.released ?? 0) },
              { label: texts.aloneReviewed, value: formatCount(data?.reviewedInTime ?? 0) },
              { label: texts.aloneNotReviewed, value: formatCount(data?.notReviewed ?? 0) },
            ]}
          />
        )}
      </SectionCard>
    </Box>
  )
}
