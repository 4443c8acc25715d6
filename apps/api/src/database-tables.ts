import { activityTables } from './modules/activity/activity.tables.ts'
import { authTables } from './modules/auth/auth.tables.ts'
import { backupsTables } from './modules/backups/backups.tables.ts'
import { criticalTables } from './modules/critical/critical.tables.ts'
import { deliveriesTables } from './modules/deliveries/deliveries.tables.ts'
import { filesTables } from './modules/files/files.tables.ts'
import { idempotencyTables } from './modules/idempotency/idempotency.tables.ts'
import { inboxTables } from './modules/inbox/inbox.tables.ts'
import { insightsTables } from './modules/insights/insights.tables.ts'
import { installationTables } from './modules/installation/installation.tables.ts'
import { ENQUEUE_RECEIVER, integrationsTables } from './modules/integrations/integrations.tables.ts'
import { labsTables } from './modules/labs/labs.tables.ts'
import { patientsTables } from './modules/patients/patients.tables.ts'
import { reportTypesTables } from './modules/report-types/report-types.tables.ts'
import { reportsTables } from './modules/reports/reports.tables.ts'
import { settingsTables } from './modules/settings/settings.tables.ts'
import { stampingTables } from './modules/stamping/stamping.tables.ts'
import { usersTables } from './modules/users/users.tables.ts'
import { verificationTables } from './modules/verification/verification.tables.ts'
import { visitsTables } from './modules/visits/visits.tables.ts'
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
