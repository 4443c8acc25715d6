import { z } from 'zod'
import { inboxRules, inboxSettings, reportTypes } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

const patternRow = z.object({ fileNamePattern: inboxSettings.fileNamePattern })
const ruleRow = z.object({
  ...pick(inboxRules, 'field contains reportTypeId'),
  reportTypeTitle: from('t.title', reportTypes.title),
  title: inboxRules.title,
})
export type StoredRule = RowOf<typeof ruleRow>

export interface StoredInboxSettings {
  fileNamePattern: string | null
  rules: StoredRule[]
}

export const findInboxSettings = async (db: Queryable, labId: number): Promise<StoredInboxSettings> => {
  const pattern = await db.maybeOne(
    patternRow,
    `select ${columnsOf(patternRow)} from inbox_settings where lab_id = $1`,
    [labId],
    { name: 'find-inbox-pattern' },
  )
  const rules = await db.query(
    ruleRow,
    `select ${columnsOf(ruleRow, 'r')}
       from inbox_rules r join report_types t on t.id = r.report_type_id
      where r.lab_id = $1 order by r.position`,
    [labId],
    { name: 'find-inbox-rules' },
  )
  return { fileNamePattern: pattern?.fileNamePattern ?? null, rules }
}

export const saveFileNamePattern = async (
  tx: Queryable,
  labId: number,
  fileNamePattern: string | null,
): Promise<void> => {
  await tx.execute(
    `insert into inbox_settings (lab_id, file_name_pattern) values ($1, $2)
     on conflict (lab_id) do update set file_name_pattern = excluded.file_name_pattern`,
    [labId, fileNamePattern],
  )
}

export const replaceRules = async (
  tx: Queryable,
  labId: number,
  rules: readonly { field: string; contains: string; reportTypeId: number; title: string }[],
): Promise<void> => {
  await tx.execute('delete from inbox_rules where lab_id = $1', [labId])
  await tx.execute(
    `insert into inbox_rules (lab_id, position, field, contains, report_type_id, title)
     select $1, position - 1, field, contains, type_id, title
       from unnest($2::text[], $3::text[], $4::bigint[], $5::text[]) with ordinality
            as r (field, contains, type_id, title, position)`,
    [
      labId,
      rules.map(({ field }) => field),
      rules.map(({ contains }) => contains),
      rules.map(({ reportTypeId }) => reportTypeId),
      rules.map(({ title }) => title),
    ],
  )
}
