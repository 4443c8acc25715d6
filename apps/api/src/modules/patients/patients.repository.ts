import type { PatientListQuery, PatientRow } from '@zelab/contract'
import type { LabScope } from '../../http/caller.ts'
import { labCondition } from '../../http/lab-condition.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'
import { patientCondition, type PatientFilter } from './patient-filter.repository.ts'
import { PATIENT_COLUMNS, PATIENT_JOINS, toPatientRow, type PatientRecord } from './patient-row.ts'

export interface NewPatient {
  labId: number
  registeredBy: number
  fullName: string
  emrId: string | null
  email: string | null
  phone: string
  dateOfBirth: string
  gender: string | null
  line1: string | null
  city: string | null
  registrationType: string | null
}

export interface PatientOrder {
  sortBy: PatientListQuery['sortBy']
  sortOrder: PatientListQuery['sortOrder']
}

const SORT_COLUMN = { createdAt: 'p.created_at', fullName: 'lower(p.full_name)' } as const

const orderBy = ({ sortBy, sortOrder }: PatientOrder) =>
  `${SORT_COLUMN[sortBy]} ${sortOrder}, p.id ${sortOrder}`

export const countPatients = async (
  scope: LabScope,
  db: Queryable,
  filter: PatientFilter,
  timeZone: string,
): Promise<number> => {
  const parameters = new SqlParameters()
  const condition = patientCondition(scope, filter, parameters, timeZone)
  const row = await db.one<{ count: number }>(
    `select count(*) from patients p where ${condition}`,
    parameters.values,
  )
  return row.count
}

/** One page: walks the ordered ids alone to the offset and reads only the rows of the page in full. */
export const findPatients = async (
  scope: LabScope,
  db: Queryable,
  filter: PatientFilter,
  timeZone: string,
  order: PatientOrder,
  page: { limit: number; offset: number },
): Promise<PatientRow[]> => {
  const parameters = new SqlParameters()
  const condition = patientCondition(scope, filter, parameters, timeZone)
  const rows = await db.query<PatientRecord>(
    `select ${PATIENT_COLUMNS}
       from (select p.id from patients p where ${condition}
              order by ${orderBy(order)}
              limit ${parameters.add(page.limit)} offset ${parameters.add(page.offset)}) k
       join patients p on p.id = k.id ${PATIENT_JOINS}
      order by ${orderBy(order)}`,
    parameters.values,
  )
  return rows.map(toPatientRow)
}

export const findPatient = async (
  scope: LabScope,
  db: Queryable,
  id: number,
): Promise<PatientRow | undefined> => {
  const parameters = new SqlParameters()
  const row = await db.maybeOne<PatientRecord>(
    `select ${PATIENT_COLUMNS} from patients p ${PATIENT_JOINS}
      where p.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'p.lab_id')}`,
    parameters.values,
    { name: scope.everyLab ? 'find-patient-anywhere' : 'find-patient' },
  )
  return row && toPatientRow(row)
}

/** The lab that looks after a patient in scope, held until the transaction ends. */
export const holdPatientLab = async (
  scope: LabScope,
  tx: Queryable,
  id: number,
): Promise<number | undefined> => {
  const parameters = new SqlParameters()
  const row = await tx.maybeOne<{ lab_id: number }>(
    `select p.lab_id from patients p
      where p.id = ${parameters.add(id)} and ${labCondition(scope, parameters, 'p.lab_id')} for key share`,
    parameters.values,
  )
  return row?.lab_id
}

const MANY_NAMESAKES = 20

export const findPatientsByPhone = (
  scope: LabScope,
  db: Queryable,
  phone: string,
): Promise<{ id: number; fullName: string }[]> => {
  const parameters = new SqlParameters()
  return db.query(
    `select p.id, p.full_name as "fullName" from patients p
      where p.phone = ${parameters.add(phone)} and ${labCondition(scope, parameters, 'p.lab_id')}
      order by p.id limit ${MANY_NAMESAKES}`,
    parameters.values,
  )
}

export const insertPatient = async (db: Queryable, patient: NewPatient): Promise<PatientRow> =>
  toPatientRow(
    await db.one<PatientRecord>(
      `with p as (
         insert into patients (lab_id, registered_by, full_name, emr_id, email, phone, date_of_birth, gender,
                               address_line1, city, registration_type)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning *
       )
       select ${PATIENT_COLUMNS} from p ${PATIENT_JOINS}`,
      [
        patient.labId,
        patient.registeredBy,
        patient.fullName,
        patient.emrId,
        patient.email,
        patient.phone,
        patient.dateOfBirth,
        patient.gender,
        patient.line1,
        patient.city,
        patient.registrationType,
      ],
    ),
  )
