import { createFileRoute } from '@tanstack/react-router'
import { readItemSearch } from '../../features/inbox/inbox-search.ts'
import { ItemPage } from '../../features/inbox/item/item-page.tsx'
import { NewReportType } from '../../features/report-types/new-report-type.tsx'
import { VisitOfReport } from '../../features/visits/visit-of-report.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/inbox/$itemId')({
  beforeLoad: requirePermission('reports:publish'),
  validateSearch: readItemSearch,
  component: () => (
    <ItemPage
      renderNewReportType={(onAdded) => <NewReportType onAdded={onAdded} />}
      renderVisit={(choice) => <VisitOfReport key={choice.patientId} {...choice} />}
    />
  ),
})
