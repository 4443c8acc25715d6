import { activityTables } from './modules/activity/activity-seal.repository.ts'
import { authTables } from './modules/auth/auth.tables.ts'
import { backupsTables } from './modules/backups/backups.repository.ts'
import { criticalTables } from './modules/critical/critical.tables.ts'
import { deliveriesTables } from './modules/deliveries/deliveries.tables.ts'
import { filesTables } from './modules/files/report-files.repository.ts'
import { idempotencyTables } from './modules/idempotency/idempotency.repository.ts'
import { inboxTables } from './modules/inbox/items/inbox-items.repository.ts'
import { insightsTables } from './modules/insights/daily-totals.repository.ts'
import { installationTables } from './modules/installation/installation.repository.ts'
import { ENQUEUE_RECEIVER, integrationsTables } from './modules/integrations/integrations.tables.ts'
import { labsTables } from './modules/labs/labs.repository.ts'
import { patientsTables } from './modules/patients/patients.tables.ts'
import { reportTypesTables } from './modules/report-types/report-types.repository.ts'
import { reportsTables } from './modules/reports/reports.tables.ts'
import { settingsTables } from './modules/settings/settings.repository.ts'
import { stampingTables } from './modules/stamping/copies/stamped-files.repository.ts'
import { usersTables } from './modules/users/users.repository.ts'
import { verificationTables } from './modules/verification/verification.repository.ts'
import { visitsTables } from './modules/visits/visits.repository.ts'
import type { ApplicationRights, Tables } from './platform/database/table-rights.ts'

/** The module whose repositories write a table. Tables of `core` and `platform` serve several modules. */
export const MODULE_TABLES: Readonly<Record<string, Tables>> = {
  activity: activityTables,
  auth: authTables,
  backups: backupsTables,
  core: {
    rate_limits: { changes: 'attempts window_started_at waits_until', removes: true },
  },
  critical: criticalTables,
  deliveries: deliveriesTables,
  files: filesTables,
  idempotency: idempotencyTables,
  inbox: inboxTables,
  insights: insightsTables,
  installation: installationTables,
  integrations: integrationsTables,
  labs: labsTables,
  patients: patientsTables,
  platform: {
    sent_messages: { changes: 'sent_at', removes: true },
  },
  'report-types': reportTypesTables,
  reports: reportsTables,
  settings: settingsTables,
  stamping: stampingTables,
  triggers: {
    record_counts: { changes: 'n' },
    report_changes: {},
  },
  users: usersTables,
  verification: verificationTables,
  visits: visitsTables,
}

export const APPLICATION_RIGHTS: ApplicationRights = {
  tables: Object.fromEntries(Object.values(MODULE_TABLES).flatMap((tables) => Object.entries(tables))),
  views: 'day_volumes day_volumes_state settled_requests throttles unclaimed_files volume_changes',
  functions: [ENQUEUE_RECEIVER],
}
