import type { PatientFilter } from '@zelab/contract'
import { z } from 'zod'
import type { ListReader } from '../../../core/caller.ts'
import { patients } from '../../../core/tables.gen.ts'
import { type Database, type Queryable, withTimeLimit } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { foldedSearchCondition } from '../../../core/patient-search-condition.ts'
import { patientCondition } from './patient-filter.repository.ts'
import { similarityTo } from './name-similarity.ts'
import { couldBeName } from '../../../core/patient-search-text.ts'

export const FEW_HITS = 5
export const SIMILAR_SHOWN = 20

const TIME_LIMIT_MS = 1500
/** Minimum share of typed trigrams in a name. Short texts match a few by chance. */
const LIKENESS = { ofShortText: 0.45, ofLongText: 0.35 } as const
const LONG_TEXT = 10

// The folded name is the first line of the search text.
const NAME = `split_part(p.search, E'\\n', 1)`

const OUT_OF_INDEX_SCAN = 'p.lab_id + 0'

/** Names compared word by word, the most similar by trigrams. */
const COMPARED = 200

const namedRow = z.object({ id: patients.id, name: z.string() })
const foldedRow = z.object({ pattern: z.string(), keys: z.array(z.string()) })

export interface FoldedName extends RowOf<typeof foldedRow> {
  isLargeLab?: boolean
}

/** Folds once. Inside the searches, each mention would compute it again. */
const foldTyped = (db: Queryable, typed: string): Promise<FoldedName> =>
  db.one(
    foldedRow,
    `select regexp_replace(fold_text($1), '([\\\\%_])', '\\\\\\1', 'g') as pattern, typed_name_keys($1) as keys`,
    [typed],
    { name: 'fold-typed-name' },
  )

const bestOf = async (
  db: Queryable,
  condition: string,
  typed: string,
  parameters: SqlParameters,
): Promise<number[]> => {
  const text = `${parameters.add(typed)}::text`
  const rows = await db.query(
    namedRow,
    `select p.id, ${NAME} as name from patients p where ${condition}
      order by word_similarity(${text}, ${NAME}) desc, similarity(${text}, ${NAME}) desc, p.id desc
      limit ${COMPARED}`,
    parameters.values,
  )
  const likenessOf = similarityTo(typed)
  return rows
    .map((row) => ({ id: row.id, likeness: likenessOf(row.name) }))
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, SIMILAR_SHOWN)
    .map(({ id }) => id)
}

/**
 * Names that do not contain the typed one, best first: by sound in either script, or by letters without exact
 * matches. Empty if the text is not a name or has enough exact matches.
 */
export const findSimilarNames = async (
  reader: ListReader,
  database: Database,
  filter: PatientFilter,
  exactHits: number,
  known?: FoldedName,
): Promise<number[]> => {
  const typed = filter.search
  if (exactHits >= FEW_HITS || !couldBeName(typed)) return []
  const found = await withTimeLimit(database, TIME_LIMIT_MS, async (tx) => {
    const { pattern, keys, isLargeLab } = known ?? (await foldTyped(tx, typed))
    const folded = pattern.replace(/\\(.)/g, '$1')
    const conditionWith = (parameters: SqlParameters, likeness: string, labColumn?: string) => {
      const others = patientCondition(reader, { ...filter, search: '' }, parameters, labColumn)
      return `${others} and not ${foldedSearchCondition([pattern], parameters)} and ${likeness}`
    }
    if (keys.length > 0) {
      const byKeys = new SqlParameters()
      const haveKeys = `p.name_keys @> ${byKeys.add(keys)}::text[]`
      // Two words are rare enough that reading a large lab's index entry would take longer.
      const labColumn = isLargeLab && keys.length > 1 ? OUT_OF_INDEX_SCAN : undefined
      const condition = conditionWith(byKeys, haveKeys, labColumn)
      const alike = await bestOf(tx, condition, folded, byKeys)
      if (alike.length > 0) return alike
    }
    // With exact matches, a shared first name alone would count as similar.
    if (exactHits > 0) return []

    const likeness = typed.length < LONG_TEXT ? LIKENESS.ofShortText : LIKENESS.ofLongText
    await tx.execute("select set_config('pg_trgm.word_similarity_threshold', $1, true)", [String(likeness)])
    const byLetters = new SqlParameters()
    const text = `${byLetters.add(folded)}::text`
    const condition = conditionWith(
      byLetters,
      // The index covers every field, but only the name counts.
      `p.search %> ${text} and word_similarity(${text}, ${NAME}) >= ${likeness}`,
    )
    return bestOf(tx, condition, folded, byLetters)
  })
  return found ?? []
}
