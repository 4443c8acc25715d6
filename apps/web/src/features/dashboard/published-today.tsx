import { IconFileCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../lib/format.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { Fetched } from '../../ui/list/fetched.tsx'
import { RecentPanel } from './recent-panel.tsx'
import { ReportRow } from './recent-reports.tsx'
import * as texts from './texts.tsx'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { pageApi } from '../../lib/page-api.ts'

/** Five rows. */
const HEIGHT_PX = 285

/** Own publications of a Technician. */
export function PublishedToday() {
  const query = useQuery(endpointQuery(pageApi.dashboard.getWork))
  const group = query.data?.publishedToday
  const count = group && `${formatCount(group.total)}${group.isEstimate ? '+' : ''}`
  const panel = (
    <RecentPanel
      label={texts.publishedToday}
      rows={group?.reports}
      height={HEIGHT_PX}
      empty={
        <EmptyState
          icon={IconFileCheck}
          title={texts.nothingPublishedToday}
          description={texts.nothingPublishedHint}
        />
      }
    >
      {(report) => <ReportRow key={report.id} report={report} />}
    </RecentPanel>
  )
  return (
    <SectionCard
      title={count ? `${texts.publishedToday} (${count})` : texts.publishedToday}
      subtitle={texts.publishedTodayHint}
      isFlush
    >
      <Fetched query={query} skeleton={panel}>
        {() => panel}
      </Fetched>
    </SectionCard>
  )
}
