import type { ActivityAction } from '@zelab/contract'
import { z } from 'zod'
import { activityLog, labs, reportFiles, reports } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { neverNull, type RowOf } from '../../../platform/database/row-schema.ts'
import { holdOf } from '../sending/holds.repository.ts'

interface Rows {
  limit: number
  offset: number
}

const ownReportRow = z.object({
  ...pick(reports, 'id title'),
  typeTitle: from('r.report_type_title', reports.reportTypeTitle),
  version: reports.version,
  publishedAt: from('r.created_at', reports.createdAt),
  correctedAt: from('r.amended_at', reports.amendedAt),
})
export type OwnReport = RowOf<typeof ownReportRow>

/** Without held ones, except the link's own, whose state the visit has checked. @param of.ofLink the link's report */
export const findReportsOfPatient = (
  db: Queryable,
  { patientId, ofLink, includesSensitive }: { patientId: number; ofLink: number; includesSensitive: boolean },
  { limit, offset }: Rows,
): Promise<OwnReport[]> =>
  db.query(
    ownReportRow,
    `select ${columnsOf(ownReportRow, 'r')}
       from reports r join report_types t on t.id = r.report_type_id
      where r.patient_id = $1 and r.withdrawn_at is null and ($4 or not t.is_sensitive)
        and (r.id = $5 or ${holdOf('r')} is null)
      order by r.created_at desc, r.id desc limit $2 offset $3`,
    [patientId, limit, offset, includesSensitive, ofLink],
  )

const ownFileRow = z.object({
  reportId: from('r.id', reports.id),
  reportTitle: from('r.title', reports.title),
  version: from('r.version', reports.version),
  labId: from('r.lab_id', reports.labId),
  ...pick(reportFiles, 'name originalName mediaType sizeBytes'),
  checksum: from("encode(f.sha256, 'hex')", z.string()),
})
export type OwnFile = RowOf<typeof ownFileRow>

export const findFileOfPatient = (
  db: Queryable,
  of: { patientId: number; reportId: number; ofLink: number; includesSensitive: boolean },
): Promise<OwnFile | undefined> =>
  db.maybeOne(
    ownFileRow,
    `select ${columnsOf(ownFileRow, 'f')}
       from reports r join report_files f on f.id = r.file_id join report_types t on t.id = r.report_type_id
      where r.id = $2 and r.patient_id = $1 and r.withdrawn_at is null and ($3 or not t.is_sensitive)
        and (r.id = $4 or ${holdOf('r')} is null)`,
    [of.patientId, of.reportId, of.includesSensitive, of.ofLink],
  )

export const hasOpenedLately = (
  db: Queryable,
  of: { reportId: number; address: string; minutes: number },
): Promise<boolean> =>
  db.exists(
    `select 1 from activity_log a
      where a.object_type = 'report' and a.object_id = $1 and a.action = 'delivery.open' and a.address = $2
        and a.actor_id is null and a.at > now() - make_interval(mins => $3)
      limit 1`,
    [of.reportId, of.address, of.minutes],
  )

const viewRow = z.object({
  ...pick(activityLog, 'at action'),
  role: from('a.actor_role', neverNull(activityLog.actorRole)),
  labName: from('l.name', labs.name.nullable()),
})
export type RecordView = RowOf<typeof viewRow>

const REPORTS_SEARCHED = 500

/**
 * Staff views of a patient's record or reports, newest first and without names. Views of a report published for this
 * patient by mistake concern another patient.
 */
export const findViewsOfPatient = (
  db: Queryable,
  patientId: number,
  actions: readonly ActivityAction[],
  { limit, offset }: Rows,
): Promise<RecordView[]> =>
  db.query(
    viewRow,
    `select ${columnsOf(viewRow, 'a')}
       from (select 'patient' as type, $1::bigint as id
             union all
             select 'patient', p.id from patients p where p.merged_into = $1
             union all
             (select 'report', r.id from reports r
               where r.patient_id = $1 and r.withdrawal_reason is distinct from 'wrong-patient'
               order by r.created_at desc limit ${REPORTS_SEARCHED})) o
      cross join lateral (
        select e.* from activity_log e
         where e.object_type = o.type and e.object_id = o.id and e.action = any($2) and e.actor_role is not null
         order by e.id desc limit $3::bigint + $4::bigint) a
       left join labs l on l.id = a.lab_id
      order by a.id desc limit $3 offset $4`,
    [patientId, actions, limit, offset],
  )
