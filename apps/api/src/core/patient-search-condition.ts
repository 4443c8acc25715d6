import { likeFolded, type SqlParameters } from '../platform/database/sql-parameters.ts'
import { searchTextsOf } from './patient-search-text.ts'

/** The id of a patient record, or of the one that it was merged into. @param alias of `patients` */
export const survivorOf = (alias: string): string =>
  `case when ${alias}.merged_into is null then ${alias}.id else surviving_patient(${alias}.id) end`

const NUMBERED = /^zl(-\d+)$/i

/** A patient `p` whose fields contain one of the texts, which are folded and have no wildcards. */
export const foldedSearchCondition = (patterns: readonly string[], parameters: SqlParameters): string => {
  const contains = (pattern: string) => `like ${parameters.add(`%${pattern}%`)}::text`
  const matches = patterns.map((pattern) => {
    const number = NUMBERED.exec(pattern)?.[1]
    return number === undefined
      ? `p.search ${contains(pattern)}`
      : `(p.search ${contains(number)} and (p.search || '') ${contains(pattern)})`
  })
  return `(${matches.join(' or ')})`
}

/** A patient `p` whose fields contain the typed text in any spelling. */
export const searchCondition = (typed: string, parameters: SqlParameters): string => {
  const contains = (text: string) => `like '%' || ${likeFolded(text, parameters)} || '%'`
  const matches = searchTextsOf(typed).map((text) => {
    // "zl" is in every record and would scan the whole index: only the number is searched.
    const number = NUMBERED.exec(text)?.[1]
    return number === undefined
      ? `p.search ${contains(text)}`
      : `(p.search ${contains(number)} and (p.search || '') ${contains(text)})`
  })
  return `(${matches.join(' or ')})`
}
