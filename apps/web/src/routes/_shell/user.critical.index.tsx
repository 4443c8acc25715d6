import { createFileRoute } from '@tanstack/react-router'
import { CriticalPage } from '../../features/critical/critical-page.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/critical/')({
  beforeLoad: requirePermission('reports:view'),
  validateSearch: (search: { list?: string }) => search,
  component: CriticalPage,
})
