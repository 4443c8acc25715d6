import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { patients } from '../../../core/tables.gen.ts'
import { STAFF_MEMBER_COLUMNS, staffMemberRow, toStaffMember } from '../../../core/user-row.ts'
import type { StaffMember } from '@zelab/contract'
import { columnsOf, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { idRow } from '../../../platform/database/row-schema.ts'

const identityRow = z.object(pick(patients, 'labId fullName dateOfBirth emrId'))

export const lockIdentity = (
  tx: Queryable,
  patientId: number,
): Promise<{ labId: number; fullName: string; dateOfBirth: string; emrId: string | null } | undefined> =>
  tx.maybeOne(
    identityRow,
    `select ${columnsOf(identityRow)}
       from patients where id = $1 and merged_into is null for share`,
    [patientId],
  )

/** The publisher for automatic reports, if the source still allows them. */
export const findPublisher = async (tx: Queryable, itemId: number): Promise<StaffMember | undefined> => {
  const row = await tx.maybeOne(
    staffMemberRow,
    `select ${STAFF_MEMBER_COLUMNS}
       from inbox_items i
       join inbox_sources s on s.id = i.source_id and s.publishes_automatically and s.is_on and s.removed_at is null
       join users u on u.id = s.publisher_id
       left join labs l on l.id = u.lab_id
      where i.id = $1`,
    [itemId],
  )
  return row && toStaffMember(row)
}

export const findPatientOfReport = async (
  scope: LabScope,
  db: Queryable,
  reportId: number,
): Promise<number | undefined> => {
  const row = await db.maybeOne(
    idRow,
    (parameters) => `select r.patient_id as id from reports r join patients p on p.id = r.patient_id
      where r.id = ${parameters.add(reportId)} and ${labCondition(scope, parameters, 'r.lab_id', 'p.lab_id')}`,
  )
  return row?.id
}
