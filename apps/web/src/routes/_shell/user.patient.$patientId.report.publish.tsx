import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../lib/guards.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export const Route = createFileRoute('/_shell/user/patient/$patientId/report/publish')({
  beforeLoad: requirePermission('reports:publish'),
  component: () => <PageHeader title="Publish Report" />,
})
