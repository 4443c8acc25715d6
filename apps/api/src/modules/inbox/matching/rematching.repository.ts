import type { ReportFileMediaType } from '@zelab/contract'
import { z } from 'zod'
import { inboxItems, inboxSources, reportFiles } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { identityRow, type ItemIdentity } from './identity.ts'
import type { Verdict } from './judge.ts'

const matchableRow = z.object({
  ...pick(inboxItems, 'id labId match revision isReadWhole hasCodesRead'),
  identity: from('i.hints', identityRow.nullable()),
  sourceId: inboxItems.sourceId,
  publishesAutomatically: from('s.publishes_automatically', inboxSources.publishesAutomatically.nullable()),
  fileName: from('f.name', reportFiles.name.nullable()),
  mediaType: from('f.media_type', z.enum(['application/pdf', 'image/jpeg', 'image/png']).nullable()),
  sizeBytes: from('f.size_bytes', reportFiles.sizeBytes.nullable()),
})
export type MatchableItem = Omit<RowOf<typeof matchableRow>, 'mediaType'> & {
  mediaType: ReportFileMediaType | null
}

export const findMatchable = (db: Queryable, itemId: number): Promise<MatchableItem | undefined> =>
  db.maybeOne(
    matchableRow,
    `select ${columnsOf(matchableRow, 'i')}
       from inbox_items i
       left join report_files f on f.id = i.file_id
       left join inbox_sources s on s.id = i.source_id and s.is_on and s.removed_at is null
      where i.id = $1 and i.state = 'open'`,
    [itemId],
  )

/**
 * Returns false if the item was closed or its sender changed it meanwhile.
 * @param withCodes patient details including the barcodes
 */
export const updateMatch = async (
  tx: Queryable,
  { id, revision }: Pick<MatchableItem, 'id' | 'revision'>,
  { match, patientId }: Verdict,
  withCodes?: ItemIdentity,
): Promise<boolean> => {
  const identity = withCodes && {
    hints: withCodes.hints,
    codes: withCodes.codes,
    isStated: withCodes.isStated,
  }
  const changed = await tx.execute(
    `update inbox_items
        set match = $2, patient_id = $3, matched_at = now(), hints = coalesce($4::jsonb, hints),
            has_codes_read = has_codes_read or $4 is not null
      where id = $1 and state = 'open' and revision = $5`,
    [id, match, patientId, identity ? JSON.stringify(identity) : null, revision],
  )
  return changed > 0
}

export const findWithoutCodes = (
  db: Queryable,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> =>
  db.findIds(
    `select i.id from inbox_items i
      where i.state = 'open' and not i.has_codes_read and i.id > $1 order by i.id limit $2`,
    [after, limit],
    { name: 'find-without-codes' },
  )

/** Open items without a certain patient whose lab has newer patients, oldest first. */
export const findToRematch = (db: Queryable, limit: number): Promise<number[]> =>
  db.findIds(
    `select i.id
       from (select l.id, (select p.created_at from patients p where p.lab_id = l.id
                            order by p.created_at desc, p.id desc limit 1) as registered_at
               from labs l) lab
       cross join lateral (
         select i.id, i.matched_at from inbox_items i
          where i.lab_id = lab.id and i.state = 'open' and i.match <> 'green' and i.matched_at < lab.registered_at
          order by i.matched_at limit $1) i
      order by i.matched_at limit $1`,
    [limit],
  )

/** Until the next registration. */
export const postponeRematch = async (db: Queryable, id: number): Promise<void> => {
  await db.execute('update inbox_items set matched_at = now() where id = $1', [id])
}
