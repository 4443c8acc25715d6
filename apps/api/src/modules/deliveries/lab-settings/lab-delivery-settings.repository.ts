import { ADULT_AGE, LINK_DAYS, type LabDeliverySettings } from '@zelab/contract'
import { z } from 'zod'
import { labDeliverySettings } from '../../../core/tables.gen.ts'
import { assignments, columnsOf, insertion } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'

const QUIET_HOURS = { from: 21, until: 8 } as const

const DEFAULTS: LabDeliverySettings = {
  linkDays: LINK_DAYS.default,
  isAutomatic: false,
  quietFromHour: QUIET_HOURS.from,
  quietUntilHour: QUIET_HOURS.until,
  senderName: null,
  adultAge: ADULT_AGE.default,
}

const settingsRow = z.object({
  linkDays: labDeliverySettings.linkDays,
  isAutomatic: labDeliverySettings.isAutomatic,
  quietFromHour: labDeliverySettings.quietFromHour,
  quietUntilHour: labDeliverySettings.quietUntilHour,
  senderName: labDeliverySettings.senderName,
  adultAge: labDeliverySettings.adultAge,
})

const newSettingsRow = settingsRow.extend({ labId: labDeliverySettings.labId })
const COLUMNS = columnsOf(settingsRow)

export const findLabDeliverySettings = async (db: Queryable, labId: number): Promise<LabDeliverySettings> => {
  const text = `select ${COLUMNS} from lab_delivery_settings where lab_id = $1`
  return (await db.maybeOne(settingsRow, text, [labId])) ?? DEFAULTS
}

export const saveLabDeliverySettings = (
  tx: Queryable,
  labId: number,
  settings: LabDeliverySettings,
): Promise<LabDeliverySettings> => {
  const parameters = new SqlParameters()
  return tx.one(
    settingsRow,
    `insert into lab_delivery_settings ${insertion(newSettingsRow, { ...settings, labId }, parameters)}
     on conflict (lab_id) do update set ${assignments(settingsRow, settings, parameters)}
     returning ${COLUMNS}`,
    parameters.values,
  )
}
