import {
  ALL,
  NO_PATIENT_FILTER,
  PATIENT_GENDER_FILTERS,
  PATIENT_STATUSES,
  activePatientFilters,
  type PatientFilter,
  type PatientFilterName,
} from '@zelab/contract/patients/patient-filter'
import { DEFAULT_PAGE } from '@zelab/contract/limits'
import { defaultPageSize } from '../../../lib/brand.ts'
import type { PatientFilters } from '../../../entities/patient/queries.ts'
import {
  omitUndefined,
  readOneOf,
  readPage,
  readPageSize,
  readPlainDate,
  readSearchText,
  readText,
  searchReader,
} from '../../../lib/search-params.ts'

type FilterReaders = {
  [Name in PatientFilterName]: (value: unknown) => Exclude<PatientFilter[Name], typeof ALL> | undefined
}

const FILTERS: FilterReaders = {
  search: readSearchText,
  status: (value) => readOneOf(value, PATIENT_STATUSES),
  registrationType: (value) => (value === ALL ? undefined : readText(value)),
  gender: (value) => readOneOf(value, PATIENT_GENDER_FILTERS),
  fromDate: readPlainDate,
  toDate: readPlainDate,
}

export const readPatientSearch = searchReader({
  page: readPage,
  limit: (value) => readPageSize(value),
  ...FILTERS,
  sortBy: (value) => readOneOf(value, ['fullName']),
  sortOrder: (value) => readOneOf(value, ['asc']),
})
export type PatientSearch = ReturnType<typeof readPatientSearch>

export const patientFiltersOf = (search: PatientSearch): PatientFilters =>
  omitUndefined({
    ...NO_PATIENT_FILTER,
    page: DEFAULT_PAGE,
    limit: defaultPageSize(),
    sortBy: 'createdAt' as const,
    sortOrder: 'desc' as const,
    ...omitUndefined(search),
  })

/** Number of active filters without the search. */
export const countFilters = (search: PatientSearch): number =>
  activePatientFilters({ ...NO_PATIENT_FILTER, ...omitUndefined(search), search: '' }).length
