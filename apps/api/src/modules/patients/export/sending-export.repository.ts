import {
  CONSENT_CHANNELS,
  DEFAULT_LANGUAGE,
  DELEGATE_KINDS,
  DELEGATE_RELATIONS,
  DELIVERY_CHANNELS,
  DELIVERY_EVENTS,
  LANGUAGES,
  REPORT_CALL_OUTCOMES,
  type Language,
} from '@zelab/contract'
import { z } from 'zod'
import {
  deliveries,
  patientConsents,
  patientDelegates,
  patients,
  reportCalls,
  users,
} from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { findLanguage } from '../record/contact-consent.repository.ts'

const DELIVERIES_EXPORTED = 10_000
const STEPS_EXPORTED = 200
const CALLS_EXPORTED = 10_000

/** Includes records merged into it. */
const RECORDS = `with recursive records as (
  select id from patients where id = $1
  union
  select p.id from records r join patients p on p.merged_into = r.id
)`

const consentRow = z.object({
  patientId: patients.id,
  channel: z.enum(CONSENT_CHANNELS),
  ...pick(patientConsents, 'isGiven wordingVersion recordedAt'),
  recordedBy: from('u.full_name', users.fullName),
})

const delegateRow = z.object({
  kind: z.enum(DELEGATE_KINDS),
  fullName: patientDelegates.fullName,
  relation: z.enum(DELEGATE_RELATIONS),
  language: z.enum(LANGUAGES),
  ...pick(patientDelegates, 'email phone documentSeen validFrom validUntil recordedAt'),
  recordedBy: from('u.full_name', users.fullName),
  ...pick(patientDelegates, 'endedAt endReason'),
})

const deliveryRow = z.object({
  ...pick(deliveries, 'reportId reportVersion'),
  channel: z.enum(DELIVERY_CHANNELS),
  ...pick(deliveries, 'purpose contact'),
  delegate: from('g.full_name', patientDelegates.fullName.nullable()),
  language: z.enum(LANGUAGES),
  ...pick(deliveries, 'state failure'),
  requestedBy: from('u.full_name', users.fullName.nullable()),
  requestedAt: from('d.created_at', deliveries.createdAt),
  ...pick(deliveries, 'sentAt deliveredAt'),
  steps: from('s.steps', z.array(z.object({ at: z.iso.datetime(), kind: z.enum(DELIVERY_EVENTS) }))),
})

const callRow = z.object({
  ...pick(reportCalls, 'reportId reportVersion'),
  delegate: from('g.full_name', patientDelegates.fullName.nullable()),
  outcome: z.enum(REPORT_CALL_OUTCOMES),
  ...pick(reportCalls, 'note calledAt'),
  calledBy: from('u.full_name', users.fullName),
})

export interface ExportedSending {
  language: Language
  consents: RowOf<typeof consentRow>[]
  delegates: RowOf<typeof delegateRow>[]
  deliveries: RowOf<typeof deliveryRow>[]
  calls: RowOf<typeof callRow>[]
}

/** @param patientId a surviving record in the caller's scope */
export const findExportedSending = async (db: Queryable, patientId: number): Promise<ExportedSending> => {
  const language = (await findLanguage(db, patientId)) ?? DEFAULT_LANGUAGE
  const consents = await db.query(
    consentRow,
    `${RECORDS}
     select ${columnsOf(consentRow, 'c')}
       from records r join patient_consents c on c.patient_id = r.id join users u on u.id = c.recorded_by
      order by c.id`,
    [patientId],
  )
  const delegates = await db.query(
    delegateRow,
    `${RECORDS}
     select ${columnsOf(delegateRow, 'd')}
       from records r join patient_delegates d on d.patient_id = r.id join users u on u.id = d.recorded_by
      order by d.id`,
    [patientId],
  )
  const sent = await db.query(
    deliveryRow,
    `select ${columnsOf(deliveryRow, 'd')}
       from reports r
       join deliveries d on d.report_id = r.id
       left join patient_delegates g on g.id = d.delegate_id
       left join users u on u.id = d.requested_by
       cross join lateral (
         select coalesce(json_agg(json_build_object(
                  'at', to_char(e.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                  'kind', e.kind) order by e.id), '[]'::json) as steps
           from (select n.id, n.at, n.kind from delivery_events n where n.delivery_id = d.id
                  order by n.id desc limit ${STEPS_EXPORTED}) e
       ) s
      where r.patient_id = $1 and r.withdrawn_at is null
      order by d.id desc limit ${DELIVERIES_EXPORTED}`,
    [patientId],
  )
  const calls = await db.query(
    callRow,
    `select ${columnsOf(callRow, 'c')}
       from reports r
       join report_calls c on c.report_id = r.id
       join users u on u.id = c.called_by
       left join patient_delegates g on g.id = c.delegate_id
      where r.patient_id = $1 and r.withdrawn_at is null
      order by c.id desc limit ${CALLS_EXPORTED}`,
    [patientId],
  )
  return {
    language,
    consents,
    delegates,
    deliveries: sent.toReversed(),
    calls: calls.toReversed(),
  }
}
