import { LANGUAGES, LINK_DAYS } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { labs, patients, reports, users, visitLinks, visits } from '../../../core/tables.gen.ts'
import { columnsOf, from } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { holdOf } from '../sending/holds.repository.ts'

const EXPECTED_AT = 'coalesce(v.promised_at, v.target_at)'

/** The first report of the visit `v` that its patient may open; one that needs no code comes first. */
const FIRST_REPORT = `
  select r.id, r.created_at from reports r join report_types t on t.id = r.report_type_id
   where r.visit_id = v.id and r.withdrawn_at is null and ${holdOf('r')} is null
   order by t.is_sensitive, r.created_at, r.id limit 1`

const visitRow = z.object({
  id: visits.id,
  patientId: visits.patientId,
  labId: visits.labId,
  labName: from('l.name', labs.name),
  labPhone: from('l.phone', labs.phone),
  expectedAt: from(EXPECTED_AT, visits.promisedAt),
  isCanceled: z.boolean(),
  isOn: z.boolean(),
  linkDays: z.int(),
})
export type LinkedVisit = RowOf<typeof visitRow>

export const findVisitToLink = (
  scope: LabScope,
  db: Queryable,
  id: number,
): Promise<LinkedVisit | undefined> => {
  const parameters = new SqlParameters()
  return db.maybeOne(
    visitRow,
    `select ${columnsOf(visitRow, 'v', {
      isCanceled: 'v.canceled_at is not null',
      isOn: 'coalesce(s.is_on and s.gives_links, false)',
      linkDays: `coalesce(d.link_days, ${LINK_DAYS.default})`,
    })}
       from visits v
       join labs l on l.id = v.lab_id
       left join lab_visit_settings s on s.lab_id = v.lab_id
       left join lab_delivery_settings d on d.lab_id = v.lab_id
      where v.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'v.lab_id')}`,
    parameters.values,
  )
}

/** Ends the visit's earlier link. @param link.expiresAt an instant, ISO 8601 */
export const saveVisitLink = async (
  tx: Queryable,
  link: {
    visitId: number
    tokenHash: Buffer
    language: (typeof LANGUAGES)[number]
    expiresAt: string
    createdBy: number
  },
): Promise<void> => {
  await tx.execute(
    `insert into visit_links (visit_id, token_hash, language, expires_at, created_by)
     values ($1, $2, $3, $4, $5)
     on conflict (visit_id) do update set
       token_hash = excluded.token_hash, language = excluded.language, expires_at = excluded.expires_at,
       created_by = excluded.created_by, created_at = now()`,
    [link.visitId, link.tokenHash, link.language, link.expiresAt, link.createdBy],
  )
}

const linkRow = z.object({
  visitId: visitLinks.visitId,
  language: z.enum(LANGUAGES),
  labName: from('l.name', labs.name),
  labPhone: from('l.phone', labs.phone),
  patientName: from('p.full_name', patients.fullName),
  expectedAt: from(EXPECTED_AT, visits.promisedAt),
  isLate: z.boolean(),
  isEnded: z.boolean(),
  createdBy: from('k.created_by', users.id),
  reportId: from('r.id', reports.id.nullable()),
  publishedAt: from('r.created_at', reports.createdAt.nullable()),
})

/** Not yet a link to a report. `report` is the one that it becomes a link to. */
export type VisitLink = Pick<
  RowOf<typeof linkRow>,
  'visitId' | 'language' | 'labName' | 'labPhone' | 'expectedAt' | 'isLate' | 'isEnded' | 'createdBy'
> & {
  report: { id: number; delegateId: null; patientName: string; publishedAt: string } | undefined
}

/** The token grants access, so no caller is checked. */
export const findVisitLink = async (db: Queryable, tokenHash: Buffer): Promise<VisitLink | undefined> => {
  const row = await db.maybeOne(
    linkRow,
    `select ${columnsOf(linkRow, 'k', {
      isLate: `coalesce(${EXPECTED_AT} < now(), false)`,
      isEnded: 'k.expires_at <= now() or v.canceled_at is not null',
    })}
       from visit_links k
       join visits v on v.id = k.visit_id
       join patients p on p.id = v.patient_id
       join labs l on l.id = v.lab_id
       left join lateral (${FIRST_REPORT}) r on true
      where k.token_hash = $1`,
    [tokenHash],
    { name: 'find-visit-link' },
  )
  if (!row) return undefined
  const { reportId: id, publishedAt, patientName, ...link } = row
  const report =
    id === null || publishedAt === null ? undefined : { id, delegateId: null, patientName, publishedAt }
  return { ...link, report }
}

/** False if another request took it. */
export const takeVisitLink = async (tx: Queryable, tokenHash: Buffer): Promise<boolean> =>
  (await tx.execute('delete from visit_links where token_hash = $1', [tokenHash])) === 1

/** True if a link was valid. It says so for a while. */
export const endLinkOfVisit = async (tx: Queryable, visitId: number): Promise<boolean> =>
  (await tx.execute('update visit_links set expires_at = now() where visit_id = $1 and expires_at > now()', [
    visitId,
  ])) === 1

const KEPT_DAYS = 30

/** For a while, an ended link says so. */
export const deleteOldVisitLinks = (db: Queryable, limit: number): Promise<number> =>
  db.execute(
    `delete from visit_links where visit_id in (
       select visit_id from visit_links where expires_at < now() - make_interval(days => $2)
        order by expires_at limit $1)`,
    [limit, KEPT_DAYS],
  )
