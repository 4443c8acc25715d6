import { REPORT_FILE_MEDIA_TYPES } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { isReportCritical, isSuspended, labCondition } from '../../../core/conditions.ts'
import {
  labs,
  referrers,
  reportFiles,
  reports,
  reportTypes,
  users,
  visits,
} from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

const exportedReportRow = z.object({
  ...pick(reports, 'id title remark'),
  typeTitle: from('r.report_type_title', reports.reportTypeTitle),
  version: reports.version,
  ...pick(reportTypes, 'loinc isSensitive'),
  isCritical: z.boolean(),
  collectedAt: from('v.collected_at', visits.collectedAt),
  collectedOn: from('v.collected_on', visits.collectedOn),
  orderNumber: from('v.order_number', visits.orderNumber),
  publishedAt: z.iso.datetime(),
  publishedBy: from('u.full_name', users.fullName),
  fileName: from('f.name', reportFiles.name),
  mediaType: from('f.media_type', z.enum(REPORT_FILE_MEDIA_TYPES)),
  sizeBytes: from('f.size_bytes', reportFiles.sizeBytes),
  sha256: from('f.sha256', reportFiles.sha256),
  /** Times and reasons only, without the content. */
  earlierVersions: z.array(
    z.object({ version: z.int(), publishedAt: z.iso.datetime(), replacedBecause: z.string() }),
  ),
})
export type ExportedReport = RowOf<typeof exportedReportRow>

export const findExportedReports = (
  scope: LabScope,
  db: Queryable,
  patientId: number,
): Promise<ExportedReport[]> =>
  db.query(
    exportedReportRow,
    (parameters) => `select ${columnsOf(exportedReportRow, 'r', {
      loinc: 't.loinc',
      isSensitive: 't.is_sensitive',
      isCritical: isReportCritical('r'),
      publishedAt: 'coalesce(r.amended_at, r.created_at)',
      earlierVersions: "coalesce(e.versions, '[]'::json)",
    })}
       from reports r
       join patients p on p.id = r.patient_id
       join report_types t on t.id = r.report_type_id
       left join visits v on v.id = r.visit_id and v.canceled_at is null
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
      where r.patient_id = ${parameters.add(patientId)} and r.withdrawn_at is null and not ${isSuspended('r')}
        and ${labCondition(scope, parameters, 'p.lab_id')}
      order by r.created_at, r.id`,
  )

const labOfRecordRow = z.object({
  ...pick(labs, 'id name'),
  line1: labs.addressLine1,
  city: labs.city,
})

export const findLabOfRecord = (
  scope: LabScope,
  db: Queryable,
  patientId: number,
): Promise<RowOf<typeof labOfRecordRow> | undefined> =>
  db.maybeOne(
    labOfRecordRow,
    (parameters) => `select l.id, l.name, l.address_line1 as line1, l.city
       from patients p join labs l on l.id = p.lab_id
      where p.id = ${parameters.add(patientId)} and ${labCondition(scope, parameters, 'p.lab_id')}`,
  )

const exportedVisitRow = z.object({
  id: visits.id,
  expectedTypes: z.array(z.string()),
  reportIds: z.array(z.int()),
  referrer: from('f.name', referrers.name.nullable()),
  ...pick(visits, 'collectedAt receivedAt collectedOn receivedOn promisedAt payment waiverReason note'),
  ...pick(visits, 'createdAt canceledAt'),
})
export type ExportedVisit = RowOf<typeof exportedVisitRow>

/** Empty while the lab does not use visits. */
export const findExportedVisits = (db: Queryable, patientId: number): Promise<ExportedVisit[]> =>
  db.query(
    exportedVisitRow,
    `select ${columnsOf(exportedVisitRow, 'v', {
      expectedTypes: `array(select t.title from visit_report_types e join report_types t on t.id = e.report_type_id
                   where e.visit_id = v.id order by lower(t.title), t.id)`,
      reportIds:
        'array(select r.id from reports r where r.visit_id = v.id and r.withdrawn_at is null order by r.id)',
    })}
       from visits v
       join lab_visit_settings s on s.lab_id = v.lab_id and s.is_on
       left join referrers f on f.id = v.referrer_id
      where v.patient_id = $1 order by v.id`,
    [patientId],
  )
