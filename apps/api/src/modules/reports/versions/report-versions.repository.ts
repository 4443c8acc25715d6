import { reportFileAddress, type ReportVersion } from '@zelab/contract'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/lab-condition.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'

interface VersionRecord {
  version: number
  title: string
  remark: string | null
  type_id: number
  type_title: string
  file_name: string
  is_file_new: boolean
  published_at: string
  publisher_name: string
  reason: string | null
  note: string | null
}

/** Every version of a report, the newest first. */
export const findVersions = async (
  scope: LabScope,
  db: Queryable,
  reportId: number,
): Promise<ReportVersion[]> => {
  const parameters = new SqlParameters()
  const rows = await db.query<VersionRecord>(
    `select v.version, v.title, v.remark, v.report_type_id as type_id, v.report_type_title as type_title, f.name as file_name,
            coalesce(v.file_id <> lag(v.file_id) over (order by v.version), false) as is_file_new,
            v.published_at, u.full_name as publisher_name, v.reason, v.note
       from report_versions v
       join report_files f on f.id = v.file_id
       join users u on u.id = v.published_by
       join reports r on r.id = v.report_id
       join patients p on p.id = r.patient_id
      where v.report_id = ${parameters.add(reportId)} and ${labCondition(scope, parameters, 'r.lab_id', 'p.lab_id')}
      order by v.version desc`,
    parameters.values,
  )
  return rows.map((row) => ({
    version: row.version,
    title: row.title,
    remark: row.remark,
    reportType: { id: row.type_id, title: row.type_title },
    filePath: reportFileAddress(row.file_name),
    isFileNew: row.is_file_new,
    at: row.published_at,
    by: { fullName: row.publisher_name },
    reason: row.reason,
    note: row.note,
  }))
}
