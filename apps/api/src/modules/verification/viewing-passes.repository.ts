import { VIEWING_PASS } from '@zelab/contract'
import { z } from 'zod'
import { isSuspended } from '../../core/conditions.ts'
import { reportFiles, reports, viewingPasses } from '../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { DELEGATE_OF_PATIENT, hasAccess } from '../patients/delegates/delegate-condition.ts'
import { neverNull, type RowOf } from '../../platform/database/row-schema.ts'

/** Like the pages of the link, for its recipient. @param today a parameter */
const isOpenLink = (
  today: string,
): string => `l.revoked_at is null and coalesce(slip_ends_at(l.slip_id), l.expires_at) > now() and exists (
  select 1 from deliveries d
    join reports e on e.id = d.report_id
    join patients p on p.id = e.patient_id
    left join lab_delivery_settings s on s.lab_id = p.lab_id
   where d.id = l.delivery_id and (d.delegate_id is null or exists (
     select 1 from patient_delegates g
      where g.id = d.delegate_id and ${DELEGATE_OF_PATIENT} and ${hasAccess(today)})))`

const VALID = `created_at > now() - make_interval(mins => ${VIEWING_PASS.minutes})`

/** Serializes passes of one link. */
export const lockLinkOfPass = async (tx: Queryable, linkId: number): Promise<void> => {
  await tx.execute('select 1 from report_links where id = $1 for update', [linkId])
}

/** Ends the earlier pass of the link. */
export const insertPass = async (
  tx: Queryable,
  pass: { linkId: number; reportId: number; codeHash: Buffer },
): Promise<void> => {
  await tx.execute(
    'update viewing_passes set code_hash = null where link_id = $1 and code_hash is not null',
    [pass.linkId],
  )
  await tx.execute('insert into viewing_passes (link_id, report_id, code_hash) values ($1, $2, $3)', [
    pass.linkId,
    pass.reportId,
    pass.codeHash,
  ])
}

export const countLatePasses = (db: Queryable, linkId: number): Promise<number> =>
  db.countRows(
    `select count(*) as count from viewing_passes where link_id = $1 and created_at > now() - interval '1 hour'`,
    [linkId],
  )

const passRow = z.object({
  ...pick(viewingPasses, 'createdAt usedAt'),
  isValid: z.boolean(),
})
export type Pass = RowOf<typeof passRow>

export const findNewestPass = (db: Queryable, linkId: number): Promise<Pass | undefined> =>
  db.maybeOne(
    passRow,
    `select ${columnsOf(passRow, '', { isValid: `code_hash is not null and ${VALID}` })}
       from viewing_passes where link_id = $1 order by id desc limit 1`,
    [linkId],
  )

const usedRow = z.object({ id: viewingPasses.id })

/** Only one of two concurrent requests succeeds. */
export const usePass = (
  tx: Queryable,
  pass: { reportId: number; codeHash: Buffer; sessionHash: Buffer; today: string },
): Promise<{ id: number } | undefined> =>
  tx.maybeOne(
    usedRow,
    `update viewing_passes p set code_hash = null, used_at = now(), session_hash = $3
      where p.report_id = $1 and p.code_hash = $2 and p.${VALID}
        and exists (select 1 from reports r where r.id = p.report_id and r.withdrawn_at is null and not ${isSuspended('r')})
        and exists (select 1 from report_links l
                     where l.id = p.link_id and ${isOpenLink('$4')})
      returning p.id`,
    [pass.reportId, pass.codeHash, pass.sessionHash, pass.today],
  )

const shownFileRow = z.object({
  ...pick(reportFiles, 'name originalName mediaType sizeBytes'),
  checksum: z.string(),
  reportId: from('r.id', reports.id),
  reportTitle: from('r.title', reports.title),
  version: from('r.version', reports.version),
  labId: from('r.lab_id', reports.labId),
  endsAt: neverNull(viewingPasses.usedAt),
})
export type ShownFile = RowOf<typeof shownFileRow>

/** The current file, for ten minutes after use, while report and link are valid. */
export const findShownFile = (
  db: Queryable,
  of: { code: string; sessionHash: Buffer; today: string },
): Promise<ShownFile | undefined> =>
  db.maybeOne(
    shownFileRow,
    `select ${columnsOf(shownFileRow, 'f', {
      checksum: "encode(f.sha256, 'hex')",
      endsAt: `p.used_at + make_interval(mins => ${VIEWING_PASS.minutes})`,
    })}
       from viewing_passes p
       join verification_codes c on c.report_id = p.report_id and c.code = $1
       join report_links l on l.id = p.link_id and ${isOpenLink('$3')}
       join reports r on r.id = p.report_id and r.withdrawn_at is null and not ${isSuspended('r')}
       join report_files f on f.id = r.file_id
      where p.session_hash = $2
        and p.used_at > now() - make_interval(mins => ${VIEWING_PASS.minutes})`,
    [of.code, of.sessionHash, of.today],
  )

/** Older than a day. Returns the number of deleted rows. */
export const deleteOldPasses = (db: Queryable, limit: number): Promise<number> =>
  db.execute(
    `delete from viewing_passes where id in (
       select id from viewing_passes where created_at < now() - interval '1 day' order by created_at limit $1)`,
    [limit],
  )
