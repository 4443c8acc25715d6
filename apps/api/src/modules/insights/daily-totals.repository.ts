import { z } from 'zod'
import type { LabScope } from '../../core/caller.ts'
import { dailyTotalsState } from '../../core/tables.gen.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { outerJoined, type RowOf } from '../../platform/database/row-schema.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'
import { wholeMonthsOf, type Period } from './insight-period.ts'
import type { Tables } from '../../platform/database/table-rights.ts'

export const insightsTables: Tables = {
  daily_total_changes: { removes: true },
  daily_totals: { changes: 'n', removes: true },
  daily_totals_state: { changes: 'only_row time_zone', isLocked: true },
  report_openings: { changes: 'opened_at', removes: true },
}

const EVERY_LAB = -1
/** Cuts with this suffix have one row per month, dated by its first day, so that years need few rows. */
const OF_MONTH = '-month'

const cutsOf = (source: string, day: string) => `
  select g.kind, c.cut || s.suffix as cut, l.lab_id, s.start as day, c.member_id, sum(g.change)::integer as n
    from ${source} g
   cross join lateral (values (${EVERY_LAB}::bigint), (g.lab_id)) as l (lab_id)
   cross join lateral (values ('all', 0::bigint), ('lab', g.lab_id), ('type', g.report_type_id),
                              ('person', g.person_id), ('wait', g.wait_band::bigint)) as c (cut, member_id)
   cross join lateral (values ('', ${day}), ('${OF_MONTH}', date_trunc('month', ${day})::date)) as s (suffix, start)
   where c.member_id is not null and (c.cut <> 'lab' or l.lab_id = ${EVERY_LAB})
     and (c.cut <> 'all' or s.suffix = '')
   group by 1, 2, 3, 4, 5`

const DAY_OF_CHANGE = '(g.at at time zone z.time_zone)::date'
const changesIn = (table: string) => `daily_totals_state z cross join ${table}`

const zoneRow = z.object({ zone: dailyTotalsState.timeZone })

export const lockTotals = async (tx: Queryable): Promise<string | null> => {
  await tx.execute('lock table daily_totals_state in exclusive mode')
  const { zone } = await tx.one(zoneRow, 'select time_zone as zone from daily_totals_state')
  return zone
}

/** Takes the snapshot. Must be the transaction's first statement. */
export const freezeView = async (tx: Queryable): Promise<void> => {
  await tx.execute('set transaction isolation level repeatable read')
}

export const addChanges = async (tx: Queryable): Promise<void> => {
  await tx.execute(
    `with moved as (delete from daily_total_changes returning *)
     insert into daily_totals as v (kind, cut, lab_id, day, member_id, n)
     ${cutsOf(changesIn('moved'), DAY_OF_CHANGE)}
     on conflict (kind, cut, lab_id, day, member_id) do update set n = v.n + excluded.n`,
  )
}

/**
 * Covers reports from before migration 0010. Triggers and `noteOpeningsSince` cover concurrent changes. Requires read
 * committed: a fixed snapshot would fail with 40001 on changed rows.
 */
export const fillOpenings = async (tx: Queryable): Promise<void> => {
  await tx.execute(
    `insert into report_openings (report_id, lab_id, published_by, published_at, opened_at)
     select r.id, coalesce(r.lab_id, 0), r.uploaded_by, r.created_at, min(a.at)
       from reports r
       left join activity_log a on a.object_type = 'report' and a.object_id = r.id
                               and a.actor_id <> r.uploaded_by and is_report_reading(a.action)
      where r.withdrawn_at is null
      group by r.id
     on conflict (report_id) do nothing`,
  )
}

/** Applies views and withdrawals since the start of `fillOpenings`. */
export const noteOpeningsSince = async (db: Queryable, since: Date): Promise<void> => {
  await db.execute(
    'delete from report_openings o using reports r where r.id = o.report_id and r.withdrawn_at is not null',
  )
  await db.execute(
    `select note_openings(array_agg(object_id), array_agg(actor_id), array_agg(at)) from activity_log
      where at >= $1 and object_type = 'report' and actor_id is not null and is_report_reading(action)
     having count(*) > 0`,
    [since.toISOString()],
  )
}

/** Uses a fixed snapshot, which defines what is counted. */
export const countEverything = async (tx: Queryable, timeZone: string): Promise<void> => {
  await tx.execute('delete from daily_total_changes')
  await tx.execute('delete from daily_totals')
  await tx.execute('update daily_totals_state set time_zone = $1', [timeZone])
  await tx.execute(
    `with groups as (
       select 'patients' as kind, lab_id, coalesce(registered_by, 0) as person_id, null::bigint as report_type_id,
              null::smallint as wait_band, (created_at at time zone $1)::date as day, count(*) as change
         from patients where merged_into is null
        group by lab_id, registered_by, day
       union all
       select 'reports', coalesce(lab_id, 0), uploaded_by, report_type_id, null,
              (created_at at time zone $1)::date as day, count(*)
         from reports where withdrawn_at is null
        group by lab_id, uploaded_by, report_type_id, day
       union all
       select 'opened', lab_id, null, null, wait_band(published_at, opened_at) as band,
              (published_at at time zone $1)::date as day, count(*)
         from report_openings o
        where opened_at is not null
          and exists (select from reports r where r.id = o.report_id and r.withdrawn_at is null)
        group by lab_id, band, day
     )
     insert into daily_totals (kind, cut, lab_id, day, member_id, n) ${cutsOf('groups', 'g.day')}`,
    [timeZone],
  )
}

