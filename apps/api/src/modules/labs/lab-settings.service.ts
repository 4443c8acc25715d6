import type { ActivityAction, Lab, Saved } from '@zelab/contract'
import type { Caller } from '../../core/caller.ts'
import type { Context } from '../../core/context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { changeSettings, readSavedSettings, type Seen } from '../settings/settings-updates.service.ts'
import type { LabService } from './labs.service.ts'

export type LabSettingsContext = Pick<Context, 'database'> & { labs: Pick<LabService, 'get'> }

/** One part of a lab's settings: changed by one person at a time, absent fields stay, every change is recorded. */
export const defineLabSettings = <Settings extends object, Changes extends object = Partial<Settings>>(
  { database, labs }: LabSettingsContext,
  {
    section,
    action = 'lab.update',
    read,
    store,
    describe,
  }: {
    section: string
    action?: ActivityAction
    read: (db: Queryable, labId: number) => Promise<Settings>
    /** Stores the fields that are named. */
    store: (tx: Queryable, change: { caller: Caller; labId: number; changes: Changes }) => Promise<unknown>
    /** The entry of the activity log. */
    describe: (saved: Settings, lab: Lab, changes: Changes) => string
  },
) => ({
  async get(caller: Caller, labId: number): Promise<Saved<Settings>> {
    await labs.get(caller, labId)
    return readSavedSettings(database, { labId, section }, () => read(database, labId))
  },

  async update(
    caller: Caller,
    labId: number,
    { updatedAt, ...rest }: Changes & Seen,
  ): Promise<Saved<Settings>> {
    const lab = await labs.get(caller, labId)
    // Changes have no updatedAt.
    const changes = rest as unknown as Changes
    return database.transaction((tx) =>
      changeSettings(tx, { labId, section }, updatedAt, async () => {
        await store(tx, { caller, labId, changes })
        const saved = await read(tx, labId)
        await recordActivity(tx, caller, {
          action,
          object: { type: 'lab', id: labId },
          labId,
          summary: describe(saved, lab, changes),
        })
        return saved
      }),
    )
  },
})
