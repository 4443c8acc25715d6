import { z } from 'zod'
import { reports, unreleasedReports, visits } from '../../core/tables.gen.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { RowOf } from '../../platform/database/row-schema.ts'

const blockersRow = z.object({
  otherReportId: reports.id.nullable(),
  unreleasedId: unreleasedReports.id.nullable(),
  awaitingVisitId: visits.id.nullable(),
  isOfOtherLab: z.boolean(),
  isOfOtherPatient: z.boolean(),
})

/** Obstacle to moving a visit to another patient with its report. Both patients are locked. */
export const findMoveBlockers = (
  tx: Queryable,
  move: { visitId: number; reportId: number; reportTypeId: number; patientId: number },
): Promise<RowOf<typeof blockersRow>> =>
  tx.one(
    blockersRow,
    `select (select min(r.id) from reports r where r.visit_id = v.id and r.id <> $2 and r.withdrawn_at is null)
              as "otherReportId",
            (select min(u.id) from unreleased_reports u
              where u.visit_id = v.id and u.patient_id = v.patient_id and u.state in ('awaiting', 'returned'))
              as "unreleasedId",
            (select min(w.id) from visits w join visit_report_types e on e.visit_id = w.id and e.report_type_id = $3
              where w.patient_id = $4 and w.id <> v.id and w.is_awaited and not exists (
                      select 1 from reports r
                       where r.visit_id = w.id and r.report_type_id = $3 and r.withdrawn_at is null))
              as "awaitingVisitId",
            not exists (select 1 from patients p where p.id = $4 and p.lab_id = v.lab_id) as "isOfOtherLab",
            not exists (select 1 from reports r where r.id = $2 and r.patient_id = v.patient_id) as "isOfOtherPatient"
       from visits v where v.id = $1`,
    [move.visitId, move.reportId, move.reportTypeId, move.patientId],
  )

/** Its withdrawn reports stay with their patient. A sender's order that both patients have names the other visit. */
export const moveVisit = async (
  tx: Queryable,
  { visitId, patientId }: { visitId: number; patientId: number },
): Promise<void> => {
  await tx.execute('update reports set visit_id = null where visit_id = $1', [visitId])
  await tx.execute(
    `update visits v
        set patient_id = $2, updated_at = greatest(clock_timestamp(), v.updated_at + interval '1 millisecond'),
            order_key = case when not exists (
              select 1 from visits s where s.patient_id = $2 and s.order_key = v.order_key) then v.order_key end
      where v.id = $1`,
    [visitId, patientId],
  )
}
