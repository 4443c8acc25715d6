import { ADULT_AGE, LINK_DAYS, SLIP_PAPERS, type LabDeliverySettings } from '@zelab/contract'
import { z } from 'zod'
import { labSettingsTable } from '../../../core/lab-settings-table.repository.ts'
import { labDeliverySettings } from '../../../core/tables.gen.ts'
import { pick } from '../../../platform/database/columns.ts'
import { defineLabSettings, type LabSettingsContext } from '../../labs/lab-settings.service.ts'

const QUIET_HOURS = { from: 21, until: 8 } as const

const DEFAULTS: LabDeliverySettings = {
  linkDays: LINK_DAYS.default,
  isAutomatic: false,
  quietFromHour: QUIET_HOURS.from,
  quietUntilHour: QUIET_HOURS.until,
  senderName: null,
  adultAge: ADULT_AGE.default,
  slipPaper: SLIP_PAPERS[0],
}

const settingsRow = z.object(
  pick(
    labDeliverySettings,
    'linkDays isAutomatic quietFromHour quietUntilHour senderName adultAge slipPaper',
  ),
)

const { find, save } = labSettingsTable('lab_delivery_settings', {
  newRow: settingsRow.extend({ labId: labDeliverySettings.labId }),
  row: settingsRow,
  defaults: DEFAULTS,
})

export const createLabDeliverySettingsService = (context: LabSettingsContext) =>
  defineLabSettings<LabDeliverySettings>(context, {
    section: 'sending',
    read: find,
    store: (tx, { labId, changes }) => save(tx, labId, changes),
    describe: (_, lab) => `Changed how the lab ${lab.name} sends reports to patients`,
  })
export type LabDeliverySettingsService = ReturnType<typeof createLabDeliverySettingsService>
