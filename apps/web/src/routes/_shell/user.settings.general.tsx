import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../lib/guards.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export const Route = createFileRoute('/_shell/user/settings/general')({
  beforeLoad: requirePermission('settings:general'),
  component: () => <PageHeader title="Settings" />,
})
