import { createFileRoute } from '@tanstack/react-router'
import { LabPage } from '../../features/labs/lab-page.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { readPage, searchReader } from '../../lib/search-params.ts'
import { preparePhoneField } from '../../ui/phone/phone-input-loading.ts'

export const Route = createFileRoute('/_shell/user/labs/$labId')({
  beforeLoad: requirePermission('labs:view'),
  // Page of the staff list.
  validateSearch: searchReader({ page: readPage }),
  loader: preparePhoneField,
  component: LabPage,
})
