import { createFileRoute } from '@tanstack/react-router'
import { LabsPage } from '../../features/labs/labs-page.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { preparePhoneField } from '../../ui/phone/phone-input-loading.ts'

export const Route = createFileRoute('/_shell/user/labs/')({
  beforeLoad: requirePermission('labs:view'),
  loader: preparePhoneField,
  component: LabsPage,
})
