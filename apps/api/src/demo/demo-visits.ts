import type { Queryable } from '../platform/database/database.ts'

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

/** One lab uses visits: awaited, late, due and paid ones of its newest patients. */
export const insertVisits = async (tx: Queryable, labId: number, receptionistId: number): Promise<void> => {
  await tx.execute('insert into lab_visit_settings (lab_id, is_on) values ($1, true)', [labId])
  await tx.execute(
    `insert into referrers (lab_id, kind, name, phone, license_number)
     values ($1, 'doctor', 'Dr. Huda Salem', '+971501239001', 'DHA-30417'),
            ($1, 'clinic', 'Marina Family Clinic', '+97143219002', 'DHA-F-0812')`,
    [labId],
  )
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
