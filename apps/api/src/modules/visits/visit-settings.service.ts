import type { Saved, VisitSettings } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import type { Caller } from '../../core/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/activity.service.ts'
import type { LabService } from '../labs/labs.service.ts'
import {
  changeSettings,
  readSavedSettings,
  withChanges,
  type SettingsChanges,
} from '../settings/settings-updates.service.ts'
import { findVisitSettings, saveVisitSettings } from './visit-settings.repository.ts'
import type { VisitPorts } from './visits.service.ts'

const sectionOf = (labId: number) => ({ labId, section: 'visits' })
const onOff = (is: boolean) => (is ? 'on' : 'off')

export const createVisitSettingsService = ({
  database,
  labs,
  enqueueSending,
}: Pick<Context, 'database'> & VisitPorts & { labs: LabService }) => ({
  async get(caller: Caller, labId: number): Promise<Saved<VisitSettings>> {
    await labs.get(caller, labId)
    return readSavedSettings(database, sectionOf(labId), () => findVisitSettings(database, labId))
  },

  async update(
    caller: Caller,
    labId: number,
    { updatedAt, ...changes }: SettingsChanges<VisitSettings>,
  ): Promise<Saved<VisitSettings>> {
    const lab = await labs.get(caller, labId)
    const change = async (tx: Queryable) => {
      const saved = await saveVisitSettings(
        tx,
        labId,
        withChanges(await findVisitSettings(tx, labId), changes),
      )
      if (!saved.isOn || !saved.holdsUnpaid) await enqueueSending(tx, caller.requestId)
      const holding =
        changes.holdsUnpaid === undefined ? '' : `, holding links until paid ${onOff(saved.holdsUnpaid)},`
      await recordActivity(tx, caller, {
        action: 'lab.update',
        object: { type: 'lab', id: labId },
        labId,
        summary: `Turned visits ${onOff(saved.isOn)}${holding} for the lab ${lab.name}`,
      })
      return saved
    }
    return database.transaction((tx) => changeSettings(tx, sectionOf(labId), updatedAt, () => change(tx)))
  },
})
export type VisitSettingsService = ReturnType<typeof createVisitSettingsService>