const CUTS = ['all', 'lab', 'type', 'person', 'wait'] as const
export type Cut = (typeof CUTS)[number]

const dailyTotalRow = z.object({
  kind: z.enum(['patients', 'reports', 'opened']),
  cut: z.enum(CUTS),
  /** Null except for `all`, which has a row per day. */
  day: z.iso.date().nullable(),
  memberId: z.int(),
  n: z.int(),
})
export type DailyTotal = RowOf<typeof dailyTotalRow>

// Without totals, one row contains only the time zone.
const zonedTotalRow = outerJoined(dailyTotalRow).extend({ timeZone: dailyTotalsState.timeZone })
const isDailyTotal = (row: RowOf<typeof zonedTotalRow>): row is DailyTotal & { timeZone: string | null } =>
  row.kind !== null

interface TotalRange extends Period {
  cut: Cut
  name: string
}

const rowsOf = (period: Period, cuts: readonly Cut[]): TotalRange[] =>
  cuts.flatMap((cut): TotalRange[] => {
    if (cut === 'all') return [{ cut, name: cut, ...period }]
    const { months, rest } = wholeMonthsOf(period)
    return [
      ...rest.map((days) => ({ cut, name: cut, ...days })),
      ...(months ? [{ cut, name: `${cut}${OF_MONTH}`, ...months }] : []),
    ]
  })

/** A consistent snapshot. The time zone is null before the first count. */
export const findTotals = async (
  scope: LabScope,
  db: Queryable,
  period: Period,
  cuts: readonly Cut[],
): Promise<{ timeZone: string | null; totals: DailyTotal[] }> => {
  const rows = await db.query(zonedTotalRow, (parameters) => {
    const lab = parameters.add(scope.everyLab ? EVERY_LAB : scope.labId)
    const ranges = rowsOf(period, cuts)
    const column = (key: 'cut' | 'name' | 'from' | 'to') => parameters.add(ranges.map((row) => row[key]))
    return `with wanted as (
       select * from unnest(${column('cut')}::text[], ${column('name')}::text[],
                            ${column('from')}::date[], ${column('to')}::date[]) as w (cut, name, first, last)
     ), counted as (
       select v.kind, w.cut, v.day, v.member_id, v.n
         from wanted w cross join unnest('{patients,reports,opened}'::text[]) as k (kind)
         join daily_totals v on v.kind = k.kind and v.cut = w.name and v.lab_id = ${lab}
                           and v.day between w.first and w.last
       union all
       select f.kind, w.cut, f.day, f.member_id, f.n
         from (${cutsOf(changesIn('daily_total_changes'), DAY_OF_CHANGE)}) f
         join wanted w on w.name = f.cut and f.lab_id = ${lab} and f.day between w.first and w.last
     ), totals as (
       select kind, cut, case cut when 'all' then day end as day, member_id, sum(n)::bigint as n
         from counted group by 1, 2, 3, 4 having sum(n) <> 0
     )
     select z.time_zone as "timeZone", t.kind, t.cut, t.day, t.member_id as "memberId", t.n
       from daily_totals_state z left join totals t on true`
  })
  return {
    timeZone: rows[0]?.timeZone ?? null,
    totals: rows.filter(isDailyTotal).map(({ timeZone: _, ...total }) => total),
  }
}

const newPatientsRow = z.object({ newPatients: z.int().nullable() })

/** Null while the totals have another time zone. Reads a few rows for any number of patients. */
export const sumPatientsOfWeek = async (
  scope: LabScope,
  db: Queryable,
  timeZone: string,
): Promise<number | null> => {
  const parameters = new SqlParameters()
  const zone = `${parameters.add(timeZone)}::text`
  const lab = parameters.add(scope.everyLab ? EVERY_LAB : scope.labId)
  const monday = `date_trunc('week', now() at time zone ${zone})`
  const { newPatients } = await db.one(
    newPatientsRow,
    `select case when z.time_zone = ${zone} then
              (select coalesce(sum(v.n), 0) from daily_totals v
                where v.kind = 'patients' and v.cut = 'all' and v.lab_id = ${lab} and v.day >= ${monday}::date)
              + (select coalesce(sum(c.change), 0) from daily_total_changes c
                  where c.kind = 'patients' and c.at >= ${monday} at time zone ${zone}
                    and ${lab}::bigint in (c.lab_id, ${EVERY_LAB}))
            end::bigint as "newPatients"
       from daily_totals_state z`,
    parameters.values,
    { name: 'patients-of-week' },
  )
  return newPatients
}
