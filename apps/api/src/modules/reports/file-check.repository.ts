import type { LabScope } from '../../http/caller.ts'
import { labCondition } from '../../http/lab-condition.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'
import type { IdentityHints } from './inspection/inspection.ts'
import type { PatientIdentity } from './identity-warnings.ts'

export const findPatientIdentity = (
  scope: LabScope,
  db: Queryable,
  patientId: number,
): Promise<(PatientIdentity & { isMerged: boolean }) | undefined> => {
  const parameters = new SqlParameters()
  return db.maybeOne(
    `select p.id, p.merged_into is not null as "isMerged", p.full_name as "fullName", p.date_of_birth as "dateOfBirth", p.emr_id as "emrId"
       from patients p
      where p.id = ${parameters.add(patientId)} and ${labCondition(scope, parameters, 'p.lab_id')}`,
    parameters.values,
  )
}

/** The user's own file that no report has yet. */
export const findUnpublishedFile = (
  db: Queryable,
  file: { name: string; uploadedBy: number },
): Promise<{ sha256: Buffer; hints: IdentityHints | null } | undefined> =>
  db.maybeOne(
    `select f.sha256, f.identity_hints as hints from report_files f
      where f.name = $1 and f.uploaded_by = $2 and f.report_id is null`,
    [file.name, file.uploadedBy],
  )

/**
 * How many other patients in scope have a report with the very same file. A withdrawn report does not count: publishing
 * its file for the right patient is how a mistake is mended.
 */
export const countOtherPatientsWithFile = async (
  scope: LabScope,
  db: Queryable,
  file: { sha256: Buffer; patientId: number },
): Promise<number> => {
  const parameters = new SqlParameters()
  const row = await db.one<{ count: number }>(
    `select count(distinct r.patient_id) from report_files f
       join reports r on r.id = f.report_id
       join patients p on p.id = r.patient_id
      where f.sha256 = ${parameters.add(file.sha256)} and r.patient_id <> ${parameters.add(file.patientId)}
        and r.withdrawn_at is null and ${labCondition(scope, parameters, 'r.lab_id', 'p.lab_id')}`,
    parameters.values,
  )
  return row.count
}
