import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx'

/** Lazy, because only Technicians need them. */
const WaitingCard = lazy(async () => ({
  default: (await import('../../features/inbox/waiting-card.tsx')).WaitingCard,
}))
const PublishDrop = lazy(async () => ({
  default: (await import('../../features/reports/publish/publish-drop.tsx')).PublishDrop,
}))

export const Route = createFileRoute('/_shell/user/dashboard')({
  component: () => (
    <DashboardPage
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
