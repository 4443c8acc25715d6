import { z } from 'zod'
import { labMessageTemplates } from '../../../core/tables.gen.ts'
import { insertion, pick, type NewRecord } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { neverNull, type RowOf } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'

const templateRow = z.object({
  ...pick(labMessageTemplates, 'id language purpose'),
  template: neverNull(labMessageTemplates.template),
})
export type StoredTemplate = RowOf<typeof templateRow>

/** The newest row per language and purpose, unless it restored the built-in text. */
export const ownTemplates = (labId: string): string => `
  select id, language, purpose, template
    from (select distinct on (language, purpose) id, language, purpose, template
            from lab_message_templates where lab_id = ${labId}
           order by language, purpose, id desc) newest
   where template is not null`

export const findTemplates = (db: Queryable, labId: number): Promise<StoredTemplate[]> =>
  db.query(templateRow, `${ownTemplates('$1')} order by language, purpose`, [labId])

const newRow = z.object(pick(labMessageTemplates, 'labId language purpose template savedBy'))

export const insertTemplate = async (tx: Queryable, template: NewRecord<typeof newRow>): Promise<void> => {
  const parameters = new SqlParameters()
  const added = insertion(newRow, template, parameters)
  await tx.execute(`insert into lab_message_templates ${added}`, parameters.values)
}
