import type { VisitSettings, VisitSettingsChanges } from '@zelab/contract'
import type { Caller } from '../../core/caller.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/activity.service.ts'
import type { LabService } from '../labs/labs.service.ts'
import { findVisitSettings, saveVisitSettings } from './visit-settings.repository.ts'

const onOff = (is: boolean) => (is ? 'on' : 'off')

interface Deps {
  database: Database
  labs: LabService
  enqueueSending: (tx: Queryable, requestId?: string) => Promise<void>
}

export const createVisitSettingsService = ({ database, labs, enqueueSending }: Deps) => ({
  async get(caller: Caller, labId: number): Promise<VisitSettings> {
    await labs.get(caller, labId)
    return findVisitSettings(database, labId)
  },

  async update(caller: Caller, labId: number, changes: VisitSettingsChanges): Promise<VisitSettings> {
    const lab = await labs.get(caller, labId)
    return database.transaction(async (tx) => {
      const saved = await saveVisitSettings(tx, labId, changes)
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
    })
  },
})
export type VisitSettingsService = ReturnType<typeof createVisitSettingsService>
