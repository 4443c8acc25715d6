import type { Lab, ReportType } from '@zelab/contract'
import { ALL_REPORT_TYPES } from '@zelab/contract/limits'
import { create } from 'zustand'
import { browserStorage } from './browser-storage.ts'
import { useCurrentUser } from './session-store.ts'

const REPORT_TYPES_KEY = 'report-types'

export type ReportTypeChoice = Pick<ReportType, 'id' | 'title'> & { description?: string | null }

const ALL: ReportTypeChoice = { ...ALL_REPORT_TYPES }

const isChoice = (value: unknown): value is ReportTypeChoice =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'number' &&
  'title' in value &&
  typeof value.title === 'string'

/** Keeps All in first place and drops duplicate ids (section 3). */
const mergeReportTypes = (present: ReportTypeChoice[], incoming: ReportTypeChoice[]): ReportTypeChoice[] => {
  const byId = new Map([ALL, ...present].map((type) => [type.id, type.id === ALL.id ? ALL : type]))
  for (const type of incoming) if (!byId.has(type.id)) byId.set(type.id, type)
  return [...byId.values()]
}

const storedReportTypes = (): ReportTypeChoice[] => {
  const stored = browserStorage.read(REPORT_TYPES_KEY)
  return mergeReportTypes([], Array.isArray(stored) ? stored.filter(isChoice) : [])
}

interface AppDataState {
  labs: Lab[]
  reportTypes: ReportTypeChoice[]
}

/** Lookups shared by several pages, from sign-in until the session ends. */
export const useAppDataStore = create<AppDataState>()(() => ({ labs: [], reportTypes: storedReportTypes() }))

/** True if the user's lab, or any lab of the Admin, uses critical results. */
export const useUsesCritical = (): boolean =>
  useAppDataStore(({ labs }) => labs.some(({ usesCriticalResults }) => usesCriticalResults))

/** True if the user's lab uses visits; the Admin has no lab. */
export const useLabUsesVisits = (): boolean => {
  const { lab } = useCurrentUser()
  return useAppDataStore(({ labs }) => labs.some(({ id, usesVisits }) => id === lab?.id && usesVisits))
}

/** True if a second person releases reports of the user's lab, or of any lab of the Admin. */
export const useUsesTwoPersons = (): boolean =>
  useAppDataStore(({ labs }) => labs.some(({ usesTwoPersons }) => usesTwoPersons))

export const setLabs = (labs: Lab[]): void => useAppDataStore.setState({ labs })

export const removeLabs = (): void => useAppDataStore.setState({ labs: [] })

const keepReportTypes = (reportTypes: ReportTypeChoice[]): void => {
  browserStorage.write(REPORT_TYPES_KEY, reportTypes)
  useAppDataStore.setState({ reportTypes })
}

export const setReportTypes = (incoming: ReportTypeChoice[]): void =>
  keepReportTypes(mergeReportTypes(useAppDataStore.getState().reportTypes, incoming))

/** Replaces the whole list: merging would keep renamed and deleted types. */
export const replaceReportTypes = (all: ReportTypeChoice[]): void =>
  keepReportTypes(mergeReportTypes([], all))

export const removeReportTypes = (): void => {
  browserStorage.remove(REPORT_TYPES_KEY)
  useAppDataStore.setState({ reportTypes: [ALL] })
}
