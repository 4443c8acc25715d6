import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../lib/guards.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export const Route = createFileRoute('/_shell/user/users/')({
  beforeLoad: requirePermission('users:view'),
  component: () => <PageHeader title="Users" />,
})
