import { DELIVERY_HOLDS, LANGUAGES } from '@zelab/contract'
import { z } from 'zod'
import { labs, patients, reports, reportTypes, visits, visitSlips } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { idRow, type RowOf } from '../../../platform/database/row-schema.ts'
import { holdOf } from '../sending/holds.repository.ts'
import { LINK_SESSION_MINUTES, LINK_TRIES } from './link-limits.ts'
import { EXPECTED_AT } from './visit-links.repository.ts'

/** Of the visit `v`: types that it still lacks. */
const AWAITED = `(
  select count(*)::int from visit_report_types e
   where e.visit_id = v.id and not exists (
     select 1 from reports a
      where a.visit_id = v.id and a.report_type_id = e.report_type_id and a.withdrawn_at is null))`

const slipRow = z.object({
  ...pick(visitSlips, 'id visitId'),
  language: z.enum(LANGUAGES),
  labId: from('v.lab_id', visits.labId),
  labName: from('l.name', labs.name),
  labPhone: from('l.phone', labs.phone),
  patientId: from('p.id', patients.id),
  patientName: from('p.full_name', patients.fullName),
  dateOfBirth: from('p.date_of_birth', patients.dateOfBirth),
  createdBy: visitSlips.createdBy,
  expectedAt: from(EXPECTED_AT, visits.promisedAt),
  isLate: z.boolean(),
  awaited: z.int(),
  isExpired: z.boolean(),
  hasLostVisit: z.boolean(),
  ...pick(visitSlips, 'revocation wrongTries'),
  lockedSeconds: z.number().nullable(),
  deviceHash: visitSlips.deviceHash,
  hasSession: z.boolean(),
  hasCode: z.boolean(),
})
export type Slip = RowOf<typeof slipRow>

/** The token grants access, so no caller is checked. */
export const findSlip = (
  db: Queryable,
  of: { tokenHash: Buffer; sessionHash: Buffer | null },
): Promise<Slip | undefined> =>
  db.maybeOne(
    slipRow,
    `select ${columnsOf(slipRow, 'k', {
      isLate: `coalesce(${EXPECTED_AT} < now(), false)`,
      awaited: AWAITED,
      isExpired: 'slip_ends_at(k.id) <= now()',
      hasLostVisit:
        'v.canceled_at is not null or surviving_patient(k.patient_id) is distinct from v.patient_id',
      lockedSeconds:
        'case when k.locked_until > now() then extract(epoch from k.locked_until - now())::float8 end',
      hasSession: 's.slip_id is not null',
      hasCode: 'coalesce(s.has_code, false)',
    })}
       from visit_slips k
       join visits v on v.id = k.visit_id
       join patients p on p.id = v.patient_id
       join labs l on l.id = v.lab_id
       left join link_sessions s on s.slip_id = k.id and s.token_hash = $2
         and s.used_at > now() - make_interval(mins => $3) and s.created_at > now() - make_interval(mins => $4)
      where k.token_hash = $1`,
    [of.tokenHash, of.sessionHash, LINK_SESSION_MINUTES.idle, LINK_SESSION_MINUTES.absolute],
    { name: 'find-slip' },
  )

const slipReportRow = z.object({
  ...pick(reports, 'id title'),
  typeTitle: from('r.report_type_title', reports.reportTypeTitle),
  version: reports.version,
  publishedAt: from('r.created_at', reports.createdAt),
  correctedAt: from('r.amended_at', reports.amendedAt),
  isSensitive: from('t.is_sensitive', reportTypes.isSensitive),
  hold: from(holdOf('r'), z.enum(DELIVERY_HOLDS).nullable()),
})
export type SlipReport = RowOf<typeof slipReportRow>

const REPORTS_SHOWN = 50

/** The visit's reports that were not withdrawn. Those that need no code come first. */
export const findReportsOfSlip = (
  db: Queryable,
  { visitId, patientId }: Pick<Slip, 'visitId' | 'patientId'>,
): Promise<SlipReport[]> =>
  db.query(
    slipReportRow,
    `select ${columnsOf(slipReportRow, 'r')}
       from reports r join report_types t on t.id = r.report_type_id
      where r.visit_id = $1 and r.patient_id = $2 and r.withdrawn_at is null
      order by t.is_sensitive, r.created_at, r.id limit ${REPORTS_SHOWN}`,
    [visitId, patientId],
    { name: 'find-reports-of-slip' },
  )

/** Serializes tries, openings and the end of a slip. */
export const lockSlip = async (tx: Queryable, tokenHash: Buffer): Promise<void> => {
  await tx.execute('select 1 from visit_slips where token_hash = $1 for update', [tokenHash])
}

/** Needs the slip's lock. Locks the slip at its limit. @returns the number of wrong tries */
export const countWrongSlipTry = async (tx: Queryable, id: number): Promise<number> => {
  const { wrongTries } = await tx.one(
    z.object({ wrongTries: visitSlips.wrongTries }),
    `update visit_slips set
        wrong_tries = wrong_tries + 1,
        locked_until = case when wrong_tries + 1 = $2 then now() + make_interval(mins => $3) else locked_until end
      where id = $1 returning wrong_tries as "wrongTries"`,
    [id, LINK_TRIES.untilLock, LINK_TRIES.lockMinutes],
  )
  return wrongTries
}

/** Also ends the links to its reports and their sessions. */
export const endSlip = async (tx: Queryable, id: number, why: 'staff' | 'wrong-tries'): Promise<void> => {
  await tx.execute('select end_slip($1, $2)', [id, why])
}

/** Ends slips whose link to a report is among them. */
export const endSlipsOfLinks = async (tx: Queryable, linkIds: readonly number[]): Promise<void> => {
  await tx.execute(
    `select end_slip(slip_id, 'staff') from report_links where id = any($1) and slip_id is not null`,
    [linkIds],
  )
}

export const setFirstDevice = async (tx: Queryable, id: number, deviceHash: Buffer): Promise<void> => {
  await tx.execute('update visit_slips set device_hash = coalesce(device_hash, $2) where id = $1', [
    id,
    deviceHash,
  ])
}

export const insertSlipSession = async (
  tx: Queryable,
  session: { tokenHash: Buffer; slipId: number },
): Promise<void> => {
  await tx.execute('insert into link_sessions (token_hash, slip_id) values ($1, $2)', [
    session.tokenHash,
    session.slipId,
  ])
}

/** The link of a slip to one of its reports. It has no address of its own. */
export const insertDocumentLink = async (
  tx: Queryable,
  link: { slipId: number; deliveryId: number; tokenHash: Buffer },
): Promise<void> => {
  await tx.one(
    idRow,
    `insert into report_links (delivery_id, slip_id, token_hash, expires_at)
     values ($1, $2, $3, slip_ends_at($2)) returning id`,
    [link.deliveryId, link.slipId, link.tokenHash],
  )
}
