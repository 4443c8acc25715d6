import {
  CALL_OUTCOMES,
  CRITICAL_CAUSES,
  CRITICAL_CLOSINGS,
  REFERRER_KINDS,
  type CriticalCallFields,
  type CriticalOfReport,
  type CriticalResult,
} from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { labCondition } from '../../core/conditions.ts'
import { criticalResults, patients, referrers, users } from '../../core/tables.gen.ts'
import { columnsOf, from, insertion, type NewRecord } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { idRow, type RowOf } from '../../platform/database/row-schema.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'

/** A report, or one that awaits release. */
export type Subject = { reportId: number } | { unreleasedId: number }

export const ofSubject = (subject: Subject): { condition: string; id: number } =>
  'reportId' in subject
    ? { condition: 'c.report_id = $1', id: subject.reportId }
    : { condition: 'c.unreleased_id = $1 and c.report_id is null', id: subject.unreleasedId }

const callRow = z.object({
  id: z.int(),
  by: z.object({ fullName: z.string() }),
  person: z.string(),
  role: z.string(),
  phone: z.string().nullable(),
  beganAt: z.iso.datetime({ offset: true }),
  endedAt: z.iso.datetime({ offset: true }),
  readOut: z.string().nullable(),
  outcome: z.enum(CALL_OUTCOMES),
  recordedAt: z.iso.datetime({ offset: true }),
})

const CALLS = `
  (select coalesce(json_agg(json_build_object(
            'id', k.id, 'by', json_build_object('fullName', b.full_name), 'person', k.person, 'role', k.person_role,
            'phone', k.phone, 'beganAt', k.began_at, 'endedAt', k.ended_at, 'readOut', k.read_out,
            'outcome', k.outcome, 'recordedAt', k.recorded_at) order by k.id), '[]')
     from critical_calls k join users b on b.id = k.called_by where k.critical_result_id = c.id)`

const resultRow = z.object({
  id: criticalResults.id,
  cause: from('c.cause', z.enum(CRITICAL_CAUSES)),
  flaggedAt: criticalResults.flaggedAt,
  flaggedByName: from('coalesce(s.name, f.full_name)', users.fullName),
  dueAt: criticalResults.dueAt,
  targetMinutes: criticalResults.targetMinutes,
  escalations: criticalResults.escalations,
  informedAt: criticalResults.informedAt,
  closedAt: criticalResults.closedAt,
  closerName: from('z.full_name', users.fullName.nullable()),
  closing: from('c.closing', z.enum(CRITICAL_CLOSINGS).nullable()),
  closingReason: criticalResults.closingReason,
  messageAllowedAt: criticalResults.messageAllowedAt,
  allowerName: from('a.full_name', users.fullName.nullable()),
  messageReason: criticalResults.messageReason,
  calls: from(CALLS, z.array(callRow)),
})

const toResult = (row: RowOf<typeof resultRow>): CriticalResult => ({
  id: row.id,
  cause: row.cause,
  flaggedAt: row.flaggedAt,
  flaggedBy: { fullName: row.flaggedByName },
  dueAt: row.dueAt,
  targetMinutes: row.targetMinutes,
  escalations: row.escalations,
  informedAt: row.informedAt,
  closed:
    row.closedAt === null || row.closing === null
      ? null
      : {
          at: row.closedAt,
          by: row.closerName === null ? null : { fullName: row.closerName },
          as: row.closing,
          reason: row.closingReason,
        },
  messageAllowed:
    row.messageAllowedAt === null
      ? null
      : { at: row.messageAllowedAt, by: { fullName: row.allowerName ?? '' }, reason: row.messageReason },
  calls: row.calls.map((call) => ({
    ...call,
    beganAt: new Date(call.beganAt).toISOString(),
    endedAt: new Date(call.endedAt).toISOString(),
    recordedAt: new Date(call.recordedAt).toISOString(),
  })),
})

/** A report is corrected a few times at most; older results stay in the activity log. */
const RESULTS_SHOWN = 50

export const findResults = async (db: Queryable, subject: Subject): Promise<CriticalResult[]> => {
  const { condition, id } = ofSubject(subject)
  const rows = await db.query(
    resultRow,
    `select ${columnsOf(resultRow, 'c')}
       from critical_results c
       join users f on f.id = c.flagged_by
       left join inbox_sources s on s.id = c.source_id
       left join users z on z.id = c.closed_by
       left join users a on a.id = c.message_allowed_by
      where ${condition} order by c.id desc limit ${RESULTS_SHOWN}`,
    [id],
  )
  return rows.map(toResult)
}

const contextRow = z.object({
  labId: from('p.lab_id', patients.labId),
  patientId: from('p.id', patients.id),
  referrerName: from('f.name', referrers.name.nullable()),
  referrerKind: from('f.kind', z.enum(REFERRER_KINDS).nullable()),
  referrerPhone: from('f.phone', referrers.phone),
})

const ROLES = { doctor: 'Doctor', clinic: 'Clinic' } as const

