import { z } from 'zod'
import { patients, referrers, reports, visits } from '../../core/tables.gen.ts'
import { assignments, columnsOf, from, pick, type Changes } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'
import { type StatedVisit, orderVisitConditions } from './stated-visit.ts'

const times = pick(visits, 'collectedAt receivedAt collectedOn receivedOn')
const statedTimesRow = z.object({
  ...times,
  collectedDay: visits.collectedOn,
  receivedDay: visits.receivedOn,
  today: z.iso.date(),
})

/** Moments and days in the lab’s time zone. A day without a time is not a moment. */
export const readStatedTimes = (
  tx: Queryable,
  { collectedAt, receivedAt }: StatedVisit,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<RowOf<typeof statedTimesRow>> =>
  tx.one(statedTimesRow, (parameters) => {
    const zone = `${parameters.add(timeZone)}::text`
    const momentOf = (value: string) =>
      `case when length(${value}) > 10 then
       case when ${value} ~ '([+-][0-9]{2}:[0-9]{2}|Z)$' then (${value})::timestamptz
            else (${value})::timestamp at time zone ${zone} end end`
    const dayOf = (value: string) => `case when length(${value}) = 10 then (${value})::date end`
    const [collected = '', received = ''] = [collectedAt, receivedAt].map(
      (text) => `${parameters.add(text)}::text`,
    )
    const anyDay = (value: string) =>
      `coalesce(${dayOf(value)}, (${momentOf(value)} at time zone ${zone})::date)`
    return `select ${momentOf(collected)} as "collectedAt", ${momentOf(received)} as "receivedAt",
            ${dayOf(collected)} as "collectedOn", ${dayOf(received)} as "receivedOn",
            ${anyDay(collected)} as "collectedDay", ${anyDay(received)} as "receivedDay",
            (${parameters.add(now.toISOString())}::timestamptz at time zone ${zone})::date as today`
  })

const knownVisitRow = z.object({
  id: visits.id,
  ...times,
  ...pick(visits, 'promisedAt referrerId'),
  isOutside: z.boolean(),
  hasOtherReferrer: z.boolean(),
})
export type KnownVisit = RowOf<typeof knownVisitRow>

const findKnown = (
  tx: Queryable,
  where: string,
  values: unknown[],
  stated: StatedVisit,
): Promise<KnownVisit | undefined> => {
  const conditions = orderVisitConditions(`$${values.length + 1}::jsonb`)
  return tx.maybeOne(
    knownVisitRow,
    `select ${columnsOf(knownVisitRow, 'v', conditions)}
       from visits v left join referrers f on f.id = v.referrer_id where ${where} for update of v`,
    [...values, JSON.stringify(stated)],
  )
}

export const lockVisitOfOrder = (tx: Queryable, patientId: number, stated: StatedVisit) =>
  findKnown(tx, 'v.patient_id = $1 and v.order_key = $2', [patientId, stated.orderNumber], stated)

export const lockVisitOfReport = (tx: Queryable, id: number, stated: StatedVisit) =>
  findKnown(tx, 'v.id = $1', [id], stated)

/** Days between an order's times and the addition of its visit at the counter. */
const DAYS_TO_ORDER = 3

/** Undefined for the visit of another order, or of other days. */
export const lockVisitWithoutOrder = (tx: Queryable, id: number, stated: StatedVisit) =>
  findKnown(
    tx,
    `v.id = $1 and v.order_key is null and coalesce(
       abs(left(coalesce($2::jsonb ->> 'collectedAt', $2::jsonb ->> 'receivedAt'), 10)::date - v.created_at::date)
         <= ${DAYS_TO_ORDER}, true)`,
    [id],
    stated,
  )

const filledRow = z.object({
  ...times,
  referrerId: referrers.id.nullable(),
  ...pick(visits, 'isReferrerCertain orderKey'),
})
export type FilledVisit = Changes<typeof filledRow>

export const updateStated = async (tx: Queryable, id: number, filled: FilledVisit): Promise<void> => {
  const touched = `updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')`
  await tx.execute(
    (parameters) =>
      `update visits set ${assignments(filledRow, filled, parameters, touched)} where id = ${parameters.add(id)}`,
  )
}

const reportRow = z.object({
  ...pick(reports, 'patientId visitId'),
  labId: from('p.lab_id', from('p.lab_id', patients.labId)),
})

/** Undefined for a withdrawn report. */
export const findReportPlace = (
  tx: Queryable,
  reportId: number,
): Promise<RowOf<typeof reportRow> | undefined> =>
  tx.maybeOne(
    reportRow,
    `select ${columnsOf(reportRow, 'r')}
       from reports r join patients p on p.id = r.patient_id where r.id = $1 and r.withdrawn_at is null`,
    [reportId],
  )
