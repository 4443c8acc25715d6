import type { Queryable } from '../src/platform/database/database.ts'

/** Minutes from now. */
interface DemoVisit {
  expects: readonly string[]
  collected: number
  promised: number
  payment: 'due' | 'paid'
  referrer: 1 | 2
  /** The patient's newest report belongs to the visit, which awaits its type. */
  isReady?: boolean
}

const VISITS: readonly DemoVisit[] = [
  { expects: ['Complete Blood Count'], collected: -90, promised: 45, payment: 'paid', referrer: 1 },
  { expects: ['Lipid Panel', 'HbA1c'], collected: -240, promised: -30, payment: 'due', referrer: 2 },
  { expects: ['Thyroid Function'], collected: -60, promised: 180, payment: 'due', referrer: 1 },
  { expects: [], collected: -300, promised: -60, payment: 'paid', referrer: 2, isReady: true },
  { expects: [], collected: -200, promised: 20, payment: 'due', referrer: 1, isReady: true },
]

const WORKDAY = { from: '08:00', to: '20:00' }
const CALENDAR = {
  week: [...Array.from({ length: 4 }, () => WORKDAY), { from: '08:00', to: '12:00' }, WORKDAY, null],
  holidays: [{ date: '2026-12-02', name: 'National Day', hours: null }],
  seasons: [
    { name: 'Ramadan', fromDate: '2027-02-08', toDate: '2027-03-09', hours: { from: '09:00', to: '15:00' } },
  ],
}

/** Hours until reports of a type are published. */
const TARGETS = { 'Complete Blood Count': 4, 'Lipid Panel': 8, HbA1c: 8, 'Thyroid Function': 24 }

/** Targets, a calendar, and a visit of each older report of a full working day, received a few hours before. */
const insertTurnaround = async (tx: Queryable, labId: number) => {
  await tx.execute('insert into lab_calendars (lab_id, week, holidays, seasons) values ($1, $2, $3, $4)', [
    labId,
    ...[CALENDAR.week, CALENDAR.holidays, CALENDAR.seasons].map((part) => JSON.stringify(part)),
  ])
  await tx.execute(
    `insert into lab_turnaround_targets (lab_id, report_type_id, minutes)
     select $1, t.id, 60 * g.hours from unnest($2::text[], $3::integer[]) g (title, hours)
       join report_types t on t.title = g.title`,
    [labId, Object.keys(TARGETS), Object.values(TARGETS)],
  )
  await tx.execute(
    `with received as (
       select r.id, r.patient_id, r.created_at - make_interval(mins => 50 + (r.id * 97 % 480)::integer) as at
         from reports r where r.lab_id = $1 and r.visit_id is null and r.withdrawn_at is null
          and r.patient_id not in (select id from patients where lab_id = $1 order by id desc limit 8)
          and extract(hour from r.created_at at time zone 'Asia/Dubai') between 10 and 19
          and extract(isodow from r.created_at at time zone 'Asia/Dubai') not in (5, 7)
     ), added as (
       insert into visits (lab_id, patient_id, received_at, payment, created_at, order_key)
       select $1, patient_id, at, 'paid', at, 'demo-' || id from received returning id, order_key
     )
     update reports r set visit_id = added.id from added where added.order_key = 'demo-' || r.id`,
    [labId],
  )
  await tx.execute(`update visits set order_key = null where lab_id = $1 and order_key like 'demo-%'`, [
    labId,
  ])
}

/** One lab uses visits: awaited, late, due and paid ones of its newest patients. */
export const insertVisits = async (tx: Queryable, labId: number, receptionistId: number): Promise<void> => {
  await tx.execute('insert into lab_visit_settings (lab_id, is_on) values ($1, true)', [labId])
  await tx.execute(
    `insert into referrers (lab_id, kind, name, phone, license_number)
     values ($1, 'doctor', 'Dr. Huda Salem', '+971501239001', 'DHA-30417'),
            ($1, 'clinic', 'Marina Family Clinic', '+97143219002', 'DHA-F-0812')`,
    [labId],
  )
  await insertTurnaround(tx, labId)
  for (const [index, visit] of VISITS.entries())
    await tx.execute(
      `with patient as (
         select p.id, n.id as report_id, n.report_type_id
           from patients p
           left join lateral (select r.id, r.report_type_id from reports r
                               where r.patient_id = p.id and r.withdrawn_at is null
                               order by r.created_at desc, r.id desc limit 1) n on true
          where p.lab_id = $1 and (not $8 or n.id is not null)
          order by p.id desc offset $2 limit 1
       ), added as (
         insert into visits (lab_id, patient_id, referrer_id, collected_at, received_at, promised_at, payment,
                             payment_by, payment_at, created_by, created_at)
         select $1, patient.id, (select f.id from referrers f where f.lab_id = $1 order by f.id offset $7 - 1 limit 1),
                now() + make_interval(mins => $3), now() + make_interval(mins => $3 + 10),
                now() + make_interval(mins => $4), $5, $6, now() + make_interval(mins => $3), $6,
                now() + make_interval(mins => $3)
           from patient returning id
       )
       insert into visit_report_types (visit_id, report_type_id)
       select added.id, t.id from added, patient
         join report_types t on t.title = any($9) or ($8 and t.id = patient.report_type_id)`,
      [
        labId,
        index,
        visit.collected,
        visit.promised,
        visit.payment,
        receptionistId,
        visit.referrer,
        visit.isReady ?? false,
        visit.expects,
      ],
    )
  await tx.execute(
    `update reports set visit_id = v.id
       from visits v join visit_report_types e on e.visit_id = v.id
      where v.lab_id = $1 and v.id in (select id from visits where lab_id = $1 order by id desc limit $2)
        and reports.id = (select r.id from reports r where r.patient_id = v.patient_id and r.withdrawn_at is null
                           order by r.created_at desc, r.id desc limit 1)`,
    [labId, VISITS.filter(({ isReady }) => isReady).length],
  )
}
