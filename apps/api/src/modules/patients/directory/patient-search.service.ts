import { NO_PATIENT_FILTER, type FoundPatient } from '@zelab/contract'
import { labScopeOf, type Caller, type LabScope } from '../../../core/caller.ts'
import type { Database, ReadList } from '../../../platform/database/database.ts'
import { hasLetter, isIndexed, isWord } from '../../../platform/typed-text.ts'
import {
  findPatientsByField,
  findPatientsByIds,
  findPatientsByLetters,
  findPatientsByText,
} from './patient-search.repository.ts'
import { patientIdIn } from '../../../core/patient-search-text.ts'
import { FEW_HITS, findSimilarNames } from './similar-names.repository.ts'
import { FOUND_ROWS } from '../../../core/pagination.ts'

/** The time zone matters for day filters only, which this search has none of. */
const ANY_TIME_ZONE = 'UTC'

const withoutRepeats = (patients: readonly FoundPatient[]): FoundPatient[] =>
  patients.filter((one, index) => patients.findIndex(({ id }) => id === one.id) === index)

/** Matches the id and complete fields. */
const findExactly = async (scope: LabScope, db: Database, typed: string): Promise<FoundPatient[]> => {
  const id = patientIdIn(typed)
  const byId = id === undefined ? [] : await findPatientsByIds(scope, db, [id])
  return [...byId, ...(await findPatientsByField(scope, db, typed, FOUND_ROWS))]
}

const findContaining = async (scope: LabScope, db: Database, typed: string): Promise<FoundPatient[]> => {
  // Most phone numbers contain one or two given digits.
  if (!isIndexed(typed) && !hasLetter(typed)) return []
  const find = isIndexed(typed) ? findPatientsByText : findPatientsByLetters
  return find(scope, db, typed, FOUND_ROWS)
}

const findSimilar = async (
  scope: LabScope,
  db: Database,
  typed: string,
  hits: number,
): Promise<FoundPatient[]> => {
  const ids = await findSimilarNames(scope, db, { ...NO_PATIENT_FILTER, search: typed }, ANY_TIME_ZONE, hits)
  const shown = ids.slice(0, FOUND_ROWS - hits)
  if (shown.length === 0) return []
  const similar = await findPatientsByIds(scope, db, shown)
  return similar.map((patient) => ({ ...patient, isSimilar: true }))
}

const findTyped = async (scope: LabScope, db: Database, typed: string): Promise<FoundPatient[]> => {
  const [exact, containing] = await Promise.all([
    findExactly(scope, db, typed),
    findContaining(scope, db, typed),
  ])
  const found = withoutRepeats([...exact, ...containing]).slice(0, FOUND_ROWS)
  if (found.length >= FEW_HITS) return found
  return withoutRepeats([...found, ...(await findSimilar(scope, db, typed, found.length))])
}

/** Finds a few patients for the search box. */
export const createPatientSearchService = ({
  database,
  readList,
}: {
  database: Database
  readList: ReadList
}) => ({
  /** Exact ids and numbers first, then partial matches, then similar names. */
  async find(caller: Caller, typed: string): Promise<FoundPatient[]> {
    // Texts without letters or digits are not in the index and not in names.
    if (!isWord(typed)) return []
    return readList(caller, (db) => findTyped(labScopeOf(caller), db, typed))
  },

  /** The visible patients among the ids, in order; merged records as the surviving one. */
  async findSeen(caller: Caller, ids: readonly number[]): Promise<FoundPatient[]> {
    const seen = await findPatientsByIds(labScopeOf(caller), database, ids)
    return withoutRepeats(seen).slice(0, FOUND_ROWS)
  },
})
export type PatientSearchService = ReturnType<typeof createPatientSearchService>
