import type { TemplatePurpose, Language } from '@zelab/contract'
import { z } from 'zod'
import { labMessageTemplates } from '../../../core/tables.gen.ts'
import { pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { neverNull, type RowOf } from '../../../platform/database/row-schema.ts'

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

export const insertTemplate = async (
  tx: Queryable,
  row: {
    labId: number
    language: Language
    purpose: TemplatePurpose
    template: string | null
    savedBy: number
  },
): Promise<void> => {
  await tx.execute(
    `insert into lab_message_templates (lab_id, language, purpose, template, saved_by)
     values ($1, $2, $3, $4, $5)`,
    [row.labId, row.language, row.purpose, row.template, row.savedBy],
  )
}
