import { VALIDATION, type ReleaseSettings, type Saved } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { invalidField } from '../../../core/app-error.ts'
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
import { areReportTypes, findReleaseSettings, saveReleaseSettings } from './release-settings.repository.ts'

const sectionOf = (labId: number) => ({ labId, section: 'release' })

const RULES: Record<ReleaseSettings['twoPersons'], string> = {
  none: 'one person',
  types: 'two people for some report types',
  all: 'two people',
}

export const createReleaseSettingsService = ({
  database,
  labs,
}: Pick<Context, 'database'> & { labs: Pick<LabService, 'get'> }) => ({
  async get(caller: Caller, labId: number): Promise<Saved<ReleaseSettings>> {
    await labs.get(caller, labId)
    return readSavedSettings(database, sectionOf(labId), () => findReleaseSettings(database, labId))
  },

  async update(
    caller: Caller,
    labId: number,
    { updatedAt, ...changes }: SettingsChanges<ReleaseSettings>,
  ): Promise<Saved<ReleaseSettings>> {
    const lab = await labs.get(caller, labId)
    const change = async (tx: Queryable) => {
      const settings = withChanges(await findReleaseSettings(tx, labId), changes)
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
    }
    return database.transaction((tx) => changeSettings(tx, sectionOf(labId), updatedAt, () => change(tx)))
  },
})
export type ReleaseSettingsService = ReturnType<typeof createReleaseSettingsService>
