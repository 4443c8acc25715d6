import { LINK_DAYS, SLIP_PAPERS, type LANGUAGES } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { labDeliverySettings, labs, visits, visitSlips } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

/** Of the visit `v`. */
export const EXPECTED_AT = 'coalesce(v.promised_at, v.target_at)'

const visitRow = z.object({
  ...pick(visits, 'id patientId labId'),
  labName: from('l.name', labs.name),
  labPhone: from('l.phone', labs.phone),
  slipPaper: from(`coalesce(d.slip_paper, '${SLIP_PAPERS[0]}')`, labDeliverySettings.slipPaper),
  expectedAt: from(EXPECTED_AT, visits.promisedAt),
  isReady: z.boolean(),
  isCanceled: z.boolean(),
  isOn: z.boolean(),
})
type LinkedVisit = RowOf<typeof visitRow>

export const findVisitToLink = (
  scope: LabScope,
  db: Queryable,
  id: number,
): Promise<LinkedVisit | undefined> =>
  db.maybeOne(
    visitRow,
    (parameters) => `select ${columnsOf(visitRow, 'v', {
      isReady: `not v.is_awaited and exists (
              select 1 from reports r where r.visit_id = v.id and r.withdrawn_at is null)`,
      isCanceled: 'v.canceled_at is not null',
      isOn: 'coalesce(s.is_on and s.gives_links, false)',
    })}
       from visits v
       join labs l on l.id = v.lab_id
       left join lab_visit_settings s on s.lab_id = v.lab_id
       left join lab_delivery_settings d on d.lab_id = v.lab_id
      where v.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'v.lab_id')}`,
  )

/**
 * A trigger makes a row of `visit_slips` of it, which every request reads, and ends the earlier one. Earlier versions
 * of the program read this table.
 */
export const saveVisitLink = async (
  tx: Queryable,
  link: {
    visitId: number
    tokenHash: Buffer
    language: (typeof LANGUAGES)[number]
    createdBy: number
  },
): Promise<void> => {
  await tx.execute(
    `insert into visit_links (visit_id, token_hash, language, created_by, expires_at)
     select v.id, $2, $3, $4,
            greatest(now(), ${EXPECTED_AT}) + coalesce(d.link_days, ${LINK_DAYS.default}) * interval '24 hours'
       from visits v left join lab_delivery_settings d on d.lab_id = v.lab_id
      where v.id = $1
     on conflict (visit_id) do update set
       token_hash = excluded.token_hash, language = excluded.language, expires_at = excluded.expires_at,
       created_by = excluded.created_by, created_at = now()`,
    [link.visitId, link.tokenHash, link.language, link.createdBy],
  )
}

const endRow = z.object({ endsAt: from('slip_ends_at(k.id)', visitSlips.createdAt) })

export const findSlipEnd = async (tx: Queryable, tokenHash: Buffer): Promise<string> =>
  (
    await tx.one(endRow, `select ${columnsOf(endRow, 'k')} from visit_slips k where k.token_hash = $1`, [
      tokenHash,
    ])
  ).endsAt

/** True if a link was not ended yet. */
export const endLinkOfVisit = async (tx: Queryable, visitId: number): Promise<boolean> => {
  await tx.execute('update visit_links set expires_at = now() where visit_id = $1 and expires_at > now()', [
    visitId,
  ])
  const ended = await tx.execute(
    `select end_slip(id, 'staff') from visit_slips where visit_id = $1 and revoked_at is null`,
    [visitId],
  )
  return ended > 0
}

const KEPT_DAYS = 30

/** Rows that only earlier versions of the program read. */
export const deleteOldVisitLinks = (db: Queryable, limit: number): Promise<number> =>
  db.execute(
    `delete from visit_links where visit_id in (
       select visit_id from visit_links where expires_at < now() - make_interval(days => $2)
        order by expires_at limit $1)`,
    [limit, KEPT_DAYS],
  )
