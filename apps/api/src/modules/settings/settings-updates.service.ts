import type { Saved } from '@zelab/contract'
import { conflict } from '../../core/app-error.ts'
import type { Queryable } from '../../platform/database/database.ts'
import {
  findSettingsUpdate,
  lockSettingsUpdate,
  markSettingsUpdate,
  type SettingsSection,
} from './settings-updates.repository.ts'

export type SettingsChanges<Settings> = {
  [Field in keyof Saved<Settings>]?: Saved<Settings>[Field] | undefined
}

export interface Seen {
  updatedAt?: string | null | undefined
}

/** Reads the time first: a change in between makes the next save a conflict instead of a lost change. */
export const readSavedSettings = async <Settings>(
  db: Queryable,
  section: SettingsSection,
  read: () => Promise<Settings>,
): Promise<Saved<Settings>> => {
  const updatedAt = await findSettingsUpdate(db, section)
  return { ...(await read()), updatedAt }
}

/**
 * Runs a change of settings, one at a time for each section.
 * @param seen `updatedAt` of the settings that the caller changed; without it, only the named fields are protected
 * @throws RECORD_CHANGED when they were changed since
 */
export const changeSettings = async <Settings>(
  tx: Queryable,
  section: SettingsSection,
  seen: string | null | undefined,
  change: () => Promise<Settings>,
): Promise<Saved<Settings>> => {
  const updatedAt = await lockSettingsUpdate(tx, section)
  if (seen !== undefined && Date.parse(seen ?? '') !== Date.parse(updatedAt ?? '') && seen !== updatedAt)
    throw conflict('RECORD_CHANGED')
  return { ...(await change()), updatedAt: await markSettingsUpdate(tx, section) }
}

/** The stored settings with the fields that a change names. */
export const withChanges = <Settings extends object>(
  settings: Settings,
  changes: { [Field in keyof Settings]?: Settings[Field] | undefined },
): Settings => ({
  ...settings,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
})
