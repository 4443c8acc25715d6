import { z } from 'zod'
import { patients } from '../../../core/tables.gen.ts'
import { type Database, withTimeLimit } from '../../../platform/database/database.ts'
import { likeFolded, type SqlParameters } from '../../../platform/database/sql-parameters.ts'
import type { DateBound } from '../search/search-dates.ts'
import { dayCondition } from './date-conditions.repository.ts'

/** Patients of one name or birth date; more are refused. */
export const NAMED_MAX = 1_000
const TIME_LIMIT_MS = 2_000
const NAME = `split_part(q.search, E'\\n', 1)`

/** A word of the name begins with the text. The first condition is for the index. */
const nameCondition = (text: string, parameters: SqlParameters): string => {
  const pattern = likeFolded(text, parameters)
  return `(q.search like '%' || ${pattern} || '%' and (${[
    `${pattern} || '%'`,
    `'% ' || ${pattern} || '%'`,
    `'%-' || ${pattern} || '%'`,
  ]
    .map((like) => `${NAME} like ${like}`)
    .join(' or ')}))`
}

const idRow = z.object({ id: patients.id })

/** @returns ids of at most one more than allowed; undefined if the time was too short */
export const findNamedPatients = async (
  labId: number,
  database: Database,
  { names, births }: { names: string[][]; births: DateBound[] },
): Promise<number[] | undefined> => {
  const found = await withTimeLimit(database, TIME_LIMIT_MS, (tx) =>
    tx.query(idRow, (parameters) => {
      const conditions = [
        `q.lab_id = ${parameters.add(labId)}`,
        'q.merged_into is null',
        ...names.map((some) => `(${some.map((text) => nameCondition(text, parameters)).join(' or ')})`),
        ...births.map((bound) => dayCondition('q.date_of_birth', bound, parameters)),
      ]
      return `select q.id from patients q where ${conditions.join(' and ')} limit ${NAMED_MAX + 1}`
    }),
  )
  return found?.map(({ id }) => id)
}
