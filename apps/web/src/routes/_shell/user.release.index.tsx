import { createFileRoute } from '@tanstack/react-router'
import { ReleasePage } from '../../features/release/release-page.tsx'
import { readReleaseSearch } from '../../features/release/release-search.ts'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/release/')({
  beforeLoad: requirePermission('reports:publish'),
  validateSearch: readReleaseSearch,
  component: ReleasePage,
})