/** The patient with the lab, and who referred the patient by the report's visit. */
export const findContext = async (
  db: Queryable,
  subject: Subject,
): Promise<{ labId: number; patientId: number; referrer: CriticalOfReport['referrer'] }> => {
  const table = 'reportId' in subject ? 'reports' : 'unreleased_reports'
  const { labId, patientId, referrerName, referrerKind, referrerPhone } = await db.one(
    contextRow,
    `select ${columnsOf(contextRow)}
       from ${table} r join patients p on p.id = r.patient_id
       left join visits v on v.id = r.visit_id left join referrers f on f.id = v.referrer_id
      where r.id = $1`,
    [ofSubject(subject).id],
  )
  return {
    labId,
    patientId,
    referrer:
      referrerName === null || referrerKind === null
        ? null
        : { name: referrerName, role: ROLES[referrerKind], phone: referrerPhone },
  }
}

const newResultRow = z.object({
  reportId: criticalResults.reportId,
  unreleasedId: criticalResults.unreleasedId,
  labId: criticalResults.labId,
  cause: criticalResults.cause,
  flaggedBy: criticalResults.flaggedBy,
  flaggedAt: criticalResults.flaggedAt,
  targetMinutes: criticalResults.targetMinutes,
  dueAt: criticalResults.dueAt,
  nextEscalationAt: criticalResults.nextEscalationAt,
  sourceId: criticalResults.sourceId,
})

export const insertResult = async (
  tx: Queryable,
  result: NewRecord<typeof newResultRow>,
): Promise<number> => {
  const parameters = new SqlParameters()
  const text = `insert into critical_results ${insertion(newResultRow, result, parameters)} returning id`
  return (await tx.one(idRow, text, parameters.values)).id
}

const openRow = z.object({
  id: criticalResults.id,
  labId: criticalResults.labId,
  flaggedAt: criticalResults.flaggedAt,
  isMessageAllowed: from('c.message_allowed_at is not null', z.boolean()),
})
export type OpenResult = RowOf<typeof openRow>

export const lockOpenResult = (tx: Queryable, subject: Subject): Promise<OpenResult | undefined> => {
  const { condition, id } = ofSubject(subject)
  return tx.maybeOne(
    openRow,
    `select ${columnsOf(openRow, 'c')} from critical_results c where ${condition} and c.closed_at is null for update`,
    [id],
  )
}

/** Whether the published report that an unreleased amendment would change has an open result. */
export const isAmendedOneOpen = (tx: Queryable, unreleasedId: number): Promise<boolean> =>
  tx.exists(
    `select 1 from unreleased_reports u join critical_results c on c.report_id = u.report_id and c.closed_at is null
      where u.id = $1`,
    [unreleasedId],
  )

/** Whether a result of the report was open at the time, or is. */
export const hasResultSince = (tx: Queryable, reportId: number, at: string): Promise<boolean> =>
  tx.exists(
    `select 1 from critical_results
      where report_id = $1 and closing is distinct from 'mistaken' and (closed_at is null or closed_at >= $2)`,
    [reportId, at],
  )

const placeRow = z.object({
  reportId: criticalResults.reportId,
  unreleasedId: criticalResults.unreleasedId,
})

export const findSubject = async (
  scope: LabScope,
  db: Queryable,
  id: number,
): Promise<Subject | undefined> => {
  const parameters = new SqlParameters()
  const place = await db.maybeOne(
    placeRow,
    `select ${columnsOf(placeRow)} from critical_results
      where id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'lab_id')}`,
    parameters.values,
  )
  if (!place) return undefined
  return place.reportId === null ? { unreleasedId: place.unreleasedId ?? 0 } : { reportId: place.reportId }
}

export const insertCall = async (
  tx: Queryable,
  call: CriticalCallFields & { criticalResultId: number; calledBy: number },
): Promise<number> =>
  (
    await tx.one(
      idRow,
      `insert into critical_calls (critical_result_id, called_by, person, person_role, phone, began_at, ended_at,
                                   read_out, outcome)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
      [
        call.criticalResultId,
        call.calledBy,
        call.person,
        call.role,
        call.phone ?? null,
        call.beganAt,
        call.endedAt,
        call.readOut ?? null,
        call.outcome,
      ],
    )
  ).id

/** @param informedAt the end of the call; a call before the flag counts from the flag */
export const closeReadBack = async (
  tx: Queryable,
  id: number,
  { by, at, informedAt }: { by: number; at: Date; informedAt: string },
): Promise<void> => {
  await tx.execute(
    `update critical_results
        set closed_at = $3, closed_by = $2, closing = 'read-back', informed_at = greatest($4, flagged_at)
      where id = $1`,
    [id, by, at.toISOString(), informedAt],
  )
}

export const allowMessage = async (
  tx: Queryable,
  id: number,
  { by, at, reason }: { by: number; at: Date; reason: string },
): Promise<void> => {
  await tx.execute(
    `update critical_results set message_allowed_at = $3, message_allowed_by = $2, message_reason = $4 where id = $1`,
    [id, by, at.toISOString(), reason],
  )
}

export const closeMistaken = async (
  tx: Queryable,
  id: number,
  { by, at, reason }: { by: number; at: Date; reason: string },
): Promise<void> => {
  await tx.execute(
    `update critical_results set closed_at = $3, closed_by = $2, closing = 'mistaken', closing_reason = $4 where id = $1`,
    [id, by, at.toISOString(), reason],
  )
}
