import { z } from 'zod'
import { defineEndpoint, envelope } from './endpoint.ts'
import {
  blankable,
  emailField,
  idParams,
  limitField,
  nameField,
  pageField,
  paginationSchema,
  phoneField,
  plainDate,
  isPossibleDateOfBirth,
  searchText,
  sortOrderField,
  textField,
  timestamp,
} from './fields.ts'
import { ADDRESS_LINE_LENGTH, CITY_LENGTH, EMR_ID_LENGTH, GENDERS, TEXT_MAX_LENGTH } from './limits.ts'
import { VALIDATION } from './messages.ts'

const reportInPatientSchema = z.object({
  id: z.number(),
  title: z.string(),
  remark: z.string().nullable(),
  filePath: z.string(),
  createdAt: timestamp,
  version: z.number(),
})
export type ReportInPatient = z.output<typeof reportInPatientSchema>

export const patientRowSchema = z.object({
  id: z.number(),
  fullName: z.string(),
  emrId: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.object({ number: z.string() }),
  contactDetails: z.object({
    address: z.object({ line1: z.string().nullable(), city: z.string().nullable() }),
  }),
  /** A plain date, YYYY-MM-DD (AMB-44). */
  dateOfBirth: z.string(),
  gender: z.enum(GENDERS).nullable(),
  profileCompleted: z.boolean(),
  registrationType: z.string().nullable(),
  registeredByUser: z
    .object({
      fullName: z.string(),
      userType: z.object({ name: z.string() }).nullable(),
      lab: z.object({ name: z.string() }).nullable(),
    })
    .nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type PatientRow = z.output<typeof patientRowSchema>

export const patientSchema = patientRowSchema.extend({ reports: z.array(reportInPatientSchema) })
export type Patient = z.output<typeof patientSchema>

const genderField = z
  .string({ error: VALIDATION.gender })
  .transform((value) => value.trim().toUpperCase())
  .pipe(z.enum(GENDERS, { error: VALIDATION.gender }))

const boundedText = (length: { min: number; max: number }, tooShort: string, tooLong: string) =>
  textField(tooShort).min(length.min, { error: tooShort }).max(length.max, { error: tooLong })

const addressField = z.object({
  line1: blankable(boundedText(ADDRESS_LINE_LENGTH, VALIDATION.addressTooShort, VALIDATION.addressTooLong)),
  city: blankable(boundedText(CITY_LENGTH, VALIDATION.cityTooShort, VALIDATION.cityTooLong)),
})

/**
 * The onboarding payload. The server checks `dob` against today once more, in its own time zone:
 * here only the form of the date and its earliest day can be known.
 */
export const registerPatientBody = z.object({
  fullName: nameField,
  emrId: blankable(boundedText(EMR_ID_LENGTH, VALIDATION.emrIdTooShort, VALIDATION.emrIdTooLong)),
  email: blankable(emailField()),
  phone: phoneField,
  dob: z
    .string({ error: VALIDATION.dateOfBirth })
    .refine((date) => isPossibleDateOfBirth(date, '9999-12-31'), { error: VALIDATION.dateOfBirth }),
  gender: blankable(genderField),
  address: addressField.default({}),
  registrationType: blankable(textField().max(TEXT_MAX_LENGTH, { error: VALIDATION.textTooLong })),
})
export type RegisterPatient = z.output<typeof registerPatientBody>

/** What the registration form demands on top: email and gender (AMB-37, AMB-39), and a birthday up to `today()`. */
export const patientRegistrationForm = (today: () => string) =>
  registerPatientBody.omit({ registrationType: true }).extend({
    email: z.string().trim().min(1, { error: VALIDATION.required }).pipe(emailField()),
    dob: z
      .string()
      .min(1, { error: VALIDATION.required })
      .refine((date) => date === '' || isPossibleDateOfBirth(date, today()), {
        error: VALIDATION.dateOfBirth,
      }),
    gender: z.string({ error: VALIDATION.required }).min(1, { error: VALIDATION.required }).pipe(genderField),
    address: addressField,
  })

export const PATIENT_SORT_FIELDS = ['createdAt', 'fullName'] as const
export const PATIENT_STATUSES = ['all', 'completed', 'incomplete'] as const
export const PATIENT_GENDER_FILTERS = ['all', 'male', 'female'] as const

const lowerCased = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value)
const dateFilter = z
  .preprocess((value) => (value === '' ? undefined : value), plainDate.optional())
  .catch(undefined)
const searchFilter = searchText.catch('')

/** The patients list's query (section 3); unknown values count as all (AMB-93). */
export const patientListQuery = z.object({
  page: pageField,
  limit: limitField,
  search: searchFilter,
  status: z.preprocess(lowerCased, z.enum(PATIENT_STATUSES)).catch('all'),
  registrationType: textField().max(TEXT_MAX_LENGTH).catch('all'),
  gender: z.preprocess(lowerCased, z.enum(PATIENT_GENDER_FILTERS)).catch('all'),
  sortBy: z.enum(PATIENT_SORT_FIELDS).catch('createdAt'),
  sortOrder: sortOrderField,
  fromDate: dateFilter,
  toDate: dateFilter,
})
export type PatientListQuery = z.output<typeof patientListQuery>

export const patientEndpoints = {
  register: defineEndpoint({
    method: 'POST',
    path: '/user/patient/onboarding',
    access: 'patients:add',
    summary: 'Register a patient of the caller’s lab',
    body: registerPatientBody,
    response: envelope({ data: patientRowSchema }),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/patient/getAll',
    access: 'patients:view',
    summary: 'Search, filter and page through patients',
    query: patientListQuery,
    response: envelope({
      data: z.array(patientRowSchema),
      pagination: paginationSchema,
      /** Rows that do not contain the searched text, but have a similar name. */
      similarIds: z.array(z.number()).optional(),
    }),
  }),
  exportCsv: defineEndpoint({
    method: 'GET',
    path: '/patient/export',
    access: 'patients:edit',
    summary: 'The filtered patients as a CSV file, streamed',
    query: patientListQuery.omit({ page: true, limit: true }),
    response: 'file',
  }),
  getById: defineEndpoint({
    method: 'GET',
    path: '/patient/getById/:id',
    access: 'patients:view',
    summary:
      'One patient with the published reports, newest first; a merged record’s id answers with the surviving one',
    params: idParams,
    response: envelope({ data: patientSchema }),
  }),
  checkPhone: defineEndpoint({
    method: 'POST',
    path: '/patient/checkPhone',
    access: 'patients:add',
    summary:
      'Patients of the caller’s lab with this phone number; a POST so that numbers stay out of logs (AMB-74)',
    body: z.object({ phone: phoneField }),
    response: envelope({
      exists: z.boolean(),
      data: z.object({ patients: z.array(z.object({ id: z.number(), fullName: z.string() })) }),
    }),
  }),
}
