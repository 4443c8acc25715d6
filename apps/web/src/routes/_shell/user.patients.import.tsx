import { createFileRoute } from '@tanstack/react-router'
import { ImportPage } from '../../features/patient-import/import-page.tsx'
import { readImportSearch } from '../../features/patient-import/import-search.ts'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/patients/import')({
  beforeLoad: requirePermission('patients:edit'),
  validateSearch: readImportSearch,
  component: ImportPage,
})
