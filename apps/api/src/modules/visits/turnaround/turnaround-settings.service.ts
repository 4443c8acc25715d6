import { VALIDATION, type TurnaroundChanges, type TurnaroundSettings } from '@zelab/contract'
import { invalidField } from '../../../core/app-error.ts'
import { isForeignKeyViolation } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { defineLabSettings, type LabSettingsContext } from '../../labs/lab-settings.service.ts'
import {
  findTurnaroundSettings,
  lockForSettings,
  replaceTargets,
  saveCalendar,
} from './turnaround.repository.ts'
import { SET_VISIT_TARGETS } from './turnaround.service.ts'

const NAMES = { targets: 'targets', week: 'working hours', holidays: 'holidays', seasons: 'seasons' }
const PARTS = ['targets', 'week', 'holidays', 'seasons'] as const

export const createTurnaroundSettingsService = (context: LabSettingsContext) =>
  defineLabSettings<TurnaroundSettings, TurnaroundChanges>(context, {
    section: 'turnaround',
    read: findTurnaroundSettings,
    async store(tx, { caller, labId, changes }) {
      const { targets, holidays, seasons } = changes
      await lockForSettings(tx, labId)
      await saveCalendar(tx, labId, {
        ...changes,
        holidays: holidays?.toSorted((one, other) => one.date.localeCompare(other.date)),
        seasons: seasons?.toSorted((one, other) => one.fromDate.localeCompare(other.fromDate)),
      })
      if (targets)
        await replaceTargets(tx, labId, targets).catch((error: unknown) => {
          throw isForeignKeyViolation(error) ? invalidField('targets', VALIDATION.reportType) : error
        })
      await enqueueJob(tx, SET_VISIT_TARGETS, { labId }, caller.requestId)
    },
    describe(_, lab, changes) {
      const parts = PARTS.filter((part) => changes[part]).map((part) => NAMES[part])
      return `Set turn-around of the lab ${lab.name}: ${parts.join(', ') || 'nothing changed'}`
    },
  })
export type TurnaroundSettingsService = ReturnType<typeof createTurnaroundSettingsService>
