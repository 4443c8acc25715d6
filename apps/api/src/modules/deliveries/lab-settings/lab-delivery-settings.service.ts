import type { LabDeliverySettings, Saved } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { LabService } from '../../labs/labs.service.ts'
import {
  changeSettings,
  readSavedSettings,
  withChanges,
  type SettingsChanges,
} from '../../settings/settings-updates.service.ts'
import { findLabDeliverySettings, saveLabDeliverySettings } from './lab-delivery-settings.repository.ts'

const sectionOf = (labId: number) => ({ labId, section: 'sending' })

export const createLabDeliverySettingsService = ({
  database,
  labs,
}: Pick<Context, 'database'> & { labs: LabService }) => ({
  async get(caller: Caller, labId: number): Promise<Saved<LabDeliverySettings>> {
    await labs.get(caller, labId)
    return readSavedSettings(database, sectionOf(labId), () => findLabDeliverySettings(database, labId))
  },

  async update(
    caller: Caller,
    labId: number,
    { updatedAt, ...changes }: SettingsChanges<LabDeliverySettings>,
  ): Promise<Saved<LabDeliverySettings>> {
    const lab = await labs.get(caller, labId)
    const change = async (tx: Queryable) => {
      const settings = withChanges(await findLabDeliverySettings(tx, labId), changes)
      const saved = await saveLabDeliverySettings(tx, labId, settings)
      await recordActivity(tx, caller, {
        action: 'lab.update',
        object: { type: 'lab', id: labId },
        labId,
        summary: `Changed how the lab ${lab.name} sends reports to patients`,
      })
      return saved
    }
    return database.transaction((tx) => changeSettings(tx, sectionOf(labId), updatedAt, () => change(tx)))
  },
})
export type LabDeliverySettingsService = ReturnType<typeof createLabDeliverySettingsService>
