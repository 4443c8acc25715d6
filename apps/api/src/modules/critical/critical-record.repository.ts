import {
  CALL_OUTCOMES,
  CRITICAL_CAUSES,
  CRITICAL_CLOSINGS,
  CRITICAL_NOTICE_STATES,
  REFERRER_KINDS,
  SEND_CHANNELS,
  type CriticalOfReport,
  type CriticalResult,
} from '@zelab/contract'
import { z } from 'zod'
import { criticalResults, patients, referrers, users } from '../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'
import { ofSubject, type Subject } from './critical-results.repository.ts'

const callRow = z.object({
  id: z.int(),
  version: z.int().nullable(),
  revision: z.int().nullable(),
  sha256: z.string().nullable(),
  caller: z.string(),
  by: z.object({ fullName: z.string() }),
  person: z.string(),
  role: z.string(),
  phone: z.string().nullable(),
  beganAt: z.iso.datetime({ offset: true }),
  endedAt: z.iso.datetime({ offset: true }),
  readOut: z.string().nullable(),
  value: z.string().nullable(),
  unit: z.string().nullable(),
  identifiers: z.string().nullable(),
  outcome: z.enum(CALL_OUTCOMES),
  recordedAt: z.iso.datetime({ offset: true }),
})

const CALLS = `
  (select coalesce(json_agg(json_build_object(
            'id', k.id, 'by', json_build_object('fullName', b.full_name), 'person', k.person, 'role', k.person_role,
            'phone', k.phone, 'beganAt', k.began_at, 'endedAt', k.ended_at, 'readOut', k.read_out,
            'outcome', k.outcome, 'recordedAt', k.recorded_at, 'version', k.version, 'revision', k.revision,
            'sha256', encode(k.sha256, 'hex'), 'caller', coalesce(k.caller, b.full_name), 'value', k.value,
            'unit', k.unit, 'identifiers', k.identifiers) order by k.id), '[]')
     from critical_calls k join users b on b.id = k.called_by where k.critical_result_id = c.id)`

export const noticeRow = z.object({
  step: z.int(),
  person: z.object({ fullName: z.string() }),
  channel: z.enum(SEND_CHANNELS),
  state: z.enum(CRITICAL_NOTICE_STATES),
  at: z.iso.datetime({ offset: true }),
  isRetried: z.boolean(),
})

/** Newest steps shown; the escalation ends after a day. */
const NOTICES_SHOWN = 200

const NOTICES = `
  (select coalesce(json_agg(json_build_object(
            'step', n.step, 'person', json_build_object('fullName', b.full_name), 'channel', n.channel, 'state', n.state,
            'at', n.changed_at, 'isRetried', n.state = 'queued' and n.failure is not null) order by n.id desc), '[]')
     from (select * from critical_notices where critical_result_id = c.id order by id desc limit ${NOTICES_SHOWN}) n
     join users b on b.id = n.user_id)`

/** Steps with an accepted message. */
export const ACCEPTED_STEPS = `(
  select count(distinct n.step) from critical_notices n where n.critical_result_id = c.id and n.state = 'accepted')`

const resultRow = z.object({
  id: criticalResults.id,
  cause: from('c.cause', z.enum(CRITICAL_CAUSES)),
  flaggedAt: criticalResults.flaggedAt,
  flaggedByName: from('coalesce(s.name, f.full_name)', users.fullName),
  ...pick(criticalResults, 'dueAt targetMinutes'),
  escalations: from(ACCEPTED_STEPS, z.int()),
  ...pick(criticalResults, 'version revision'),
  sha256: from("encode(c.sha256, 'hex')", z.string().nullable()),
  awaitsConfirmation: from('c.restored_at is not null and c.closed_at is null', z.boolean()),
  ...pick(criticalResults, 'informedAt closedAt'),
  closerName: from('z.full_name', users.fullName.nullable()),
  closing: from('c.closing', z.enum(CRITICAL_CLOSINGS).nullable()),
  ...pick(criticalResults, 'closingReason messageAllowedAt'),
  allowerName: from('a.full_name', users.fullName.nullable()),
  ...pick(criticalResults, 'messageReason messageVersion'),
  isPermissionEnded: from(
    '(c.message_version, c.message_sha256) is distinct from (c.version, c.sha256)',
    z.boolean(),
  ),
  calls: from(CALLS, z.array(callRow)),
  notices: from(NOTICES, z.array(noticeRow)),
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
      : {
          at: row.messageAllowedAt,
          by: { fullName: row.allowerName ?? '' },
          reason: row.messageReason,
          version: row.messageVersion,
          isEnded: row.isPermissionEnded,
        },
  about: { version: row.version, revision: row.revision, sha256: row.sha256 },
  awaitsConfirmation: row.awaitsConfirmation,
  notices: row.notices.map((notice) => ({ ...notice, at: new Date(notice.at).toISOString() })),
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

const ROLES = { doctor: 'Doctor', clinic: 'Clinic' } as const

/** Columns of the referrer `f`. */
export const referrerColumns = {
  referrerName: from('f.name', referrers.name.nullable()),
  referrerKind: from('f.kind', z.enum(REFERRER_KINDS).nullable()),
  referrerPhone: from('f.phone', referrers.phone),
}

export const toReferrer = ({
  referrerName,
  referrerKind,
  referrerPhone,
}: {
  [Name in keyof typeof referrerColumns]: z.output<(typeof referrerColumns)[Name]>
}): CriticalOfReport['referrer'] =>
  referrerName === null || referrerKind === null
    ? null
    : { name: referrerName, role: ROLES[referrerKind], phone: referrerPhone }

const contextRow = z.object({
  labId: from('p.lab_id', patients.labId),
  patientId: from('p.id', patients.id),
  ...referrerColumns,
})

/** The patient, the lab, and the referrer of the report's visit. */
export const findContext = async (
  db: Queryable,
  subject: Subject,
): Promise<{ labId: number; patientId: number; referrer: CriticalOfReport['referrer'] }> => {
  const table = 'reportId' in subject ? 'reports' : 'unreleased_reports'
  const { labId, patientId, ...referrer } = await db.one(
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
    referrer: toReferrer(referrer),
  }
}
