/** Kinds of records that screens show: a read shows one, by default its module's, and a write changes some. */
export const RECORD_KINDS = [
  'users',
  'labs',
  'reportTypes',
  'patients',
  'retention',
  'patientImport',
  'reports',
  'release',
  'inbox',
  'visits',
  'critical',
  'deliveries',
  /** Contacts, consents and ways of reaching a patient. */
  'sendOptions',
  'delegates',
  'dashboard',
  'toDo',
  'activity',
  'settings',
  'backups',
  'letterheads',
  'auth',
  'preferences',
  /** Answers about input, which no write makes stale. */
  'checks',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** After adding a user, lab or report type (AMB-79). */
export const ADDED = ['users', 'labs', 'reportTypes', 'reports', 'dashboard'] as const

/** A published, amended or withdrawn report, or a new name of a lab or report type. */
export const REPORT_CHANGED = [
  ...ADDED,
  'patients',
  'retention',
  'deliveries',
  'visits',
  'critical',
  'release',
] as const

/** Also removes a file from the inbox, or returns it. */
export const RELEASE_CHANGED = [...REPORT_CHANGED, 'inbox'] as const

/** Lists that show the status of a report. */
export const STATUS_CHANGED = ['reports', 'patients', 'dashboard', 'visits'] as const

export const VISIT_CHANGED = [...STATUS_CHANGED, 'toDo', 'deliveries'] as const

export const CRITICAL_CHANGED = [
  ...STATUS_CHANGED,
  'critical',
  'deliveries',
  'sendOptions',
  'release',
  'toDo',
] as const

export const REGISTERED = ['patients', 'dashboard', 'visits'] as const

/** A changed, merged or deleted record also appears with its reports. */
export const PATIENT_CHANGED = [
  ...REGISTERED,
  'retention',
  'reports',
  'activity',
  'deliveries',
  'sendOptions',
  'delegates',
] as const

/** Reports without a letterhead are stamped when opened. The set-up lists the letterhead. */
export const LETTERHEAD_CHANGED = ['labs', 'reports', 'dashboard'] as const
