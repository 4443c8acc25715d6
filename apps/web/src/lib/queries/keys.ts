import type { QueryClient } from '@tanstack/react-query'

/** First part of the cache keys; a list adds its filters. */
export const CACHE = {
  users: 'users',
  labs: 'labs',
  reportTypes: 'reportTypes',
  patients: 'patients',
  patient: 'patient',
  patientReports: 'patientReports',
  reports: 'reports',
  report: 'report',
  reportVersions: 'reportVersions',
  reportReaders: 'reportReaders',
  dashboard: 'dashboardData',
  toDo: 'toDo',
  activity: 'activity',
  settings: 'settings',
  backups: 'backups',
  ownSessions: 'ownSessions',
  history: 'history',
  patientChanges: 'patientChanges',
  patientMerges: 'patientMerges',
  retention: 'retention',
  mergePreview: 'mergePreview',
  search: 'search',
  patientImport: 'patientImport',
  deliveries: 'deliveries',
  sendOptions: 'sendOptions',
  patientDelivery: 'patientDelivery',
  delegates: 'delegates',
  signature: 'signature',
  inbox: 'inbox',
  visits: 'visits',
  critical: 'critical',
  release: 'release',
} as const
export type CacheName = (typeof CACHE)[keyof typeof CACHE]

/** Caches invalidated after adding a user, lab, report type or report (AMB-79). */
export const AFTER_ADD: readonly CacheName[] = [
  CACHE.users,
  CACHE.labs,
  CACHE.reportTypes,
  CACHE.patientReports,
  CACHE.dashboard,
]

/** A published, amended or withdrawn report changes lists and pages of reports, and so does a new name of a lab or report type. */
export const AFTER_REPORT_CHANGE: readonly CacheName[] = [
  ...AFTER_ADD,
  CACHE.reports,
  CACHE.report,
  CACHE.reportVersions,
  CACHE.reportReaders,
  CACHE.patients,
  CACHE.patient,
  CACHE.retention,
  CACHE.deliveries,
  CACHE.visits,
  CACHE.critical,
  CACHE.release,
]

/** Lists that show the status of a report. */
export const AFTER_STATUS_CHANGE: readonly CacheName[] = [
  CACHE.reports,
  CACHE.patient,
  CACHE.dashboard,
  CACHE.visits,
]

export const AFTER_REGISTRATION: readonly CacheName[] = [
  CACHE.patients,
  CACHE.patient,
  CACHE.dashboard,
  CACHE.visits,
]

/** A changed, merged or deleted record also appears with its reports. */
export const AFTER_RECORD_CHANGE: readonly CacheName[] = [
  ...AFTER_REGISTRATION,
  CACHE.patientReports,
  CACHE.reports,
  CACHE.report,
  CACHE.history,
  CACHE.patientChanges,
  CACHE.patientMerges,
  CACHE.retention,
  CACHE.deliveries,
  CACHE.patientDelivery,
  CACHE.delegates,
]

/** Invalidates caches and refetches visible data. Not awaited, so that no form waits for a list. */
export const invalidate = (client: QueryClient, names: readonly CacheName[]): void => {
  for (const name of names) void client.invalidateQueries({ queryKey: [name] })
}
