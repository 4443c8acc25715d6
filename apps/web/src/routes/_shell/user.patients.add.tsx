import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../lib/guards.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export const Route = createFileRoute('/_shell/user/patients/add')({
  beforeLoad: requirePermission('patients:add'),
  component: () => <PageHeader title="Patient Registration" />,
})
