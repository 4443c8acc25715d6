import { VALIDATION, type ReleaseSettings } from '@zelab/contract'
import { invalidField } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Database } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import type { LabService } from '../../labs/labs.service.ts'
import { areReportTypes, findReleaseSettings, saveReleaseSettings } from './release-settings.repository.ts'

type Changes = { [Field in keyof ReleaseSettings]?: ReleaseSettings[Field] | undefined }

interface Deps {
  database: Database
  labs: Pick<LabService, 'get'>
}

const RULES: Record<ReleaseSettings['twoPersons'], string> = {
  none: 'one person',
  types: 'two persons for some report types',
  all: 'two persons',
}

export const createReleaseSettingsService = ({ database, labs }: Deps) => ({
  async get(caller: Caller, labId: number): Promise<ReleaseSettings> {
    await labs.get(caller, labId)
    return findReleaseSettings(database, labId)
  },

  async update(caller: Caller, labId: number, changes: Changes): Promise<ReleaseSettings> {
    const lab = await labs.get(caller, labId)
    return database.transaction(async (tx) => {
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      const settings: ReleaseSettings = { ...(await findReleaseSettings(tx, labId)), ...given }
      const reportTypeIds = [...new Set(settings.reportTypeIds)]
      if (!(await areReportTypes(tx, changes.reportTypeIds ?? [])))
        throw invalidField('reportTypeIds', VALIDATION.reportType)
      if (settings.twoPersons === 'types' && reportTypeIds.length === 0)
        throw invalidField('reportTypeIds', VALIDATION.reportType)
      const saved = await saveReleaseSettings(tx, labId, { ...settings, reportTypeIds })
      await recordActivity(tx, caller, {
        action: 'lab.update',
        object: { type: 'lab', id: labId },
        labId,
        summary: `Changed who releases reports of the lab ${lab.name}: ${RULES[saved.twoPersons]}`,
      })
      return saved
    })
  },
})
export type ReleaseSettingsService = ReturnType<typeof createReleaseSettingsService>
