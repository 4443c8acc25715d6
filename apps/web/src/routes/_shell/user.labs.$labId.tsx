import { createFileRoute } from '@tanstack/react-router'
import { LabPage } from '../../features/labs/lab-page.tsx'
import { readLabSearch } from '../../features/labs/lab-search.ts'
import { requirePermission } from '../../lib/guards.ts'
import { preparePhoneField } from '../../ui/phone/phone-input-loading.ts'

export const Route = createFileRoute('/_shell/user/labs/$labId')({
  beforeLoad: requirePermission('labs:view'),
  validateSearch: readLabSearch,
  loader: preparePhoneField,
  component: LabPage,
})
