import { roleOfUserType, type PatientRow } from '@zelab/contract'
import { labs, patients, users } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { patientValuesRow } from './patient-values.ts'

export const patientRow = patientValuesRow.extend({
  ...pick(patients, 'id labId profileCompleted createdAt updatedAt'),
  registrarName: from('u.full_name', users.fullName.nullable()),
  registrarTypeId: from('u.user_type_id', users.userTypeId.nullable()),
  labName: from('l.name', labs.name.nullable()),
})
export type PatientRecord = RowOf<typeof patientRow>

export const PATIENT_COLUMNS = columnsOf(patientRow, 'p')

export const PATIENT_JOINS = 'left join users u on u.id = p.registered_by left join labs l on l.id = p.lab_id'

export const toPatientRow = (row: PatientRecord): PatientRow => ({
  id: row.id,
  fullName: row.fullName,
  emrId: row.emrId,
  nationalId: row.nationalId,
  email: row.email,
  phone: { number: row.phone },
  contactDetails: { address: { line1: row.line1, city: row.city } },
  dateOfBirth: row.dateOfBirth,
  gender: row.gender,
  profileCompleted: row.profileCompleted,
  registrationType: row.registrationType,
  registeredByUser:
    row.registrarName === null
      ? null
      : {
          fullName: row.registrarName,
          userType: row.registrarTypeId === null ? null : { name: roleOfUserType(row.registrarTypeId) },
          lab: row.labName === null ? null : { name: row.labName },
        },
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})
