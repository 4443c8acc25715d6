import { readOneOf, searchReader } from '../../lib/search-params.ts'

const TABS = ['general', 'security', 'report-types', 'backups'] as const
export type SettingsTab = (typeof TABS)[number]

export const readSettingsSearch = searchReader({ tab: (value) => readOneOf(value, TABS) })

/** Narrows the key of the tab component, which is a plain string. */
export const tabOf = (key: string | null): SettingsTab => readOneOf(key, TABS) ?? 'general'
