import { createFileRoute } from '@tanstack/react-router'
import { AccessHistory } from '../../features/activity/access-history.tsx'
import { ReportPage } from '../../features/reports/report-page.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/reports/view/$reportId')({
  beforeLoad: requirePermission('reports:view'),
  component: () => <ReportPage renderHistory={(id) => <AccessHistory type="report" id={id} />} />,
})
