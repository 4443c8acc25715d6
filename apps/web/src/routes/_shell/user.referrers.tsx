import { createFileRoute } from '@tanstack/react-router'
import { prepareVisitSettings } from '../../entities/visit/queries.ts'
import { ReferrersPage } from '../../features/labs/visits/referrers-page.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { preparePhoneField } from '../../ui/phone/phone-input-loading.ts'

export const Route = createFileRoute('/_shell/user/referrers')({
  beforeLoad: requirePermission('visits:edit'),
  loader: () => Promise.all([preparePhoneField(), prepareVisitSettings()]),
  component: ReferrersPage,
})
