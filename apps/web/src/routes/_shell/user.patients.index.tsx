import { createFileRoute } from '@tanstack/react-router'
import { RegisteredVisitLink } from '../../features/deliveries/send/visit-link-action.tsx'
import { readPatientSearch } from '../../features/patients/list/patient-search.ts'
import { PatientsPage } from '../../features/patients/list/patients-page.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/patients/')({
  beforeLoad: requirePermission('patients:view'),
  validateSearch: readPatientSearch,
  component: () => <PatientsPage renderNextStep={(id) => <RegisteredVisitLink patientId={id} />} />,
})
