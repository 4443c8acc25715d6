import {
  TURNAROUND_LIMIT,
  type OpeningHours,
  type TurnaroundChanges,
  type TurnaroundSettings,
  type WorkingCalendar,
} from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import {
  labCalendars,
  labTurnaroundTargets,
  reports,
  reportTypes,
  visitReportTypes,
  visits,
} from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { ALWAYS_OPEN } from './working-time.ts'

const part = z.object({ from: z.string(), to: z.string() })
/** `from` and `to` are all that earlier versions read: one part of the day, without the hours past midnight. */
const hours = part.extend({ parts: z.array(part).optional() })

const fromStored = ({ from, to, parts }: z.output<typeof hours>): OpeningHours => {
  const [first = { from, to }, second] = parts ?? []
  return second ? { ...first, second } : first
}

const toStored = ({ second, ...first }: OpeningHours): z.output<typeof hours> => {
  const last = second ?? first
  const to = last.to > last.from ? last.to : '24:00'
  if (!second && to === first.to) return first
  return { from: first.from, to, parts: second ? [first, second] : [first] }
}

const calendarRow = z.object({
  labId: labCalendars.labId,
  week: from('week', z.array(hours.nullable())),
  holidays: from(
    'holidays',
    z.array(z.object({ date: z.string(), name: z.string(), hours: hours.nullable() })),
  ),
  seasons: from(
    'seasons',
    z.array(z.object({ name: z.string(), fromDate: z.string(), toDate: z.string(), hours })),
  ),
})

export const findCalendars = async (
  db: Queryable,
  labIds: readonly number[],
): Promise<Map<number, WorkingCalendar>> => {
  const text = `select ${columnsOf(calendarRow)} from lab_calendars where lab_id = any($1)`
  const rows = await db.query(calendarRow, text, [labIds])
  return new Map(
    rows.map(({ labId, week, holidays, seasons }) => [
      labId,
      {
        week: week.map((ofDay) => ofDay && fromStored(ofDay)),
        holidays: holidays.map((holiday) => ({
          ...holiday,
          hours: holiday.hours && fromStored(holiday.hours),
        })),
        seasons: seasons.map((season) => ({ ...season, hours: fromStored(season.hours) })),
      },
    ]),
  )
}

const targetRow = z.object({
  reportTypeId: labTurnaroundTargets.reportTypeId,
  title: from('r.title', reportTypes.title),
  minutes: labTurnaroundTargets.minutes,
})

export const findTurnaroundSettings = async (db: Queryable, labId: number): Promise<TurnaroundSettings> => {
  const targets = await db.query(
    targetRow,
    `select ${columnsOf(targetRow, 't')} from lab_turnaround_targets t join report_types r on r.id = t.report_type_id
      where t.lab_id = $1 order by lower(r.title), r.id`,
    [labId],
  )
  return { targets, ...((await findCalendars(db, [labId])).get(labId) ?? ALWAYS_OPEN) }
}

/** Waits for visit changes that hold the settings' shared lock. */
export const lockForSettings = async (tx: Queryable, labId: number): Promise<void> => {
  await tx.execute(
    'insert into lab_visit_settings (lab_id) values ($1) on conflict (lab_id) do update set is_on = lab_visit_settings.is_on',
    [labId],
  )
}

