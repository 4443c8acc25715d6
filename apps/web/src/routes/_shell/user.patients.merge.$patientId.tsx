import { createFileRoute } from '@tanstack/react-router'
import { MergePage } from '../../features/patients/merge/merge-page.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { readWholeNumber } from '../../lib/search-params.ts'

export const Route = createFileRoute('/_shell/user/patients/merge/$patientId')({
  beforeLoad: requirePermission('patients:delete'),
  validateSearch: (search): { other?: number | undefined } => {
    const other = readWholeNumber(search.other)
    return other === undefined ? {} : { other }
  },
  component: MergePage,
})
