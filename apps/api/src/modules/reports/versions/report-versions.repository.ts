import { reportFileAddress, type ReportVersion } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { reportFiles, reportVersions, users } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'

const versionRow = z.object({
  ...pick(reportVersions, 'version title remark'),
  typeId: from('v.report_type_id', reportVersions.reportTypeId),
  typeTitle: from('v.report_type_title', reportVersions.reportTypeTitle),
  fileName: from('f.name', reportFiles.name),
  isFileNew: z.boolean(),
  publishedAt: reportVersions.publishedAt,
  publisherName: from('u.full_name', users.fullName),
  ...pick(reportVersions, 'reason note'),
  releaserName: from('e.full_name', users.fullName.nullable()),
  isReleasedAlone: z.boolean(),
})

export const findVersions = async (
  scope: LabScope,
  db: Queryable,
  reportId: number,
): Promise<ReportVersion[]> => {
  const rows = await db.query(
    versionRow,
    (parameters) => `select ${columnsOf(versionRow, 'v', {
      isFileNew: 'coalesce(v.file_id <> lag(v.file_id) over (order by v.version), false)',
      isReleasedAlone: 'n.alone_reason is not null',
    })}
       from report_versions v
       join report_files f on f.id = v.file_id
       join users u on u.id = v.published_by
       left join unreleased_reports n on n.id = v.release_id
       left join users e on e.id = n.released_by
       join reports r on r.id = v.report_id
       join patients p on p.id = r.patient_id
      where v.report_id = ${parameters.add(reportId)} and ${labCondition(scope, parameters, 'r.lab_id', 'p.lab_id')}
      order by v.version desc`,
  )
  return rows.map((row) => ({
    version: row.version,
    title: row.title,
    remark: row.remark,
    reportType: { id: row.typeId, title: row.typeTitle },
    filePath: reportFileAddress(row.fileName),
    isFileNew: row.isFileNew,
    at: row.publishedAt,
    by: { fullName: row.publisherName },
    reason: row.reason,
    note: row.note,
    ...(row.releaserName !== null && {
      released: { by: { fullName: row.releaserName }, isAlone: row.isReleasedAlone },
    }),
  }))
}
