import { createFileRoute } from '@tanstack/react-router'
import { ReportPage } from '../../features/reports/report-page.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/reports/view/$reportId')({
  beforeLoad: requirePermission('reports:view'),
  component: ReportPage,
})
