import type { PatientFilter, PatientRow } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/lab-condition.ts'
import { foldedSearchCondition } from '../../../core/patient-search-condition.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { PageOfRows } from '../../../platform/database/page-clause.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
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
  /** Up to PATIENT_COUNT_LIMIT + 1. */
  count: number
  rows: PatientRow[]
}

const MOST = PATIENT_COUNT_LIMIT + 1

const matchingRow = z.object({ count: z.int(), ids: z.array(z.int()) })

/**
 * Counts and orders the patients of `found` and reads one page of them. The ids are planned per text, because a generic plan
 * would be far slower; the rows of the page are read by a prepared statement.
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

/** The first patients in order that meet a condition. */
const firstOf = (condition: string, order: PatientOrder, from = 'patients') =>
  `select p.id, ${SORT_COLUMN[order.sortBy]} as sort_key from ${from} p
    where ${condition} order by ${orderBy(order)} limit ${MOST}`

/** A page of the patients that meet the filters. */
export const findMatchingPatients = (
  scope: LabScope,
  db: Queryable,
  filter: PatientFilter,
  timeZone: string,
  order: PatientOrder,
  page: PageOfRows,
): Promise<MatchingPatients> => {
  const parameters = new SqlParameters()
  const condition = patientCondition(scope, filter, parameters, timeZone)
  return readPageOf(scope, db, firstOf(condition, order), order, page, parameters)
}

/** A page of the patients among some ids. */
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

/** A name of three pieces or longer; shorter ones have few trigrams. Surrogates cannot be divided. */
const LONG_NAME = /^(?!.*[\u{10000}-\u{10ffff}])[\p{L} ]{12,}$/u
const PIECE = 4

/**
 * Contains a text. For a long name, the index is asked for the trigrams of the beginning, middle and end only: it looks up each
 * patient who has the rarest one among those of every other, which takes longer than excluding a few more by their text.
 */
const fewTrigramsCondition = (patterns: readonly string[], parameters: SqlParameters): string => {
  const [text = ''] = patterns
  if (patterns.length > 1 || !LONG_NAME.test(text)) return foldedSearchCondition(patterns, parameters)
  const middle = Math.floor((text.length - PIECE) / 2)
  const pieces = [text.slice(0, PIECE), text.slice(middle, middle + PIECE), text.slice(-PIECE)]
  return `p.search like ${parameters.add(`%${pieces.join('%')}%`)}::text
          and strpos(p.search, ${parameters.add(text)}::text) > 0`
}

/** A page of the patients of a lab that contain a text of three letters or more, found as the sample says. */
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
    // Most labs have none, and a statement is planned for each text.
    return read(hasLongTexts ? `(${short}) union all (${firstOf(matches, order, longTexts)})` : short)
  }
  // The sum keeps the lab out of the index scan.
  const condition = by === 'trigrams-of-lab' ? inLab : `p.lab_id + 0 = ${lab} and ${matches}`
  // Without a limit, which would make the planner read the lab in order.
  return read(`select p.id, ${SORT_COLUMN[order.sortBy]} as sort_key from patients p where ${condition}`)
}
