import { FEW_HITS, SIMILAR_SHOWN, type PatientFilter } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { patients } from '../../../core/tables.gen.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { withTimeLimit } from '../../../platform/database/time-limit.ts'
import { patientCondition, searchCondition } from '../registry/patient-filter.repository.ts'
import { nameSimilarity } from '../duplicates/name-similarity.ts'
import { couldBeName } from './patient-search-text.ts'

const TIME_LIMIT_MS = 1500
/** The share of the typed groups of letters that a name has to have; in a short text a few are there by chance. */
const LIKENESS = { ofShortText: 0.45, ofLongText: 0.35 } as const
const LONG_TEXT = 10

// The folded name is the first line of what the search looks at.
const NAME = `split_part(p.search, E'\\n', 1)`

/** How many names, the most similar by their groups of letters, are compared word by word. */
const COMPARED = 200

const namedRow = z.object({ id: patients.id, name: z.string(), typed: z.string() })

/** The patients that meet a condition, the best first: by every typed word, then by groups of letters. */
const bestOf = async (
  db: Queryable,
  condition: string,
  typed: string,
  parameters: SqlParameters,
): Promise<number[]> => {
  const text = `fold_text(${parameters.add(typed)})`
  const rows = await db.query(
    namedRow,
    `select p.id, ${NAME} as name, ${text} as typed from patients p where ${condition}
      order by word_similarity(${text}, ${NAME}) desc, similarity(${text}, ${NAME}) desc, p.id desc
      limit ${COMPARED}`,
    parameters.values,
  )
  return rows
    .map((row) => ({ id: row.id, likeness: nameSimilarity(row.typed, row.name) }))
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, SIMILAR_SHOWN)
    .map(({ id }) => id)
}

/**
 * Patients whose name is like the typed one without containing it, the best first: with the same sounds in either
 * script, or, when nothing was found at all, with many of the letters. None when the text is no name or was found
 * often enough as it is.
 */
export const findSimilarNames = async (
  scope: LabScope,
  database: Database,
  filter: PatientFilter,
  timeZone: string,
  exactHits: number,
): Promise<number[]> => {
  const typed = filter.search
  if (exactHits >= FEW_HITS || !couldBeName(typed)) return []
  const conditionWith = (parameters: SqlParameters, likeness: string) => {
    const others = patientCondition(scope, { ...filter, search: '' }, parameters, timeZone)
    return `${others} and not ${searchCondition(typed, parameters)} and ${likeness}`
  }
  const found = await withTimeLimit(database, TIME_LIMIT_MS, async (tx) => {
    const byKeys = new SqlParameters()
    const keys = `name_keys_of(${byKeys.add(typed)})`
    const alike = await bestOf(
      tx,
      conditionWith(byKeys, `p.name_keys @> ${keys} and cardinality(${keys}) > 0`),
      typed,
      byKeys,
    )
    // Beside exact hits, whoever has the same first name would be like the whole name.
    if (alike.length > 0 || exactHits > 0) return alike

    const likeness = typed.length < LONG_TEXT ? LIKENESS.ofShortText : LIKENESS.ofLongText
    await tx.execute("select set_config('pg_trgm.word_similarity_threshold', $1, true)", [String(likeness)])
    const byLetters = new SqlParameters()
    const text = `fold_text(${byLetters.add(typed)})`
    const condition = conditionWith(
      byLetters,
      // The index compares with every field; only the name counts.
      `p.search %> ${text} and word_similarity(${text}, ${NAME}) >= ${likeness}`,
    )
    return bestOf(tx, condition, typed, byLetters)
  })
  return found ?? []
}
