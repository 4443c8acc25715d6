export const PATIENT_STATUSES = ['completed', 'incomplete'] as const
export const PATIENT_GENDER_FILTERS = ['male', 'female'] as const
export const ALL = 'all'

/** Each filter needs a query field, SQL and a URL parameter; a missing one fails to compile. */
export interface PatientFilter {
  search: string
  status: typeof ALL | (typeof PATIENT_STATUSES)[number]
  /** Free text, because labs define their types. */
  registrationType: string
  gender: typeof ALL | (typeof PATIENT_GENDER_FILTERS)[number]
  /** Plain dates, YYYY-MM-DD, both inclusive. */
  fromDate?: string | undefined
  toDate?: string | undefined
}
export type PatientFilterName = keyof PatientFilter

export const NO_PATIENT_FILTER: { [Name in PatientFilterName]-?: PatientFilter[Name] } = {
  search: '',
  status: ALL,
  registrationType: ALL,
  gender: ALL,
  fromDate: undefined,
  toDate: undefined,
}

/** An empty text also means all (AMB-93). */
export const activePatientFilters = (filter: PatientFilter): PatientFilterName[] =>
  (Object.keys(NO_PATIENT_FILTER) as PatientFilterName[]).filter(
    (name) => !['', NO_PATIENT_FILTER[name]].includes(filter[name]),
  )
