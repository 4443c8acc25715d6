import { FEW_HITS, SIMILAR_SHOWN, type PatientFilter } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { patients } from '../../../core/tables.gen.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { withTimeLimit } from '../../../platform/database/time-limit.ts'
import { searchCondition } from '../../../core/patient-search-condition.ts'
import { patientCondition } from '../registry/patient-filter.repository.ts'
import { nameSimilarity } from '../duplicates/name-similarity.ts'
import { couldBeName } from '../../../core/patient-search-text.ts'

const TIME_LIMIT_MS = 1500
/** Minimum share of the typed trigrams in a name; in a short text a few match by chance. */
const LIKENESS = { ofShortText: 0.45, ofLongText: 0.35 } as const
const LONG_TEXT = 10

// The folded name is the first line of the search text.
const NAME = `split_part(p.search, E'\\n', 1)`

/** Number of names, the most similar by trigrams, that are compared word by word. */
const COMPARED = 200

const namedRow = z.object({ id: patients.id, name: z.string(), typed: z.string() })

/** The patients that meet a condition, best first: by every typed word, then by trigrams. */
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
 * Patients with similar names that do not contain the typed one, best first: by sound in either script, or by
 * letters when there is no exact match. Empty when the text is not a name or has enough exact matches.
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
    // Beside exact matches, a shared first name alone would be similar to the whole name.
    if (alike.length > 0 || exactHits > 0) return alike

    const likeness = typed.length < LONG_TEXT ? LIKENESS.ofShortText : LIKENESS.ofLongText
    await tx.execute("select set_config('pg_trgm.word_similarity_threshold', $1, true)", [String(likeness)])
    const byLetters = new SqlParameters()
    const text = `fold_text(${byLetters.add(typed)})`
    const condition = conditionWith(
      byLetters,
      // The index covers every field; only the name counts.
      `p.search %> ${text} and word_similarity(${text}, ${NAME}) >= ${likeness}`,
    )
    return bestOf(tx, condition, typed, byLetters)
  })
  return found ?? []
}
