import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { readInboxSearch } from '../../features/inbox/inbox-search.ts'
import { InboxPage } from '../../features/inbox/list/inbox-page.tsx'
import { requirePermission } from '../../lib/guards.ts'

const NewReportType = lazy(async () => ({
  default: (await import('../../features/report-types/new-report-type.tsx')).NewReportType,
}))

export const Route = createFileRoute('/_shell/user/inbox/')({
  beforeLoad: requirePermission('reports:publish'),
  validateSearch: readInboxSearch,
  component: () => (
    <InboxPage
      renderNewReportType={(onAdded) => (
        <Suspense>
          <NewReportType onAdded={onAdded} />
        </Suspense>
      )}
    />
  ),
})
