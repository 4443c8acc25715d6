import { createFileRoute } from '@tanstack/react-router'
import { UnreleasedPage } from '../../features/release/unreleased-page.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/release/$id')({
  beforeLoad: requirePermission('reports:publish'),
  component: UnreleasedPage,
})
