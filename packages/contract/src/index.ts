import { activityEndpoints } from './activity/activity.contract.ts'
import { authEndpoints } from './auth/auth.contract.ts'
import { passkeyEndpoints } from './auth/passkeys.contract.ts'
import { oidcEndpoints, providerEndpoints } from './auth/providers.contract.ts'
import { backupEndpoints } from './settings/backups.contract.ts'
import { criticalEndpoints } from './critical/critical.contract.ts'
import { dashboardEndpoints } from './dashboard/dashboard.contract.ts'
import { deliveryEndpoints } from './deliveries/deliveries.contract.ts'
import { deliveryListEndpoints } from './deliveries/delivery-lists.contract.ts'
import { delegateEndpoints } from './deliveries/delegates.contract.ts'
import { inboxSettingsEndpoints } from './inbox/inbox-settings.contract.ts'
import { inboxEndpoints } from './inbox/inbox.contract.ts'
import { insightEndpoints } from './dashboard/insights.contract.ts'
import { fhirEndpoints } from './integrations/fhir.contract.ts'
import { integrationEndpoints } from './integrations/integrations.contract.ts'
import { labEndpoints } from './labs/labs.contract.ts'
import { letterheadEndpoints } from './labs/letterheads.contract.ts'
import { messageTemplateEndpoints } from './deliveries/message-templates.contract.ts'
import { patientImportEndpoints } from './patients/patient-import.contract.ts'
import { patientProposalEndpoints } from './reports/patient-proposal.contract.ts'
import { patientRecordEndpoints } from './patients/patient-records.contract.ts'
import { patientEndpoints } from './patients/patients.contract.ts'
import { preferenceEndpoints } from './users/preferences.contract.ts'
import { releaseEndpoints } from './release/release.contract.ts'
import { reportTypeEndpoints } from './reports/report-types.contract.ts'
import { reportFileEndpoints } from './reports/report-files.contract.ts'
import { reportEndpoints } from './reports/reports.contract.ts'
import { searchEndpoints } from './dashboard/search.contract.ts'
import { settingsEndpoints } from './settings/settings.contract.ts'
import { userEndpoints } from './users/users.contract.ts'
import { verificationEndpoints } from './reports/verification.contract.ts'
import { turnaroundEndpoints } from './visits/turnaround.contract.ts'
import { visitEndpoints } from './visits/visits.contract.ts'

export const contract = {
  auth: authEndpoints,
  passkeys: passkeyEndpoints,
  oidc: oidcEndpoints,
  providers: providerEndpoints,
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
  integrations: integrationEndpoints,
  fhir: fhirEndpoints,
  activity: activityEndpoints,
  search: searchEndpoints,
  settings: settingsEndpoints,
  backups: backupEndpoints,
}

export * from './access.ts'
export * from './endpoint.ts'
export * from './fallback-messages.ts'
export * from './limits.ts'
export * from './messages.ts'
export * from './reasons.ts'
export * from './record-kinds.ts'
export * from './activity/activity-actions.ts'
export * from './activity/activity.contract.ts'
export * from './auth/auth.contract.ts'
export * from './auth/auth.forms.ts'
export * from './auth/passkeys.contract.ts'
export * from './auth/lab-sign-in.contract.ts'
export * from './auth/provider-records.ts'
export * from './auth/providers.contract.ts'
export * from './auth/providers.forms.ts'
export * from './critical/critical-records.ts'
export * from './critical/critical.contract.ts'
export * from './critical/critical.forms.ts'
export * from './dashboard/dashboard.contract.ts'
export * from './dashboard/insights.contract.ts'
export * from './dashboard/search.contract.ts'
export * from './dashboard/seen-reports.ts'
export * from './dashboard/to-do-kinds.ts'
export * from './deliveries/delegates.contract.ts'
export * from './deliveries/delegates.forms.ts'
export * from './deliveries/deliveries.contract.ts'
export * from './deliveries/deliveries.forms.ts'
export * from './deliveries/delivery-lists.contract.ts'
export * from './deliveries/delivery-messages.ts'
export * from './deliveries/delivery-records.ts'
export * from './deliveries/message-templates.contract.ts'
export * from './deliveries/message-templates.forms.ts'
export * from './deliveries/sms-segments.ts'
export * from './fields/date-range.ts'
export * from './fields/fields.ts'
export * from './fields/national-id.ts'
export * from './fields/phone.ts'
export * from './fields/bulk.ts'
export * from './fields/query-fields.ts'
export * from './fields/typed-date.ts'
export * from './fields/typed-text.ts'
export * from './inbox/inbox-items.ts'
export * from './inbox/inbox-settings.contract.ts'
export * from './inbox/inbox.contract.ts'
export * from './inbox/inbox-sources.forms.ts'
export * from './inbox/inbox.forms.ts'
export * from './integrations/fhir.contract.ts'
export * from './integrations/integration-records.ts'
export * from './integrations/integrations.contract.ts'
export * from './integrations/integrations.forms.ts'
export * from './labs/labs.contract.ts'
export * from './labs/labs.forms.ts'
export * from './labs/letterheads.contract.ts'
export * from './patients/patient-filter.ts'
export * from './patients/patient-import.contract.ts'
export * from './patients/patient-records.contract.ts'
export * from './patients/patients.contract.ts'
export * from './patients/patients.forms.ts'
export * from './release/release-records.ts'
export * from './release/release.contract.ts'
export * from './release/release.forms.ts'
export * from './reports/patient-proposal.contract.ts'
export * from './reports/report-files.contract.ts'
export * from './reports/report-filter.ts'
export * from './reports/report-types.contract.ts'
export * from './reports/reports.forms.ts'
export * from './reports/reports.contract.ts'
export * from './reports/verification-code.ts'
export * from './reports/verification.contract.ts'
export * from './settings/backups.contract.ts'
export * from './settings/settings.contract.ts'
export * from './settings/settings.forms.ts'
export * from './users/preferences.contract.ts'
export * from './users/users.contract.ts'
export * from './users/users.forms.ts'
export * from './visits/turnaround.contract.ts'
export * from './visits/turnaround.forms.ts'
export * from './visits/visit-records.ts'
export * from './visits/visits.contract.ts'
export * from './visits/visits.forms.ts'
