import { createFileRoute } from '@tanstack/react-router'
import { ReportTypesPage } from '../../features/report-types/report-type-list.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/settings/report-types')({
  beforeLoad: requirePermission('reports:publish'),
  component: ReportTypesPage,
})
