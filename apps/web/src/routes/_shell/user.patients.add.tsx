import { createFileRoute } from '@tanstack/react-router'
import { RegistrationSending } from '../../features/deliveries/consent/registration-sending.tsx'
import { RegistrationPage } from '../../features/patients/registration/registration-page.tsx'
import { RegistrationVisit } from '../../features/visits/registration-visit.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { readWholeNumber, searchReader } from '../../lib/search-params.ts'
import { preparePhoneField } from '../../ui/phone/phone-input-loading.ts'

/** Loaded with the page, so that pages without visits stay light. */
const prepareVisits = async () => (await import('../../entities/visit/queries.ts')).prepareVisitSettings()

export const Route = createFileRoute('/_shell/user/patients/add')({
  beforeLoad: requirePermission('patients:add'),
  /** Inbox item to return to after the registration. */
  validateSearch: searchReader({ inboxItem: (value) => readWholeNumber(value) }),
  loader: () => Promise.all([preparePhoneField(), prepareVisits()]),
  component: () => (
    <RegistrationPage
      renderSending={(value, onChange) => <RegistrationSending value={value} onChange={onChange} />}
      renderVisit={(value, onChange) => <RegistrationVisit value={value} onChange={onChange} />}
    />
  ),
})
