import { VALIDATION, type CriticalSettings, type CriticalSettingsChanges } from '@zelab/contract'
import { conflict, invalidField } from '../../core/app-error.ts'
import type { Context } from '../../core/context.ts'
import { defineLabSettings, type LabSettingsContext } from '../labs/lab-settings.service.ts'
import {
  countOpenInLab,
  findCriticalSettings,
  replaceCriticalContacts,
  saveCriticalUse,
  usesCriticalResults,
} from './critical-settings.repository.ts'

const CONTACTS = [
  { step: 'half', field: 'halfwayUserIds' },
  { step: 'target', field: 'overdueUserIds' },
] as const

export const createCriticalSettingsService = ({
  mailer,
  smsGateway,
  ...context
}: LabSettingsContext & Pick<Context, 'mailer' | 'smsGateway'>) =>
  defineLabSettings<CriticalSettings, CriticalSettingsChanges>(context, {
    section: 'critical',
    read: findCriticalSettings,
    async store(tx, { labId, changes }) {
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
    },
    describe: ({ isOn, targetMinutes }, lab) =>
      `Set critical results of the lab ${lab.name}: ${isOn ? `on, ${targetMinutes} minutes` : 'off'}`,
  })
export type CriticalSettingsService = ReturnType<typeof createCriticalSettingsService>
