import { VALIDATION, type CriticalSettings, type CriticalSettingsChanges, type Saved } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { conflict, invalidField } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Mailer } from '../../platform/mailer.ts'
import type { SmsGateway } from '../../platform/sms-gateway.ts'
import { recordActivity } from '../activity/activity.service.ts'
import type { LabService } from '../labs/labs.service.ts'
import { changeSettings, readSavedSettings } from '../settings/settings-updates.service.ts'
import {
  countOpenInLab,
  findCriticalSettings,
  replaceCriticalContacts,
  saveCriticalUse,
  usesCriticalResults,
} from './critical-settings.repository.ts'

const sectionOf = (labId: number) => ({ labId, section: 'critical' })
const CONTACTS = [
  { step: 'half', field: 'halfwayUserIds' },
  { step: 'target', field: 'overdueUserIds' },
] as const

export const createCriticalSettingsService = ({
  database,
  labs,
  mailer,
  smsGateway,
}: Pick<Context, 'database'> & {
  labs: LabService
  mailer: Pick<Mailer, 'hasServer'>
  smsGateway: Pick<SmsGateway, 'hasGateway'>
}) => ({
  async get(caller: Caller, labId: number): Promise<Saved<CriticalSettings>> {
    await labs.get(caller, labId)
    return readSavedSettings(database, sectionOf(labId), () => findCriticalSettings(database, labId))
  },

  async update(
    caller: Caller,
    labId: number,
    { updatedAt, ...changes }: CriticalSettingsChanges & { updatedAt?: string | null | undefined },
  ): Promise<Saved<CriticalSettings>> {
    const lab = await labs.get(caller, labId)
    const change = async (tx: Queryable) => {
      const { isOn, targetMinutes } = changes
      const wasOn = await usesCriticalResults(tx, labId)
      if (isOn && !wasOn && !mailer.hasServer && !smsGateway.hasGateway) throw conflict('CRITICAL_NO_CHANNEL')
      // Locks the row, which flagging reads for share.
      await saveCriticalUse(tx, labId, { isOn, targetMinutes })
      if (isOn === false && (await countOpenInLab(tx, labId)) > 0) throw conflict('CRITICAL_STILL_OPEN')
      for (const { step, field } of CONTACTS) {
        const wanted = changes[field] && [...new Set(changes[field])]
        if (wanted && (await replaceCriticalContacts(tx, labId, step, wanted)) !== wanted.length)
          throw invalidField(field, VALIDATION.criticalContacts)
      }
      const saved = await findCriticalSettings(tx, labId)
      await recordActivity(tx, caller, {
        action: 'lab.update',
        object: { type: 'lab', id: labId },
        labId,
        summary: `Set critical results of the lab ${lab.name}: ${saved.isOn ? `on, ${saved.targetMinutes} minutes` : 'off'}`,
      })
      return saved
    }
    return database.transaction((tx) => changeSettings(tx, sectionOf(labId), updatedAt, () => change(tx)))
  },
})
export type CriticalSettingsService = ReturnType<typeof createCriticalSettingsService>
