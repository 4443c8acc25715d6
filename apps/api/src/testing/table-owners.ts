/** The module whose repositories write a table. Tables of `core` and `platform` serve several modules. */
const TABLE_OWNERS: Readonly<Record<string, string>> = {
  activity: 'activity_log activity_seal_state activity_seals',
  auth: `known_devices lab_sign_in_settings passkey_challenges passkeys password_resets provider_links provider_logouts
    provider_requests recovery_codes session_tokens sessions sign_in_links sign_in_providers`,
  backups: 'backup_choice backup_runs backup_setup',
  core: 'rate_limits',
  critical: 'critical_calls critical_notices critical_results lab_critical_contacts lab_critical_settings',
  deliveries: `deliveries delivery_events lab_delivery_settings lab_message_templates link_codes link_sessions report_announcements
    report_calls report_links unopened_deliveries unreached_reports visit_links visit_slips`,
  files: 'orphaned_uploads page_images report_files',
  idempotency: 'idempotency_keys',
  inbox: 'inbox_items inbox_messages inbox_rules inbox_settings inbox_sources',
  insights: 'daily_total_changes daily_totals daily_totals_state report_openings',
  installation: 'held_jobs held_sendings installation',
  integrations: `integration_assertions integration_reports integration_sendings integration_tokens integrations
    report_change_backlog report_corrections`,
  labs: 'labs',
  patients: `legal_holds patient_changes patient_consents patient_delegates patient_import_rows patient_imports
    patient_languages patient_merges patients`,
  platform: 'sent_messages',
  'report-types': 'report_types',
  reports: 'lab_release_settings report_versions reports unreleased_reports',
  settings: 'settings settings_updates',
  stamping: 'lab_letterheads signatures stamped_files',
  triggers: 'record_counts report_changes',
  users: 'user_preferences users',
  verification: 'verification_codes verification_lookups viewing_passes',
  visits: 'lab_calendars lab_turnaround_targets lab_visit_settings referrers visit_report_types visits',
}

const MERGE = 'A merge moves the records of a patient in one transaction.'
const NEW_KEY = 'Without the previous key, what it encrypted is removed.'

/** Writes of another module's tables. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'auth users': 'Passwords and second factors are columns of the user.',
  'critical inbox_items': 'An item of a critical result escalates like the result.',
  'inbox report_files': 'A file is removed with its item by one statement.',
  'installation activity_seal_state': NEW_KEY,
  'installation integrations': NEW_KEY,
  'installation lab_sign_in_settings': NEW_KEY,
  'installation provider_requests': NEW_KEY,
  'installation recovery_codes': NEW_KEY,
  'installation sessions': NEW_KEY,
  'installation sign_in_providers': NEW_KEY,
  'installation users': NEW_KEY,
  'patients reports': MERGE,
  'patients unreleased_reports': MERGE,
  'patients visits': MERGE,
  'reports report_files': 'The file of a discarded report returns to its inbox item.',
  'visits reports': 'The visit is a column of the report; both are locked together.',
}

const ownerOf = new Map(
  Object.entries(TABLE_OWNERS).flatMap(([module, tables]) =>
    tables.split(/\s+/).map((table) => [table, module] as const),
  ),
)
export const ownedTables = (): string[] => [...ownerOf.keys()]

const WRITE = /(?<!\b(?:for|do|key)\s+)\b(?:insert\s+into|update|delete\s+from)\s+(\w+)/gi

export const tablesWrittenBy = (text: string): string[] =>
  Array.from(text.matchAll(WRITE), ([, table = '']) => table.toLowerCase())

/** @param site such as `src/modules/labs/labs.repository.ts:12:23` */
export const foreignWritesOf = (site: string, text: string): string[] => {
  const module = /^src\/modules\/([\w-]+)\//.exec(site)?.[1]
  // A restore writes every table, and tests prepare any record.
  if (module === undefined || module === 'backups' || site.includes('.test.ts:')) return []
  return tablesWrittenBy(text)
    .filter(
      (table) => ownerOf.has(table) && ownerOf.get(table) !== module && !EXCEPTIONS[`${module} ${table}`],
    )
    .map((table) => `${site} writes ${table}, a table of ${ownerOf.get(table)} (testing/table-owners.ts)`)
}
