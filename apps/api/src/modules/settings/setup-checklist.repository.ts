import type { SetupChecklist } from '@zelab/contract'
import { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'

const checklistRow = z.object({
  hasLab: z.boolean(),
  hasStaff: z.boolean(),
  hasReportType: z.boolean(),
  hasTestMail: z.boolean(),
  hasBackup: z.boolean(),
  isDismissed: z.boolean(),
})

/** Each step checks for one row, using an index where there may be many. */
export const readSetupChecklist = (db: Queryable): Promise<SetupChecklist> =>
  db.one(
    checklistRow,
    `select exists (select from labs) as "hasLab",
            exists (select from users where user_type_id between 2 and 4) as "hasStaff",
            exists (select from report_types) as "hasReportType",
            exists (select from activity_log where action = 'mail.test') as "hasTestMail",
            exists (select from backup_runs where kind = 'backup' and state = 'done') as "hasBackup",
            exists (select from activity_log where action = 'settings.first-steps') as "isDismissed"`,
  )
