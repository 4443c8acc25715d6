import { createFileRoute } from '@tanstack/react-router'
import { ActivityPage } from '../../features/activity/activity-page.tsx'
import { readActivitySearch } from '../../features/activity/activity-search.ts'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/logs/activity')({
  beforeLoad: requirePermission('users:view'),
  validateSearch: readActivitySearch,
  component: ActivityPage,
})
