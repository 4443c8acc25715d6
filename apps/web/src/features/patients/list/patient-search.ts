import { DEFAULT_PAGE, PAGE_SIZES, SEARCH_MAX_LENGTH } from '@zelab/contract/limits'
import { defaultPageSize } from '../../../lib/brand.ts'
import type { PatientFilters } from '../../../lib/queries/patients.ts'
import {
  omitUndefined,
  readOneOf,
  readPlainDate,
  readText,
  readWholeNumber,
} from '../../../lib/search-params.ts'

/** What stands in the address of the patients list: only what differs from the default. */
export interface PatientSearch {
  page?: number | undefined
  limit?: number | undefined
  search?: string | undefined
  status?: 'completed' | 'incomplete' | undefined
  registrationType?: string | undefined
  gender?: 'male' | 'female' | undefined
  sortBy?: 'fullName' | undefined
  sortOrder?: 'asc' | undefined
  fromDate?: string | undefined
  toDate?: string | undefined
}

export const ALL = 'all'
export const STATUS_CHOICES = ['completed', 'incomplete'] as const
export const GENDER_CHOICES = ['male', 'female'] as const

const unlessDefault = <Value>(value: Value | undefined, standard: Value): Value | undefined =>
  value === standard ? undefined : value

const readPageSize = (value: unknown): number | undefined =>
  PAGE_SIZES.find((size) => size === readWholeNumber(value))

/** Reads the address; odd values and defaults, "all" among them, are dropped (AMB-93). */
export const readPatientSearch = (search: Record<string, unknown>): PatientSearch =>
  omitUndefined({
    page: unlessDefault(readWholeNumber(search.page), DEFAULT_PAGE),
    limit: unlessDefault(readPageSize(search.limit), defaultPageSize()),
    search: readText(search.search, SEARCH_MAX_LENGTH),
    status: readOneOf(search.status, STATUS_CHOICES),
    registrationType: unlessDefault(readText(search.registrationType), ALL),
    gender: readOneOf(search.gender, GENDER_CHOICES),
    sortBy: readOneOf(search.sortBy, ['fullName']),
    sortOrder: readOneOf(search.sortOrder, ['asc']),
    fromDate: readPlainDate(search.fromDate),
    toDate: readPlainDate(search.toDate),
  })

/** The server's query for an address. */
export const patientFiltersOf = (search: PatientSearch): PatientFilters => ({
  page: search.page ?? DEFAULT_PAGE,
  limit: search.limit ?? defaultPageSize(),
  search: search.search ?? '',
  status: search.status ?? ALL,
  registrationType: search.registrationType ?? ALL,
  gender: search.gender ?? ALL,
  sortBy: search.sortBy ?? 'createdAt',
  sortOrder: search.sortOrder ?? 'desc',
  ...(search.fromDate && { fromDate: search.fromDate }),
  ...(search.toDate && { toDate: search.toDate }),
})

/** A changed filter, sort or page size starts at page 1: the old page may not exist any more (AMB-50). */
export const withFilter = (search: PatientSearch, change: Omit<PatientSearch, 'page'>): PatientSearch =>
  omitUndefined({ ...search, ...change, page: undefined })

/** First click by name A to Z, then Z to A, and so on. */
export const withNameSortToggled = (search: PatientSearch): PatientSearch =>
  withFilter(search, {
    sortBy: 'fullName',
    sortOrder: search.sortBy === 'fullName' && search.sortOrder === 'asc' ? undefined : 'asc',
  })

const FILTERS = ['status', 'registrationType', 'gender', 'fromDate', 'toDate'] as const

/** How many filters beside the search box narrow the list. */
export const countFilters = (search: PatientSearch): number =>
  FILTERS.filter((name) => search[name] !== undefined).length

/** Everything shown again; the page size and the order are no filters and stay. */
export const withoutFilters = ({ limit, sortBy, sortOrder }: PatientSearch): PatientSearch =>
  omitUndefined({ limit, sortBy, sortOrder })
