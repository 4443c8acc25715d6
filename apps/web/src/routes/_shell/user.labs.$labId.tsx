import { createFileRoute } from '@tanstack/react-router'
import { LabPage } from '../../features/labs/lab-page.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { LAB_TABS } from '../../lib/page-tabs.ts'
import { readOneOf, readPage, searchReader } from '../../lib/search-params.ts'
import { preparePhoneField } from '../../ui/phone/phone-input-loading.ts'

export const Route = createFileRoute('/_shell/user/labs/$labId')({
  beforeLoad: requirePermission('labs:view'),
  // The page is that of the staff list.
  validateSearch: searchReader({ tab: (value) => readOneOf(value, LAB_TABS), page: readPage }),
  loader: preparePhoneField,
  component: LabPage,
})
