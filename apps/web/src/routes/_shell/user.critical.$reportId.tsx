import { createFileRoute } from '@tanstack/react-router'
import { CallRecordPage } from '../../features/critical/call-record-page.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/critical/$reportId')({
  beforeLoad: requirePermission('reports:view'),
  component: CallRecordPage,
})
