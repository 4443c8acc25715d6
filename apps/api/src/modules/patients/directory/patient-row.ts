import { roleOfUserType, type PatientRow } from '@zelab/contract'
import { z } from 'zod'
import { labs, patients, users } from '../../../core/tables.gen.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

export const patientRow = z.object({
  id: patients.id,
  labId: patients.labId,
  fullName: patients.fullName,
  emrId: patients.emrId,
  email: patients.email,
  phone: patients.phone,
  dateOfBirth: patients.dateOfBirth,
  gender: patients.gender,
  line1: patients.addressLine1,
  city: patients.city,
  registrationType: patients.registrationType,
  profileCompleted: patients.profileCompleted,
  createdAt: patients.createdAt,
  updatedAt: patients.updatedAt,
  registrarName: users.fullName.nullable(),
  registrarTypeId: users.userTypeId.nullable(),
  labName: labs.name.nullable(),
})
export type PatientRecord = RowOf<typeof patientRow>

/** Selects a patient `p` with the registering user `u` and the lab `l`. */
export const PATIENT_COLUMNS = `
  p.id, p.lab_id as "labId", p.full_name as "fullName", p.emr_id as "emrId", p.email, p.phone,
  p.date_of_birth as "dateOfBirth", p.gender, p.address_line1 as line1, p.city,
  p.registration_type as "registrationType", p.profile_completed as "profileCompleted",
  p.created_at as "createdAt", p.updated_at as "updatedAt",
  u.full_name as "registrarName", u.user_type_id as "registrarTypeId", l.name as "labName"`

export const PATIENT_JOINS = 'left join users u on u.id = p.registered_by left join labs l on l.id = p.lab_id'

export const toPatientRow = (row: PatientRecord): PatientRow => ({
  id: row.id,
  fullName: row.fullName,
  emrId: row.emrId,
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
