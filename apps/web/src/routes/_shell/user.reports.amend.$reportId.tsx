import { createFileRoute } from '@tanstack/react-router'
import { NewReportType } from '../../features/report-types/new-report-type.tsx'
import { AmendPage } from '../../features/reports/amend/amend-page.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/reports/amend/$reportId')({
  beforeLoad: requirePermission('reports:edit'),
  component: () => <AmendPage renderNewReportType={(onAdded) => <NewReportType onAdded={onAdded} />} />,
})
