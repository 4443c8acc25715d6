import { createFileRoute } from '@tanstack/react-router'
import { ReportTypeList } from '../../features/report-types/report-type-list.tsx'
import { readSettingsSearch } from '../../features/settings/settings-search.ts'
import { SettingsPage } from '../../features/settings/settings-page.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { preparePhoneField } from '../../ui/phone/phone-input-loading.ts'

export const Route = createFileRoute('/_shell/user/settings/general')({
  beforeLoad: requirePermission('settings:general'),
  loader: preparePhoneField,
  validateSearch: readSettingsSearch,
  component: () => <SettingsPage reportTypes={<ReportTypeList />} />,
})
