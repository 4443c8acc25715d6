import { NO_PATIENT_FILTER, readTypedDate, type DateOrder, type FoundPatient } from '@zelab/contract'
import {
  labScopeOf,
  type Caller,
  type LabScope,
  type ListReader,
  listReaderOf,
} from '../../../core/caller.ts'
import type { Database } from '../../../platform/database/database.ts'
import {
  findPatientsByBirthDate,
  findPatientsByField,
  findPatientsByIds,
  findPatientsByLetters,
  findPatientsByText,
} from './patient-search.repository.ts'
import type { Context } from '../../../core/context.ts'
import type { PageSettings } from '../../../core/page-settings.ts'
import { patientIdIn, hasLetter, isIndexed, isWord } from '../../../core/patient-search-text.ts'
import { findSimilarNames, FEW_HITS } from './similar-names.repository.ts'
import { FOUND_ROWS } from '../../../core/pagination.ts'

/** Only day filters use the time zone, and this search has none. */
const ANY_TIME_ZONE = 'UTC'

const withoutRepeats = (patients: readonly FoundPatient[]): FoundPatient[] =>
  patients.filter((one, index) => patients.findIndex(({ id }) => id === one.id) === index)

const findExactly = async (scope: LabScope, db: Database, typed: string): Promise<FoundPatient[]> => {
  const id = patientIdIn(typed)
  const byId = id === undefined ? [] : await findPatientsByIds(scope, db, [id])
  return [...byId, ...(await findPatientsByField(scope, db, typed, FOUND_ROWS))]
}

const findContaining = async (scope: LabScope, db: Database, typed: string): Promise<FoundPatient[]> => {
  // Most phone numbers contain any one or two digits.
  if (!isIndexed(typed) && !hasLetter(typed)) return []
  const find = isIndexed(typed) ? findPatientsByText : findPatientsByLetters
  return find(scope, db, typed, FOUND_ROWS)
}

const findSimilar = async (
  reader: ListReader,
  db: Database,
  typed: string,
  hits: number,
): Promise<FoundPatient[]> => {
  const ids = await findSimilarNames(reader, db, { ...NO_PATIENT_FILTER, search: typed }, hits)
  const shown = ids.slice(0, FOUND_ROWS - hits)
  if (shown.length === 0) return []
  const similar = await findPatientsByIds(reader.scope, db, shown)
  return similar.map((patient) => ({ ...patient, isSimilar: true }))
}

const findTyped = async (
  reader: ListReader,
  db: Database,
  typed: string,
  order: DateOrder,
): Promise<FoundPatient[]> => {
  const { scope } = reader
  const birthDate = readTypedDate(typed, order)
  const [exact, born, containing] = await Promise.all([
    findExactly(scope, db, typed),
    birthDate === undefined ? [] : findPatientsByBirthDate(scope, db, birthDate, FOUND_ROWS),
    findContaining(scope, db, typed),
  ])
  const found = withoutRepeats([...exact, ...born, ...containing]).slice(0, FOUND_ROWS)
  if (found.length >= FEW_HITS) return found
  return withoutRepeats([...found, ...(await findSimilar(reader, db, typed, found.length))])
}

export const createPatientSearchService = ({
  database,
  readList,
  pageSettings,
}: Pick<Context, 'database' | 'readList'> & { pageSettings: () => Promise<PageSettings> }) => ({
  async find(caller: Caller, typed: string): Promise<FoundPatient[]> {
    // Without letters or digits, a text is neither in the index nor in names.
    if (!isWord(typed)) return []
    const reader = listReaderOf(caller, ANY_TIME_ZONE)
    const { dateOrder } = await pageSettings()
    return readList(caller, (db) => findTyped(reader, db, typed, dateOrder))
  },

  async findSeen(caller: Caller, ids: readonly number[]): Promise<FoundPatient[]> {
    const seen = await findPatientsByIds(labScopeOf(caller), database, ids)
    return withoutRepeats(seen).slice(0, FOUND_ROWS)
  },
})
export type PatientSearchService = ReturnType<typeof createPatientSearchService>
