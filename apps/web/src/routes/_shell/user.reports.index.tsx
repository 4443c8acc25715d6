import { createFileRoute } from '@tanstack/react-router'
import { readReportSearch } from '../../features/reports/list/report-search.ts'
import { ReportsPage } from '../../features/reports/list/reports-page.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/reports/')({
  beforeLoad: requirePermission('reports:view'),
  validateSearch: readReportSearch,
  component: ReportsPage,
})
