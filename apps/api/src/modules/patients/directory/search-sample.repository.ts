import type { PatientListQuery } from '@zelab/contract'
import { z } from 'zod'
import { searchTextsOf } from '../../../core/patient-search-text.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordCount } from '../../../platform/database/record-counts.repository.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'

export const PATIENT_COUNT_LIMIT = 1_000

/** Sampled patients: the newest of the lab, and as many from the middle of its time. */
const SAMPLED_EACH = 250
/** Cost ratio of a trigram hit to an index row (ADR 31). */
const READ_PER_FOUND = 22
/** Sampled matches that make a text frequent: fewer are chance, more never pay off. */
const FREQUENT_MATCHES = { least: 5, most: 20 }
const LARGE_LAB_SHARE = 1 / 8

/** Condition of the index that includes the search text (migration 0029). */
export const SHORT_SEARCH = 'octet_length(p.search) <= 1000'
export const LONG_SEARCH = 'octet_length(p.search) > 1000'

export interface SearchSample {
  patterns: string[]
  keys: string[]
  by: 'newest' | 'trigrams-of-lab' | 'trigrams-of-all'
  isLargeLab: boolean
  hasLongTexts: boolean
}

const sampleRow = z.object({
  patterns: z.array(z.string()),
  keys: z.array(z.string()),
  matches: z.int(),
  ofLab: z.int(),
  ofAll: z.int(),
  hasLongTexts: z.boolean(),
})

/**
 * Number of matches above which reading the lab in order is faster: its time falls with the share of matches, while
 * that of an index search rises. Only the registration order has an index with the text. Similar names are neighbors
 * in the name order, possibly at its end.
 */
const frequentFrom = (patientsOfLab: number, sortBy: PatientListQuery['sortBy']): number => {
  if (sortBy !== 'createdAt') return FREQUENT_MATCHES.most
  const share = Math.sqrt(PATIENT_COUNT_LIMIT / (READ_PER_FOUND * patientsOfLab))
  return Math.min(Math.max(2 * SAMPLED_EACH * share, FREQUENT_MATCHES.least), FREQUENT_MATCHES.most)
}

export const sampleSearch = async (
  db: Queryable,
  labId: number,
  typed: string,
  sortBy: PatientListQuery['sortBy'],
): Promise<SearchSample> => {
  const parameters = new SqlParameters()
  const lab = parameters.add(labId)
  const ofLab = recordCount({ kind: 'patients', labId }, parameters)
  const ofAll = recordCount({ kind: 'patients', labId: undefined }, parameters)
  const first = (order: 'asc' | 'desc') =>
    `(select p.created_at from patients p where p.lab_id = ${lab} and ${SHORT_SEARCH}
       order by p.created_at ${order}, p.id ${order} limit 1)`
  const middle = `${first('asc')} + (${first('desc')} - ${first('asc')}) / 2`
  const newest = (condition: string) =>
    `select p.search from patients p where p.lab_id = ${lab} and ${SHORT_SEARCH} and ${condition}
      order by p.created_at desc, p.id desc limit ${SAMPLED_EACH}`
  // The newest patients are not enough, because an import of many similar ones would decide alone.
  const row = await db.one(
    sampleRow,
    `with typed as materialized (
       select regexp_replace(fold_text(t.one), '([\\\\%_])', '\\\\\\1', 'g') as pattern, t.place
         from unnest(${parameters.add(searchTextsOf(typed))}::text[]) with ordinality as t(one, place)
     )
     select array(select t.pattern from typed t order by t.place) as patterns,
            typed_name_keys(${parameters.add(typed)}) as keys,
            (select count(*) from ((${newest('true')}) union all (${newest(`p.created_at <= (${middle})`)})) sampled
              where sampled.search like any (array(select '%' || t.pattern || '%' from typed t))) as matches,
            ${ofLab} as "ofLab", ${ofAll} as "ofAll",
            exists(select from patients p where p.lab_id = ${lab} and ${LONG_SEARCH}) as "hasLongTexts"`,
    parameters.values,
    { name: 'sample-search' },
  )
  const { patterns, keys, matches, hasLongTexts } = row
  const isLargeLab = row.ofLab >= row.ofAll * LARGE_LAB_SHARE
  const isFrequent = matches >= frequentFrom(row.ofLab, sortBy)
  const by = isFrequent ? 'newest' : matches === 0 && isLargeLab ? 'trigrams-of-all' : 'trigrams-of-lab'
  return { patterns, keys, by, isLargeLab, hasLongTexts }
}
