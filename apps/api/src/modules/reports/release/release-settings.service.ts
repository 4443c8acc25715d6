import { VALIDATION, type ReleaseSettings } from '@zelab/contract'
import { invalidField } from '../../../core/app-error.ts'
import { defineLabSettings, type LabSettingsContext } from '../../labs/lab-settings.service.ts'
import { withChanges } from '../../settings/settings-updates.service.ts'
import { areReportTypes, findReleaseSettings, saveReleaseSettings } from './release-settings.repository.ts'

const RULES: Record<ReleaseSettings['twoPersons'], string> = {
  none: 'one person',
  types: 'two people for some report types',
  all: 'two people',
}

export const createReleaseSettingsService = (context: LabSettingsContext) =>
  defineLabSettings<ReleaseSettings>(context, {
    section: 'release',
    read: findReleaseSettings,
    async store(tx, { labId, changes }) {
      const { twoPersons, reportTypeIds } = withChanges(await findReleaseSettings(tx, labId), changes)
      const isWithoutTypes = twoPersons === 'types' && reportTypeIds.length === 0
      if (isWithoutTypes || !(await areReportTypes(tx, changes.reportTypeIds ?? [])))
        throw invalidField('reportTypeIds', VALIDATION.reportType)
      await saveReleaseSettings(tx, labId, { ...changes, reportTypeIds: [...new Set(reportTypeIds)] })
    },
    describe: ({ twoPersons }, lab) =>
      `Changed who releases reports of the lab ${lab.name}: ${RULES[twoPersons]}`,
  })
export type ReleaseSettingsService = ReturnType<typeof createReleaseSettingsService>
