import { createFileRoute } from '@tanstack/react-router'
import { EditPatientPage } from '../../features/patients/edit/edit-page.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { preparePhoneField } from '../../ui/phone/phone-input-loading.ts'

export const Route = createFileRoute('/_shell/user/patients/edit/$patientId')({
  beforeLoad: requirePermission('patients:edit'),
  loader: preparePhoneField,
  component: EditPatientPage,
})
