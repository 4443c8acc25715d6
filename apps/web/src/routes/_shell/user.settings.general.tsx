import { createFileRoute } from '@tanstack/react-router'
import { ReportTypeList } from '../../features/report-types/report-type-list.tsx'
import { SettingsPage } from '../../features/settings/settings-page.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { SETTINGS_TABS } from '../../lib/page-tabs.ts'
import { readOneOf, searchReader } from '../../lib/search-params.ts'
import { preparePhoneField } from '../../ui/phone/phone-input-loading.ts'

export const Route = createFileRoute('/_shell/user/settings/general')({
  beforeLoad: requirePermission('settings:general'),
  loader: preparePhoneField,
  validateSearch: searchReader({ tab: (value) => readOneOf(value, SETTINGS_TABS) }),
  component: () => <SettingsPage reportTypes={<ReportTypeList />} />,
})
