import {
  ALL,
  NO_PATIENT_FILTER,
  PATIENT_GENDER_FILTERS,
  PATIENT_STATUSES,
  activePatientFilters,
  type PatientFilter,
  type PatientFilterName,
} from '@zelab/contract/patient-filter'
import { DEFAULT_PAGE, SEARCH_MAX_LENGTH } from '@zelab/contract/limits'
import { defaultPageSize } from '../../../lib/brand.ts'
import type { PatientFilters } from '../../../entities/patient/queries.ts'
import {
  omitUndefined,
  readOneOf,
  readPageSize,
  readPlainDate,
  readText,
  readWholeNumber,
  unlessDefault,
} from '../../../lib/search-params.ts'

type FilterSearch = { [Name in PatientFilterName]?: Exclude<PatientFilter[Name], typeof ALL> | undefined }

/** What stands in the address of the patients list: only what differs from the default. */
export interface PatientSearch extends FilterSearch {
  page?: number | undefined
  limit?: number | undefined
  sortBy?: 'fullName' | undefined
  sortOrder?: 'asc' | undefined
}

/** Reads each filter from the address; undefined where it is not set. */
const READERS: { [Name in PatientFilterName]: (value: unknown) => FilterSearch[Name] } = {
  search: (value) => readText(value, SEARCH_MAX_LENGTH),
  status: (value) => readOneOf(value, PATIENT_STATUSES),
  registrationType: (value) => unlessDefault(readText(value), ALL),
  gender: (value) => readOneOf(value, PATIENT_GENDER_FILTERS),
  fromDate: readPlainDate,
  toDate: readPlainDate,
}

const readFilters = (search: Record<string, unknown>): FilterSearch =>
  Object.fromEntries(Object.entries(READERS).map(([name, read]) => [name, read(search[name])]))

/** Reads the address; odd values and defaults, "all" among them, are dropped (AMB-93). */
export const readPatientSearch = (search: Record<string, unknown>): PatientSearch =>
  omitUndefined({
    page: unlessDefault(readWholeNumber(search.page), DEFAULT_PAGE),
    limit: unlessDefault(readPageSize(search.limit), defaultPageSize()),
    ...readFilters(search),
    sortBy: readOneOf(search.sortBy, ['fullName']),
    sortOrder: readOneOf(search.sortOrder, ['asc']),
  })

/** The server's query for an address. */
export const patientFiltersOf = (search: PatientSearch): PatientFilters =>
  omitUndefined({
    ...NO_PATIENT_FILTER,
    page: DEFAULT_PAGE,
    limit: defaultPageSize(),
    sortBy: 'createdAt' as const,
    sortOrder: 'desc' as const,
    ...omitUndefined(search),
  })

/** A changed filter, sort or page size starts at page 1: the old page may no longer exist (AMB-50). */
export const withFilter = (search: PatientSearch, change: Omit<PatientSearch, 'page'>): PatientSearch =>
  omitUndefined({ ...search, ...change, page: undefined })

/** First click by name A to Z, then Z to A, and so on. */
export const withNameSortToggled = (search: PatientSearch): PatientSearch =>
  withFilter(search, {
    sortBy: 'fullName',
    sortOrder: search.sortBy === 'fullName' && search.sortOrder === 'asc' ? undefined : 'asc',
  })

/** How many filters beside the search box narrow the list. */
export const countFilters = (search: PatientSearch): number =>
  activePatientFilters({ ...NO_PATIENT_FILTER, ...omitUndefined(search), search: '' }).length

/** Everything shown again; the page size and the order are no filters and stay. */
export const withoutFilters = ({ limit, sortBy, sortOrder }: PatientSearch): PatientSearch =>
  omitUndefined({ limit, sortBy, sortOrder })
