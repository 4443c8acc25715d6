import { createFileRoute } from '@tanstack/react-router'
import { MergePage } from '../../features/patients/merge/merge-page.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { readWholeNumber, searchReader } from '../../lib/search-params.ts'

export const Route = createFileRoute('/_shell/user/patients/merge/$patientId')({
  beforeLoad: requirePermission('patients:delete'),
  validateSearch: searchReader({ other: (value) => readWholeNumber(value) }),
  component: MergePage,
})
