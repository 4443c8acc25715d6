import { createFileRoute } from '@tanstack/react-router'
import { ReferrersPage } from '../../features/visits/settings/referrers-page.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { preparePhoneField } from '../../ui/phone/phone-input-loading.ts'

/** Loaded with the page, so that pages without visits stay light. */
const prepareVisits = async () => (await import('../../entities/visit/queries.ts')).prepareVisitSettings()

export const Route = createFileRoute('/_shell/user/referrers')({
  beforeLoad: requirePermission('visits:edit'),
  loader: () => Promise.all([preparePhoneField(), prepareVisits()]),
  component: ReferrersPage,
})
