import { createFileRoute } from '@tanstack/react-router'
import { LabsPage } from '../../features/labs/labs-page.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/labs')({
  beforeLoad: requirePermission('labs:view'),
  component: LabsPage,
})
