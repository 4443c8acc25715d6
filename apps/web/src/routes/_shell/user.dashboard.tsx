import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useUsesVisits } from '../../entities/visit/queries.ts'
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

const RecordCallButton = lazy(async () => ({
  default: (await import('../../features/critical/record-call-button.tsx')).RecordCallButton,
}))

function VisitsOfLab() {
  if (!useUsesVisits()) return null
  return (
    <Suspense fallback={<div style={{ minBlockSize: '10rem' }} />}>
      <AwaitedVisits />
    </Suspense>
  )
}

export const Route = createFileRoute('/_shell/user/dashboard')({
  validateSearch: (search: { todo?: string }) => search,
  component: () => (
    <DashboardPage
      renderVisits={() => <VisitsOfLab />}
      renderCall={(record, label) => (
        <Suspense fallback={<div style={{ inlineSize: '7.75rem' }} />}>
          <RecordCallButton record={record} label={label} />
        </Suspense>
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
