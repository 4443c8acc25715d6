import { createFileRoute } from '@tanstack/react-router'
import { PatientPage } from '../../features/patients/patient-page.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/patients/view/$patientId')({
  beforeLoad: requirePermission('patients:view'),
  component: PatientPage,
})
