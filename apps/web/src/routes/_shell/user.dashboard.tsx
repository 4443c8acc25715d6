import { createFileRoute } from '@tanstack/react-router'
import type { ListedCritical } from '@zelab/contract'
import { lazy, Suspense, useState } from 'react'
import { useUsesVisits } from '../../entities/visit/queries.ts'
import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx'

/** Lazy, because only Technicians need them. */
const WaitingCard = lazy(async () => ({
  default: (await import('../../features/inbox/waiting-card.tsx')).WaitingCard,
}))
const PublishDrop = lazy(async () => ({
  default: (await import('../../features/reports/publish/publish-drop.tsx')).PublishDrop,
}))

const VisitLists = lazy(async () => ({
  default: (await import('../../features/visits/visit-lists.tsx')).VisitLists,
}))

const RecordCallButton = lazy(async () => ({
  default: (await import('../../features/critical/record-call-button.tsx')).RecordCallButton,
}))

const RecordedCalls = lazy(async () => ({
  default: (await import('../../features/critical/record-call-button.tsx')).RecordedCalls,
}))

function VisitsOfLab() {
  if (!useUsesVisits()) return null
  return (
    <Suspense fallback={<div style={{ minBlockSize: '10rem' }} />}>
      <VisitLists />
    </Suspense>
  )
}

function Dashboard() {
  const [calling, setCalling] = useState<ListedCritical>()
  return (
    <>
      <DashboardPage
        renderVisits={() => <VisitsOfLab />}
        renderCall={(record, label) => (
          <Suspense fallback={<div style={{ inlineSize: '7.75rem' }} />}>
            <RecordCallButton record={record} label={label} onCall={setCalling} />
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
      {calling && (
        <Suspense fallback={null}>
          <RecordedCalls calling={calling} onCall={setCalling} />
        </Suspense>
      )}
    </>
  )
}

export const Route = createFileRoute('/_shell/user/dashboard')({
  validateSearch: (search: { todo?: string; visits?: string }) => search,
  component: Dashboard,
})
