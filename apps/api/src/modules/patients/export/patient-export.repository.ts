import type { ReportFileMediaType } from '@zelab/contract'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/lab-condition.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'

export interface ExportedReport {
  id: number
  title: string
  remark: string | null
  typeTitle: string
  version: number
  /** When this version was published. */
  publishedAt: string
  publishedBy: string
  fileName: string
  mediaType: ReportFileMediaType
  sizeBytes: number
  sha256: Buffer
  /** When the versions before were published, and why the next one took their place; nothing of what they said. */
  earlierVersions: { version: number; publishedAt: string; replacedBecause: string }[]
}

/** The published reports of a patient as they stand, the oldest first. Withdrawn ones are not the patient's. */
export const findExportedReports = (
  scope: LabScope,
  db: Queryable,
  patientId: number,
): Promise<ExportedReport[]> => {
  const parameters = new SqlParameters()
  return db.query<ExportedReport>(
    `select r.id, r.title, r.remark, r.report_type_title as "typeTitle", r.version,
            coalesce(r.amended_at, r.created_at) as "publishedAt", u.full_name as "publishedBy",
            f.name as "fileName", f.media_type as "mediaType", f.size_bytes as "sizeBytes", f.sha256,
            coalesce(e.versions, '[]'::json) as "earlierVersions"
       from reports r
       join patients p on p.id = r.patient_id
       join report_files f on f.id = r.file_id
       join users u on u.id = coalesce(r.amended_by, r.uploaded_by)
       left join lateral (
         select json_agg(json_build_object(
                  'version', v.version,
                  'publishedAt', to_char(v.published_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                  'replacedBecause', n.reason) order by v.version) as versions
           from report_versions v
           join report_versions n on n.report_id = v.report_id and n.version = v.version + 1
          where v.report_id = r.id
       ) e on true
      where r.patient_id = ${parameters.add(patientId)} and r.withdrawn_at is null
        and ${labCondition(scope, parameters, 'p.lab_id')}
      order by r.created_at, r.id`,
    parameters.values,
  )
}

/** The lab that keeps the patient's record. */
export const findLabOfRecord = async (
  scope: LabScope,
  db: Queryable,
  patientId: number,
): Promise<{ id: number; name: string; line1: string; city: string } | undefined> => {
  const parameters = new SqlParameters()
  const [lab] = await db.query<{ id: number; name: string; line1: string; city: string }>(
    `select l.id, l.name, l.address_line1 as line1, l.city
       from patients p join labs l on l.id = p.lab_id
      where p.id = ${parameters.add(patientId)} and ${labCondition(scope, parameters, 'p.lab_id')}`,
    parameters.values,
  )
  return lab
}
