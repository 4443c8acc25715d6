import { createFileRoute } from '@tanstack/react-router'
import { RegistrationPage } from '../../features/patients/registration-page.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/patients/add')({
  beforeLoad: requirePermission('patients:add'),
  component: RegistrationPage,
})