/** Locks the settings against changes. */
export const lockForTargets = async (tx: Queryable, labId: number): Promise<void> => {
  await tx.execute('select 1 from lab_visit_settings where lab_id = $1 for share', [labId])
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

export const saveCalendar = async (
  tx: Queryable,
  labId: number,
  { week, holidays, seasons }: TurnaroundChanges,
): Promise<void> => {
  await tx.execute(
    `insert into lab_calendars (lab_id, week, holidays, seasons)
     values ($1, coalesce($2::jsonb, $5::jsonb), coalesce($3::jsonb, '[]'), coalesce($4::jsonb, '[]'))
     on conflict (lab_id) do update
       set week = coalesce($2::jsonb, lab_calendars.week), holidays = coalesce($3::jsonb, lab_calendars.holidays),
           seasons = coalesce($4::jsonb, lab_calendars.seasons)`,
    [
      labId,
      json(week?.map((ofDay) => ofDay && toStored(ofDay))),
      json(holidays?.map((holiday) => ({ ...holiday, hours: holiday.hours && toStored(holiday.hours) }))),
      json(seasons?.map((season) => ({ ...season, hours: toStored(season.hours) }))),
      json(ALWAYS_OPEN.week),
    ],
  )
}

export const replaceTargets = async (
  tx: Queryable,
  labId: number,
  targets: readonly { reportTypeId: number; minutes: number }[],
): Promise<void> => {
  await tx.execute('delete from lab_turnaround_targets where lab_id = $1', [labId])
  await tx.execute(
    `insert into lab_turnaround_targets (lab_id, report_type_id, minutes)
     select $1, t.id, t.minutes from unnest($2::bigint[], $3::integer[]) t (id, minutes)`,
    [labId, targets.map(({ reportTypeId }) => reportTypeId), targets.map(({ minutes }) => minutes)],
  )
}

const expectedRow = z.object({
  ...pick(visitReportTypes, 'visitId reportTypeId'),
  startAt: from('coalesce(v.received_at, v.collected_at)', visits.receivedAt),
  minutes: from('t.minutes', labTurnaroundTargets.minutes.nullable()),
  targetAt: visitReportTypes.targetAt,
})

export const findExpectedTypes = (
  tx: Queryable,
  visitIds: readonly number[],
): Promise<RowOf<typeof expectedRow>[]> =>
  tx.query(
    expectedRow,
    `select ${columnsOf(expectedRow, 'e')} from visit_report_types e join visits v on v.id = e.visit_id
       left join lab_turnaround_targets t on t.lab_id = v.lab_id and t.report_type_id = e.report_type_id
      where e.visit_id = any($1) order by e.visit_id, e.report_type_id`,
    [visitIds],
  )

interface Target {
  visitId: number
  reportTypeId: number
  targetAt: string | null
}

export const setTargets = async (tx: Queryable, targets: readonly Target[]): Promise<void> => {
  await tx.execute(
    `update visit_report_types e set target_at = t.target_at
       from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) t (visit_id, report_type_id, target_at)
      where e.visit_id = t.visit_id and e.report_type_id = t.report_type_id`,
    [
      targets.map(({ visitId }) => visitId),
      targets.map(({ reportTypeId }) => reportTypeId),
      targets.map(({ targetAt }) => targetAt),
    ],
  )
}

/** The next visits of a lab that await a report, by id. */
export const lockOpenVisits = (
  tx: Queryable,
  labId: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> =>
  tx.findIds(
    `select id from visits where lab_id = $1 and is_awaited and id > $2 order by id limit $3 for no key update`,
    [labId, after, limit],
  )

export const findLabsWithCalendar = (db: Queryable): Promise<number[]> =>
  db.findIds('select lab_id as id from lab_calendars order by lab_id')

const USES_VISITS = 'select 1 from lab_visit_settings s where s.is_on and'

export const anyLabUsesVisits = (scope: LabScope, db: Queryable): Promise<boolean> =>
  db.exists((parameters) => `${USES_VISITS} ${labCondition(scope, parameters, 's.lab_id')}`)

const measuredRow = z.object({
  /** From the newest visits, also those without reports. */
  visitCount: z.int(),
  labId: visits.labId,
  reportTypeId: labTurnaroundTargets.reportTypeId,
  startAt: visits.createdAt,
  /** Null when the report is missing. */
  publishedAt: visits.createdAt.nullable(),
  weekday: z.int(),
  minutes: labTurnaroundTargets.minutes.nullable(),
})
export type ExpectedReport = RowOf<typeof measuredRow>

/**
 * First reports of each type of the newest TURNAROUND_LIMIT visits that were received, or collected, in the period, and
 * the missing ones whose target has passed by the wall clock.
 */
export const findMeasuredReports = (
  scope: LabScope,
  db: Queryable,
  { from: first, to }: { from: string; to: string },
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<ExpectedReport[]> =>
  db.query(measuredRow, (parameters) => {
    const zone = `${parameters.add(timeZone)}::text`
    const at = `${parameters.add(now.toISOString())}::timestamptz`
    const start = 'coalesce(v.received_at, v.collected_at)'
    return `with newest as (
       select v.id, v.lab_id, ${start} as start_at from visits v
        where ${start} is not null and v.canceled_at is null and ${labCondition(scope, parameters, 'v.lab_id')}
          and ${start} >= ${parameters.add(first)}::date::timestamp at time zone ${zone}
          and ${start} < (${parameters.add(to)}::date + 1)::timestamp at time zone ${zone}
          and exists (${USES_VISITS} s.lab_id = v.lab_id)
        order by ${start} desc limit ${TURNAROUND_LIMIT}
     )
     select (select count(*) from newest) as "visitCount", v.lab_id as "labId", r.report_type_id as "reportTypeId", v.start_at as "startAt",
            r.published_at as "publishedAt", extract(isodow from v.start_at at time zone ${zone})::integer as weekday,
            t.minutes
       from newest v
      cross join lateral (
        select r.report_type_id, min(r.created_at) as published_at from reports r
         where r.visit_id = v.id and r.withdrawn_at is null group by r.report_type_id
        union all
        select e.report_type_id, null from visit_report_types e
         where e.visit_id = v.id and not exists (
                 select 1 from reports r
                  where r.visit_id = v.id and r.report_type_id = e.report_type_id and r.withdrawn_at is null)) r
       left join lab_turnaround_targets t on t.lab_id = v.lab_id and t.report_type_id = r.report_type_id
      where r.published_at >= v.start_at
         or r.published_at is null and v.start_at + make_interval(mins => t.minutes) < ${at}`
  })

const durationRow = z.object({
  reportTypeId: visitReportTypes.reportTypeId,
  startAt: visits.createdAt,
  publishedAt: reports.createdAt,
})

/** From receipt to publication, of the newest reports of each type. */
export const findRecentDurations = (
  db: Queryable,
  labId: number,
  { typeIds, limit }: { typeIds: readonly number[]; limit: number },
): Promise<RowOf<typeof durationRow>[]> =>
  db.query(
    durationRow,
    `select ${columnsOf(durationRow, '', {
      reportTypeId: 't.id',
      startAt: 'coalesce(v.received_at, v.collected_at)',
      publishedAt: 'r.created_at',
    })}
       from unnest($2::bigint[]) t (id)
      cross join lateral (
        select r.visit_id, r.created_at from reports r
         where r.lab_id = $1 and r.report_type_id = t.id and r.withdrawn_at is null
         order by r.created_at desc, r.id desc limit $3) r
       join visits v on v.id = r.visit_id
      where coalesce(v.received_at, v.collected_at) <= r.created_at`,
    [labId, typeIds, limit],
  )
