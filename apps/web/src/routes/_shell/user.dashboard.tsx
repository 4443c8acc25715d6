import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx'

/** Lazy, because only Technicians need it. */
const PublishDrop = lazy(async () => ({
  default: (await import('../../features/reports/publish/publish-drop.tsx')).PublishDrop,
}))

export const Route = createFileRoute('/_shell/user/dashboard')({
  component: () => (
    <DashboardPage
      renderPublishing={() => (
        <Suspense fallback={<div style={{ minBlockSize: '15.5rem' }} />}>
          <PublishDrop />
        </Suspense>
      )}
    />
  ),
})
