import { createFileRoute } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useUsesVisits } from '../../entities/visit/queries.ts'
import { releaseCountsQuery } from '../../lib/queries/counts.ts'
import { useCan } from '../../lib/session-store.ts'
import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx'

/** Lazy, because only Technicians need them. */
const WaitingCard = lazy(async () => ({
  default: (await import('../../features/inbox/waiting-card.tsx')).WaitingCard,
}))
const PublishDrop = lazy(async () => ({
  default: (await import('../../features/reports/publish/publish-drop.tsx')).PublishDrop,
}))

const AwaitedVisits = lazy(async () => ({
  default: (await import('../../features/visits/awaited-visits.tsx')).AwaitedVisits,
}))

const ReleaseCard = lazy(async () => ({
  default: (await import('../../features/release/release-card.tsx')).ReleaseCard,
}))

/** Loaded only where a report awaits release. */
function WaitingReleases() {
  const may = useCan()('reports:publish')
  const { data } = useQuery({ ...releaseCountsQuery(), enabled: may })
  if (!data || data.awaiting + data.sentBack + data.own + data.review === 0) return null
  return (
    <Suspense fallback={null}>
      <ReleaseCard />
    </Suspense>
  )
}

function VisitsOfLab() {
  if (!useUsesVisits()) return null
  return (
    <Suspense fallback={<div style={{ minBlockSize: '10rem' }} />}>
      <AwaitedVisits />
    </Suspense>
  )
}

export const Route = createFileRoute('/_shell/user/dashboard')({
  component: () => (
    <DashboardPage
      renderVisits={() => (
        <>
          <WaitingReleases />
          <VisitsOfLab />
        </>
      )}
      renderInbox={() => (
        <Suspense fallback={<div style={{ minBlockSize: '7rem' }} />}>
          <WaitingCard />
        </Suspense>
      )}
      renderPublishing={() => (
        <Suspense fallback={<div style={{ minBlockSize: '15.5rem' }} />}>
          <PublishDrop />
        </Suspense>
      )}
    />
  ),
})
