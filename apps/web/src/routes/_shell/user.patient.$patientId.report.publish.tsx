import { createFileRoute } from '@tanstack/react-router'
import { NewReportType } from '../../features/report-types/new-report-type.tsx'
import { PublishPage } from '../../features/reports/publish/publish-page.tsx'
import { VisitOfReport } from '../../features/visits/visit-of-report.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/patient/$patientId/report/publish')({
  beforeLoad: requirePermission('reports:publish'),
  component: () => (
    <PublishPage
      renderNewReportType={(onAdded) => <NewReportType onAdded={onAdded} />}
      renderVisit={(choice) => <VisitOfReport {...choice} />}
    />
  ),
})
