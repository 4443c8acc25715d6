import {
  PATIENT_LIST_COLUMNS,
  REPORT_LIST_COLUMNS,
  savedFiltersSchema,
  type UserPreferences,
} from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import type { Caller } from '../../core/caller.ts'
import { findPreferences, savePreferences } from './user-preferences.repository.ts'

/** Another version may have stored columns that this one does not know. */
const known = <Column extends string>(
  columns: readonly Column[],
  stored: readonly string[] | null | undefined,
): Column[] | null => {
  const chosen = columns.filter((column) => stored?.includes(column))
  return chosen.length === 0 ? null : chosen
}

const toPreferences = (row: Awaited<ReturnType<typeof findPreferences>>): UserPreferences => ({
  patientColumns: known(PATIENT_LIST_COLUMNS, row?.patientColumns),
  reportColumns: known(REPORT_LIST_COLUMNS, row?.reportColumns),
  savedFilters: savedFiltersSchema.safeParse(row?.savedFilters).data ?? null,
})

export const createUserPreferenceService = ({ database }: Pick<Context, 'database'>) => ({
  async get({ user }: Pick<Caller, 'user'>): Promise<UserPreferences> {
    return toPreferences(await findPreferences(database, user.id))
  },

  async update(
    { user }: Caller,
    changes: { [Name in keyof UserPreferences]?: UserPreferences[Name] | undefined },
  ): Promise<UserPreferences> {
    const { savedFilters, ...others } = changes
    const stored = savedFilters && JSON.stringify(savedFilters)
    return toPreferences(
      await savePreferences(database, user.id, {
        ...others,
        ...(stored !== undefined && { savedFilters: stored }),
      }),
    )
  },
})
