import {
  type PatientFilter,
  activePatientFilters,
  type Pagination,
  type PatientListQuery,
  type PatientRow,
} from '@zelab/contract'
import type { ListReader } from '../../../core/caller.ts'
import { offsetOf, paginate, readCountedPage, readTotalledPage } from '../../../core/pagination.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isIndexed } from '../../../core/patient-search-text.ts'
import { findPatientRows } from './patient-search.repository.ts'
import { findIdentifiedPatients } from './identified-patients.repository.ts'
import { PATIENT_COUNT_LIMIT, sampleSearch } from './search-sample.repository.ts'
import {
  findMatchingPatients,
  findPatientsOf,
  findSearchedPatients,
  type MatchingPatients,
} from './matching-patients.repository.ts'
import { countPatients, findPatients, type PatientOrder } from './patients.repository.ts'
import { findSimilarNames, type FoldedName } from './similar-names.repository.ts'

export interface PatientList {
  data: PatientRow[]
  pagination: Pagination
  similarIds?: number[]
}

export const findIdentified = async (
  reader: ListReader,
  database: Database,
  query: PatientFilter & PatientOrder,
): Promise<PatientRow[] | undefined> => {
  const ids = await findIdentifiedPatients(reader, database, query)
  if (ids.length === 0) return undefined
  const { rows } = await findPatientsOf(reader.scope, database, ids, query, { limit: ids.length, offset: 0 })
  return rows
}

interface Search {
  read: (page: { limit: number; offset: number }) => Promise<MatchingPatients>
  name?: FoldedName
}

/** Samples the lab first, because one query plan cannot serve every text. */
const prepareSearch = async (
  reader: ListReader,
  database: Database,
  query: PatientFilter & PatientOrder,
): Promise<Search> => {
  const { scope } = reader
  const isSearchAlone = activePatientFilters(query).join() === 'search'
  if (scope.everyLab || !isSearchAlone || !isIndexed(query.search))
    return { read: (page) => findMatchingPatients(reader, database, query, page) }
  const sample = await sampleSearch(database, scope.labId, query.search, query.sortBy)
  const { patterns, keys, isLargeLab } = sample
  return {
    read: (page) => findSearchedPatients(scope.labId, database, sample, query, page),
    ...(patterns[0] !== undefined && { name: { pattern: patterns[0], keys, isLargeLab } }),
  }
}

export const listPatients = async (
  reader: ListReader,
  database: Database,
  query: PatientListQuery,
): Promise<PatientList> => {
  const { scope } = reader
  if (activePatientFilters(query).length === 0)
    return readTotalledPage(
      query,
      () => countPatients(scope, database),
      (page) => findPatients(scope, database, query, page),
    )
  const identified = await findIdentifiedPatients(reader, database, query)
  if (identified.length > 0) {
    const readIdentified: Search['read'] = (page) => findPatientsOf(scope, database, identified, query, page)
    return readCountedPage(query, readIdentified, PATIENT_COUNT_LIMIT)
  }
  const { read, name } = await prepareSearch(reader, database, query)
  const found = await readCountedPage(query, read, PATIENT_COUNT_LIMIT)
  const exactHits = found.pagination.totalItems
  const similarIds = await findSimilarNames(reader, database, query, exactHits, name)
  if (similarIds.length === 0) return found

  const pagination = paginate(query, exactHits + similarIds.length)
  const offset = offsetOf(pagination)
  const exactOnPage = Math.min(Math.max(exactHits - offset, 0), pagination.limit)
  const isRead = found.pagination.page === pagination.page
  const data = isRead
    ? found.data
    : exactOnPage === 0
      ? []
      : (await read({ limit: exactOnPage, offset })).rows
  const similarFrom = Math.max(offset - exactHits, 0)
  const similarOnPage = similarIds.slice(similarFrom, similarFrom + pagination.limit - exactOnPage)
  if (similarOnPage.length > 0) data.push(...(await findPatientRows(scope, database, similarOnPage)))
  return { data, pagination, similarIds }
}
