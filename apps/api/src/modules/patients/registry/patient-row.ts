import { roleOfUserType, type Gender, type PatientRow } from '@zelab/contract'

export interface PatientRecord {
  id: number
  lab_id: number
  full_name: string
  emr_id: string | null
  email: string | null
  phone: string
  date_of_birth: string
  gender: Gender | null
  address_line1: string | null
  city: string | null
  registration_type: string | null
  profile_completed: boolean
  created_at: string
  updated_at: string
  registrar_name: string | null
  registrar_type_id: number | null
  lab_name: string | null
}

/** Selects a patient `p` with the registering user `u` and the lab `l`. */
export const PATIENT_COLUMNS = `
  p.id, p.lab_id, p.full_name, p.emr_id, p.email, p.phone, p.date_of_birth, p.gender, p.address_line1, p.city,
  p.registration_type, p.profile_completed, p.created_at, p.updated_at,
  u.full_name as registrar_name, u.user_type_id as registrar_type_id, l.name as lab_name`

export const PATIENT_JOINS = 'left join users u on u.id = p.registered_by left join labs l on l.id = p.lab_id'

export const toPatientRow = (row: PatientRecord): PatientRow => ({
  id: row.id,
  fullName: row.full_name,
  emrId: row.emr_id,
  email: row.email,
  phone: { number: row.phone },
  contactDetails: { address: { line1: row.address_line1, city: row.city } },
  dateOfBirth: row.date_of_birth,
  gender: row.gender,
  profileCompleted: row.profile_completed,
  registrationType: row.registration_type,
  registeredByUser:
    row.registrar_name === null
      ? null
      : {
          fullName: row.registrar_name,
          userType: row.registrar_type_id === null ? null : { name: roleOfUserType(row.registrar_type_id) },
          lab: row.lab_name === null ? null : { name: row.lab_name },
        },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
