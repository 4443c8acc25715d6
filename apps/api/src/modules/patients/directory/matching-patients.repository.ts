import type { PatientFilter, PatientRow } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope, ListReader } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { foldedSearchCondition } from '../../../core/patient-search-condition.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { SqlParameters, type PageOfRows } from '../../../platform/database/sql-parameters.ts'
import { findPatientRows } from './patient-search.repository.ts'
import {
  LONG_SEARCH,
  PATIENT_COUNT_LIMIT,
  type SearchSample,
  SHORT_SEARCH,
} from './search-sample.repository.ts'
import { patientCondition } from './patient-filter.repository.ts'
import { orderBy, SORT_COLUMN, type PatientOrder } from './patients.repository.ts'

export interface MatchingPatients {
  count: number
  rows: PatientRow[]
}

const MOST = PATIENT_COUNT_LIMIT + 1

const matchingRow = z.object({ count: z.int(), ids: z.array(z.int()) })

/**
 * Counts and orders the patients of `found` and reads one page. Ids are planned per text, because a generic plan
 * would be far slower. A prepared statement reads the rows of the page.
 * @param found a statement with the columns `id` and `sort_key`
 */
const readPageOf = async (
  scope: LabScope,
  db: Queryable,
  found: string,
  { sortOrder }: PatientOrder,
  { limit, offset }: PageOfRows,
  parameters: SqlParameters,
): Promise<MatchingPatients> => {
  const rowsOnPage = Math.min(limit, Math.max(MOST - offset, 0))
  const { count, ids } = await db.one(
    matchingRow,
    `with found as materialized (${found})
     select (select count(*) from (select from found limit ${MOST}) counted) as count,
            array(select f.id from found f order by f.sort_key ${sortOrder}, f.id ${sortOrder}
                   limit ${parameters.add(rowsOnPage)} offset ${parameters.add(offset)}) as ids`,
    parameters.values,
  )
  return { count, rows: ids.length === 0 ? [] : await findPatientRows(scope, db, ids) }
}

const firstOf = (condition: string, order: PatientOrder, from = 'patients') =>
  `select p.id, ${SORT_COLUMN[order.sortBy]} as sort_key from ${from} p
    where ${condition} order by ${orderBy(order)} limit ${MOST}`

export const findMatchingPatients = (
  reader: ListReader,
  db: Queryable,
  query: PatientFilter & PatientOrder,
  page: PageOfRows,
): Promise<MatchingPatients> => {
  const parameters = new SqlParameters()
  const condition = patientCondition(reader, query, parameters)
  return readPageOf(reader.scope, db, firstOf(condition, query), query, page, parameters)
}

export const findPatientsOf = (
  scope: LabScope,
  db: Queryable,
  ids: readonly number[],
  order: PatientOrder,
  page: PageOfRows,
): Promise<MatchingPatients> => {
  const parameters = new SqlParameters()
  const condition = `p.id = any(${parameters.add(ids)}::bigint[]) and ${labCondition(scope, parameters, 'p.lab_id')}`
  return readPageOf(scope, db, firstOf(condition, order), order, page, parameters)
}

/** Shorter names have few trigrams. Surrogate pairs cannot be split. */
const LONG_NAME = /^(?!.*[\u{10000}-\u{10ffff}])[\p{L} ]{12,}$/u
const PIECE = 4

/**
 * Looks up three trigrams of a long name: beginning, middle and end. A lookup of all trigrams takes longer than
 * excluding a few more patients by their text.
 */
const fewTrigramsCondition = (patterns: readonly string[], parameters: SqlParameters): string => {
  const [text = ''] = patterns
  if (patterns.length > 1 || !LONG_NAME.test(text)) return foldedSearchCondition(patterns, parameters)
  const middle = Math.floor((text.length - PIECE) / 2)
  const pieces = [text.slice(0, PIECE), text.slice(middle, middle + PIECE), text.slice(-PIECE)]
  return `p.search like ${parameters.add(`%${pieces.join('%')}%`)}::text
          and strpos(p.search, ${parameters.add(text)}::text) > 0`
}

export const findSearchedPatients = (
  labId: number,
  db: Queryable,
  { patterns, by, hasLongTexts }: SearchSample,
  order: PatientOrder,
  page: PageOfRows,
): Promise<MatchingPatients> => {
  const parameters = new SqlParameters()
  const lab = parameters.add(labId)
  const contains = by === 'trigrams-of-all' ? fewTrigramsCondition : foldedSearchCondition
  const matches = `p.merged_into is null and ${contains(patterns, parameters)}`
  const inLab = `p.lab_id = ${lab} and ${matches}`
  const scope = { everyLab: false, labId } as const
  const read = (found: string) => readPageOf(scope, db, found, order, page, parameters)
  if (by === 'newest') {
    if (order.sortBy !== 'createdAt') return read(firstOf(inLab, order))
    const short = firstOf(`${inLab} and ${SHORT_SEARCH}`, order)
    const longTexts = `(select * from patients p where p.lab_id = ${lab} and ${LONG_SEARCH} offset 0)`
    // Most labs have no long texts, and the statement is planned for each search.
    return read(hasLongTexts ? `(${short}) union all (${firstOf(matches, order, longTexts)})` : short)
  }
  // The sum keeps the lab out of the index scan.
  const condition = by === 'trigrams-of-lab' ? inLab : `p.lab_id + 0 = ${lab} and ${matches}`
  // With a limit, the planner would read the lab in order.
  return read(`select p.id, ${SORT_COLUMN[order.sortBy]} as sort_key from patients p where ${condition}`)
}
