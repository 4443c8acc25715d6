import { likeFolded, type SqlParameters } from '../platform/database/sql-parameters.ts'
import { searchTextsOf } from './patient-search-text.ts'

/** The patient's id, or that of the record it was merged into. */
export const survivorOf = (alias: string): string =>
  `case when ${alias}.merged_into is null then ${alias}.id else surviving_patient(${alias}.id) end`

const NUMBERED = /^zl(-\d+)$/i

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

export const searchCondition = (typed: string, parameters: SqlParameters): string => {
  const contains = (text: string) => `like '%' || ${likeFolded(text, parameters)} || '%'`
  const matches = searchTextsOf(typed).map((text) => {
    // "zl" is in every record and would scan the whole index, so only the number is searched.
    const number = NUMBERED.exec(text)?.[1]
    return number === undefined
      ? `p.search ${contains(text)}`
      : `(p.search ${contains(number)} and (p.search || '') ${contains(text)})`
  })
  return `(${matches.join(' or ')})`
}
