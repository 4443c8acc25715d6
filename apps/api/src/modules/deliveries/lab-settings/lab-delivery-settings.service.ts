import type { LabDeliveryChanges, LabDeliverySettings } from '@zelab/contract'
import type { Caller } from '../../../core/caller.ts'
import type { Database } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { LabService } from '../../labs/labs.service.ts'
import { findLabDeliverySettings, saveLabDeliverySettings } from './lab-delivery-settings.repository.ts'

interface Deps {
  database: Database
  labs: LabService
}

export const createLabDeliverySettingsService = ({ database, labs }: Deps) => ({
  async get(caller: Caller, labId: number): Promise<LabDeliverySettings> {
    await labs.get(caller, labId)
    return findLabDeliverySettings(database, labId)
  },

  async update(caller: Caller, labId: number, settings: LabDeliveryChanges): Promise<LabDeliverySettings> {
    const lab = await labs.get(caller, labId)
    return database.transaction(async (tx) => {
      const saved = await saveLabDeliverySettings(tx, labId, settings)
      await recordActivity(tx, caller, {
        action: 'lab.update',
        object: { type: 'lab', id: labId },
        labId,
        summary: `Changed how the lab ${lab.name} sends reports to patients`,
      })
      return saved
    })
  },
})
export type LabDeliverySettingsService = ReturnType<typeof createLabDeliverySettingsService>
