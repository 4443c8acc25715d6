import { REGISTERED } from '../record-kinds.ts'
import { defineEndpoint, envelope } from '../endpoint.ts'
import { patientDeliveryBody } from '../deliveries/deliveries.forms.ts'
import { idField, prepared, textField } from '../fields/fields.ts'
import { DIFFERENT_FROM_MAX, GENDERS, TEXT_MAX_LENGTH } from '../limits.ts'
import { ALL, PATIENT_GENDER_FILTERS, PATIENT_STATUSES, type PatientFilterName } from './patient-filter.ts'
import { registrationFields } from './patients.forms.ts'
import { phoneField } from '../fields/phone.ts'
import {
  dateRangeFields,
  idParams,
  limitField,
  pageField,
  paginationSchema,
  searchText,
  sortOrderField,
  timestamp,
} from '../fields/query-fields.ts'
import { reportMarksSchema } from '../reports/reports.contract.ts'
import { expectedVisitBody } from '../visits/visits.forms.ts'
import { SUCCESS } from '../messages.ts'
import { z } from '../zod.ts'

export const registerPatientBody = registrationFields(phoneField)
export type RegisterPatient = z.output<typeof registerPatientBody>

const registrationBody = z.extend(registerPatientBody, {
  /** If given, even empty, other possible duplicates fail the registration with 409 and are listed in `data`. */
  differentFrom: z.optional(z.array(idField()).check(z.maxLength(DIFFERENT_FROM_MAX))),
  delivery: z.optional(patientDeliveryBody),
  /** Adds a visit with the expected reports; for a lab that uses visits. */
  visit: z.optional(expectedVisitBody),
})

const reportInPatientSchema = z.object({
  id: z.number(),
  title: z.string(),
  remark: z.nullable(z.string()),
  filePath: z.string(),
  createdAt: timestamp,
  version: z.number(),
  marks: reportMarksSchema,
})
export type ReportInPatient = z.output<typeof reportInPatientSchema>

export const patientRowSchema = z.object({
  id: z.number(),
  fullName: z.string(),
  emrId: z.nullable(z.string()),
  /** 15 digits. */
  nationalId: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.object({ number: z.string() }),
  contactDetails: z.object({
    address: z.object({ line1: z.nullable(z.string()), city: z.nullable(z.string()) }),
  }),
  dateOfBirth: z.string(),
  gender: z.nullable(z.enum(GENDERS)),
  profileCompleted: z.boolean(),
  registrationType: z.nullable(z.string()),
  registeredByUser: z.nullable(
    z.object({
      fullName: z.string(),
      userType: z.nullable(z.object({ name: z.string() })),
      lab: z.nullable(z.object({ name: z.string() })),
    }),
  ),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type PatientRow = z.output<typeof patientRowSchema>

export const patientSchema = z.extend(patientRowSchema, { reports: z.array(reportInPatientSchema) })
export type Patient = z.output<typeof patientSchema>

export const PATIENT_SORT_FIELDS = ['createdAt', 'fullName'] as const

const lowerCased = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value)

const filterFields = {
  search: z.catch(searchText, ''),
  status: z.catch(prepared(lowerCased, z.enum([ALL, ...PATIENT_STATUSES])), ALL),
  registrationType: z.catch(textField().check(z.maxLength(TEXT_MAX_LENGTH)), ALL),
  gender: z.catch(prepared(lowerCased, z.enum([ALL, ...PATIENT_GENDER_FILTERS])), ALL),
  ...dateRangeFields,
} satisfies Record<PatientFilterName, unknown>

/** Query of the patients list (section 3); unknown values mean all (AMB-93). */
export const patientListQuery = z.object({
  page: pageField,
  limit: limitField,
  ...filterFields,
  sortBy: z.catch(z.enum(PATIENT_SORT_FIELDS), 'createdAt'),
  sortOrder: sortOrderField,
})
export type PatientListQuery = z.output<typeof patientListQuery>

export const patientEndpoints = {
  register: defineEndpoint({
    method: 'POST',
    path: '/user/patient/onboarding',
    changes: REGISTERED,
    access: 'patients:add',
    idempotent: true,
    patientData: 'change',
    summary: 'Register a patient of the caller’s lab',
    body: registrationBody,
    message: SUCCESS.patientAdded,
    response: envelope({ data: patientRowSchema }),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/patient/getAll',
    access: 'patients:view',
    patientData: 'list',
    summary: 'Search, filter and page through patients',
    query: patientListQuery,
    response: envelope({
      data: z.array(patientRowSchema),
      pagination: paginationSchema,
      similarIds: z.optional(z.array(z.number())),
    }),
  }),
  exportCsv: defineEndpoint({
    method: 'GET',
    path: '/patient/export',
    access: 'patients:edit',
    summary: 'The filtered patients as a CSV file, streamed',
    query: z.omit(patientListQuery, { page: true, limit: true }),
    response: 'file',
    file: 'export',
  }),
  getById: defineEndpoint({
    method: 'GET',
    path: '/patient/getById/:id',
    access: 'patients:view',
    patientData: 'view',
    summary:
      'One patient with the published reports, newest first; a merged record’s id answers with the surviving one',
    params: idParams,
    response: envelope({ data: patientSchema }),
  }),
  checkPhone: defineEndpoint({
    method: 'POST',
    path: '/patient/checkPhone',
    changes: [],
    access: 'patients:add',
    patientData: 'list',
    changesNothing: true,
    summary:
      'Patients of the caller’s lab with this phone number; a POST so that numbers stay out of logs (AMB-74)',
    body: z.object({ phone: phoneField }),
    response: envelope({
      exists: z.boolean(),
      data: z.object({ patients: z.array(z.object({ id: z.number(), fullName: z.string() })) }),
    }),
  }),
}
