import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { patients, reportFiles, reports, unreleasedReports } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import type { IdentityHints } from '../../inspection/inspection.ts'
import type { PatientIdentity } from './identity-comparison.ts'

const identityRow = z.object({
  id: patients.id,
  isMerged: from('p.merged_into is not null', z.boolean()),
  ...pick(patients, 'fullName dateOfBirth emrId'),
})

export const findPatientIdentity = (
  scope: LabScope,
  db: Queryable,
  patientId: number,
): Promise<(PatientIdentity & { isMerged: boolean }) | undefined> =>
  db.maybeOne(
    identityRow,
    (parameters) => `select ${columnsOf(identityRow, 'p')}
       from patients p
      where p.id = ${parameters.add(patientId)} and ${labCondition(scope, parameters, 'p.lab_id')}`,
  )

const unpublishedFileRow = z.object({
  sha256: reportFiles.sha256,
  hints: z
    .object({
      names: z.array(z.string()),
      birthDates: z.array(z.object({ written: z.string(), dates: z.array(z.string()) })),
      emrIds: z.array(z.string()),
      patientIds: z.array(z.number()),
      phones: z.array(z.string()).optional(),
    })
    .nullable(),
})

/** `coalesce` as in `lockUnpublishedFile`. */
export const findUnpublishedFile = (
  db: Queryable,
  file: { name: string; uploadedBy: number },
): Promise<{ sha256: Buffer; hints: IdentityHints | null } | undefined> =>
  db.maybeOne(
    unpublishedFileRow,
    `select f.sha256, f.identity_hints as hints from report_files f
      where f.name = $1 and f.uploaded_by = $2 and coalesce(f.report_id, 0) = 0`,
    [file.name, file.uploadedBy],
  )

const sameFileRow = z.object({
  otherPatients: z.number(),
  reports: z.number(),
  newestReportId: reports.id.nullable(),
  /** That await release, or were sent back. */
  unreleasedOfOthers: z.number(),
  unreleasedId: unreleasedReports.id.nullable(),
})
export type SameFile = RowOf<typeof sameFileRow>

/** Excludes withdrawn reports: publishing the file for the right patient fixes a mistake. */
export const findSameFile = (
  scope: LabScope,
  db: Queryable,
  file: {
    sha256: Buffer
    patientId: number
    exceptReportId?: number | undefined
    exceptUnreleasedId?: number | undefined
  },
): Promise<SameFile> =>
  db.one(sameFileRow, (parameters) => {
    const patientId = parameters.add(file.patientId)
    const sha256 = parameters.add(file.sha256)
    return `select published.*, unreleased.*
       from (select count(distinct r.patient_id) filter (where r.patient_id <> ${patientId})::integer as "otherPatients",
                    count(distinct r.id) filter (where r.patient_id = ${patientId})::integer as reports,
                    max(r.id) filter (where r.patient_id = ${patientId}) as "newestReportId"
               from report_files f
               join reports r on r.id = f.report_id
               join patients p on p.id = r.patient_id
              where f.sha256 = ${sha256} and r.withdrawn_at is null
                and r.id is distinct from ${parameters.add(file.exceptReportId ?? null)}::bigint
                and ${labCondition(scope, parameters, 'r.lab_id', 'p.lab_id')}) published,
            (select count(distinct u.patient_id) filter (where u.patient_id <> ${patientId})::integer as "unreleasedOfOthers",
                    max(u.id) filter (where u.patient_id = ${patientId}) as "unreleasedId"
               from report_files f
               join unreleased_reports u on u.file_id = f.id and u.state in ('awaiting', 'returned')
              where f.sha256 = ${sha256} and u.id is distinct from ${parameters.add(file.exceptUnreleasedId ?? null)}::bigint
                and ${labCondition(scope, parameters, 'u.lab_id')}) unreleased`
  })

/** Limit per date of birth. */
const NAMED_LIMIT = 200

const namedPatientRow = z.object({
  ...pick(patients, 'id fullName dateOfBirth gender'),
  isByNumber: z.boolean(),
})
export type NamedPatient = RowOf<typeof namedPatientRow>

export const findNamedPatients = (
  scope: LabScope,
  db: Queryable,
  named: { ids: number[]; emrIds: string[]; datesOfBirth: string[]; exceptId: number },
): Promise<NamedPatient[]> =>
  db.query(namedPatientRow, (parameters) => {
    const byNumber = `(p.id = any(${parameters.add(named.ids)}::bigint[]) or lower(p.emr_id) = any(${parameters.add(named.emrIds)}::text[]))`
    return `select ${columnsOf(namedPatientRow, 'p', { isByNumber: `coalesce(${byNumber}, false)` })}
       from patients p
      where ${labCondition(scope, parameters, 'p.lab_id')} and p.merged_into is null
        and p.id <> ${parameters.add(named.exceptId)}
        and (${byNumber} or p.date_of_birth = any(${parameters.add(named.datesOfBirth)}::date[]))
      order by "isByNumber" desc, p.id desc limit ${NAMED_LIMIT}`
  })
