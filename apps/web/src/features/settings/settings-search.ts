import { readOneOf } from '../../lib/search-params.ts'

const TABS = ['general', 'security', 'report-types', 'backups'] as const
export type SettingsTab = (typeof TABS)[number]

export interface SettingsSearch {
  tab?: SettingsTab | undefined
}

/** Reads the address; odd values are dropped (AMB-93). */
export const readSettingsSearch = (search: Record<string, unknown>): SettingsSearch => {
  const tab = readOneOf(search.tab, TABS)
  return tab ? { tab } : {}
}

/** The tab of a chosen key; the library only knows that it is text. */
export const tabOf = (key: string | null): SettingsTab => readOneOf(key, TABS) ?? 'general'
