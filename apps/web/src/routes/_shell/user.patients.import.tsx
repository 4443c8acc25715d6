import { createFileRoute } from '@tanstack/react-router'
import { IMPORT_ROW_KINDS } from '@zelab/contract/limits'
import { ImportPage } from '../../features/patient-import/import-page.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { readOneOf, readPage, readWholeNumber, searchReader } from '../../lib/search-params.ts'

export const Route = createFileRoute('/_shell/user/patients/import')({
  beforeLoad: requirePermission('patients:edit'),
  validateSearch: searchReader({
    id: (value) => readWholeNumber(value),
    kind: (value) => readOneOf(value, IMPORT_ROW_KINDS),
    page: readPage,
  }),
  component: ImportPage,
})
