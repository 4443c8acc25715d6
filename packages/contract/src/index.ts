import { activityEndpoints } from './activity.contract.ts'
import { authEndpoints } from './auth.contract.ts'
import { backupEndpoints } from './backups.contract.ts'
import { criticalEndpoints } from './critical.contract.ts'
import { dashboardEndpoints } from './dashboard.contract.ts'
import { deliveryEndpoints } from './deliveries.contract.ts'
import { deliveryListEndpoints } from './delivery-lists.contract.ts'
import { delegateEndpoints } from './delegates.contract.ts'
import { inboxSettingsEndpoints } from './inbox-settings.contract.ts'
import { inboxEndpoints } from './inbox.contract.ts'
import { insightEndpoints } from './insights.contract.ts'
import { labEndpoints } from './labs.contract.ts'
import { letterheadEndpoints } from './letterheads.contract.ts'
import { messageTemplateEndpoints } from './message-templates.contract.ts'
import { patientImportEndpoints } from './patient-import.contract.ts'
import { patientProposalEndpoints } from './patient-proposal.contract.ts'
import { patientRecordEndpoints } from './patient-records.contract.ts'
import { patientEndpoints } from './patients.contract.ts'
import { preferenceEndpoints } from './preferences.contract.ts'
import { releaseEndpoints } from './release.contract.ts'
import { reportTypeEndpoints } from './report-types.contract.ts'
import { reportFileEndpoints } from './report-files.contract.ts'
import { reportEndpoints } from './reports.contract.ts'
import { searchEndpoints } from './search.contract.ts'
import { settingsEndpoints } from './settings.contract.ts'
import { userEndpoints } from './users.contract.ts'
import { verificationEndpoints } from './verification.contract.ts'
import { turnaroundEndpoints } from './turnaround.contract.ts'
import { visitEndpoints } from './visits.contract.ts'

export const contract = {
  auth: authEndpoints,
  users: userEndpoints,
  preferences: preferenceEndpoints,
  dashboard: dashboardEndpoints,
  insights: insightEndpoints,
  patients: { ...patientEndpoints, ...patientRecordEndpoints },
  patientImport: patientImportEndpoints,
  labs: labEndpoints,
  reports: {
    ...reportEndpoints,
    ...reportFileEndpoints,
    ...patientProposalEndpoints,
    ...verificationEndpoints,
  },
  release: releaseEndpoints,
  reportTypes: reportTypeEndpoints,
  deliveries: {
    ...deliveryEndpoints,
    ...deliveryListEndpoints,
  },
  delegates: delegateEndpoints,
  visits: visitEndpoints,
  turnaround: turnaroundEndpoints,
  critical: criticalEndpoints,
  messageTemplates: messageTemplateEndpoints,
  letterheads: letterheadEndpoints,
  inbox: { ...inboxEndpoints, ...inboxSettingsEndpoints },
  activity: activityEndpoints,
  search: searchEndpoints,
  settings: settingsEndpoints,
  backups: backupEndpoints,
}

export const API_BASE = '/api/v1'

export * from './access.ts'
export * from './activity-actions.ts'
export * from './activity.contract.ts'
export * from './auth.contract.ts'
export * from './auth.forms.ts'
export * from './backups.contract.ts'
export * from './critical.contract.ts'
export * from './critical.forms.ts'
export * from './critical-records.ts'
export * from './dashboard-work.contract.ts'
export * from './dashboard.contract.ts'
export * from './date-range.ts'
export * from './delegates.contract.ts'
export * from './delegates.forms.ts'
export * from './deliveries.contract.ts'
export * from './deliveries.forms.ts'
export * from './delivery-lists.contract.ts'
export * from './delivery-messages.ts'
export * from './delivery-records.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './fields.ts'
export * from './inbox-settings.contract.ts'
export * from './inbox-items.ts'
export * from './inbox.contract.ts'
export * from './inbox.forms.ts'
export * from './insights.contract.ts'
export * from './labs.contract.ts'
export * from './labs.forms.ts'
export * from './letterheads.contract.ts'
export * from './letterheads.forms.ts'
export * from './limits.ts'
export * from './message-templates.contract.ts'
export * from './message-templates.forms.ts'
export * from './fallback-messages.ts'
export * from './messages.ts'
export * from './patient-import.contract.ts'
export * from './patient-filter.ts'
export * from './patient-proposal.contract.ts'
export * from './patient-records.contract.ts'
export * from './patients.contract.ts'
export * from './patients.forms.ts'
export * from './national-id.ts'
export * from './phone.ts'
export * from './preferences.contract.ts'
export * from './query-fields.ts'
export * from './reasons.ts'
export * from './release.contract.ts'
export * from './release.forms.ts'
export * from './report-files.contract.ts'
export * from './report-filter.ts'
export * from './report-types.contract.ts'
export * from './report-types.forms.ts'
export * from './reports.contract.ts'
export * from './reports.forms.ts'
export * from './search.contract.ts'
export * from './settings.contract.ts'
export * from './settings.forms.ts'
export * from './sms-segments.ts'
export * from './typed-date.ts'
export * from './typed-text.ts'
export * from './users.contract.ts'
export * from './users.forms.ts'
export * from './verification-code.ts'
export * from './verification.contract.ts'
export * from './turnaround.contract.ts'
export * from './turnaround.forms.ts'
export * from './visits.contract.ts'
export * from './visits.forms.ts'
