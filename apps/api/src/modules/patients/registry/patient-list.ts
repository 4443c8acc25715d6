import {
  PATIENT_COUNT_LIMIT,
  activePatientFilters,
  type Pagination,
  type PatientListQuery,
  type PatientRow,
} from '@zelab/contract'
import type { LabScope } from '../../../core/caller.ts'
import { offsetOf, paginate, readCountedPage, readTotalledPage } from '../../../core/pagination.ts'
import type { Database } from '../../../platform/database/database.ts'
import { findPatientRows } from '../search/patient-search.repository.ts'
import { countPatients, findMatchingPatients, findPatients } from './patients.repository.ts'
import { findSimilarNames } from '../search/similar-names.repository.ts'

export interface PatientList {
  data: PatientRow[]
  pagination: Pagination
  similarIds?: number[]
}

/** One page of the patients list: exact matches in order, then similar names. */
export const listPatients = async (
  scope: LabScope,
  database: Database,
  query: PatientListQuery,
  timeZone: string,
): Promise<PatientList> => {
  if (activePatientFilters(query).length === 0)
    return readTotalledPage(
      query,
      () => countPatients(scope, database),
      (page) => findPatients(scope, database, query, page),
    )
  const read = (page: { limit: number; offset: number }) =>
    findMatchingPatients(scope, database, query, timeZone, query, page)
  const found = await readCountedPage(query, read, PATIENT_COUNT_LIMIT)
  const exactHits = found.pagination.totalItems
  const similarIds = await findSimilarNames(scope, database, query, timeZone, exactHits)
  if (similarIds.length === 0) return found

  const pagination = paginate(query, exactHits + similarIds.length)
  const offset = offsetOf(pagination)
  const exactOnPage = Math.min(Math.max(exactHits - offset, 0), pagination.limit)
  // The matches read first are this page, unless the requested page starts after them.
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
