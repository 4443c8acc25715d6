import { ADULT_AGE, LINK_DAYS, type LabDeliveryChanges, type LabDeliverySettings } from '@zelab/contract'
import { z } from 'zod'
import { labDeliverySettings } from '../../../core/tables.gen.ts'
import type { Queryable } from '../../../platform/database/database.ts'

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

const COLUMNS = `link_days as "linkDays", is_automatic as "isAutomatic", quiet_from_hour as "quietFromHour",
  quiet_until_hour as "quietUntilHour", sender_name as "senderName", adult_age as "adultAge"`

export const findLabDeliverySettings = async (db: Queryable, labId: number): Promise<LabDeliverySettings> => {
  const text = `select ${COLUMNS} from lab_delivery_settings where lab_id = $1`
  return (await db.maybeOne(settingsRow, text, [labId])) ?? DEFAULTS
}

/** What is missing stays: a page of an earlier version does not know it. */
export const saveLabDeliverySettings = (
  tx: Queryable,
  labId: number,
  settings: LabDeliveryChanges,
): Promise<LabDeliverySettings> =>
  tx.one(
    settingsRow,
    `insert into lab_delivery_settings (lab_id, link_days, is_automatic, quiet_from_hour, quiet_until_hour, sender_name,
                                        adult_age)
     values ($1, $2, $3, $4, $5, $6, coalesce($7, ${ADULT_AGE.default}))
     on conflict (lab_id) do update
       set link_days = excluded.link_days, is_automatic = excluded.is_automatic,
           quiet_from_hour = excluded.quiet_from_hour, quiet_until_hour = excluded.quiet_until_hour,
           sender_name = case when $8 then excluded.sender_name else lab_delivery_settings.sender_name end,
           adult_age = coalesce($7, lab_delivery_settings.adult_age)
     returning ${COLUMNS}`,
    [
      labId,
      settings.linkDays,
      settings.isAutomatic,
      settings.quietFromHour,
      settings.quietUntilHour,
      settings.senderName ?? null,
      settings.adultAge ?? null,
      settings.senderName !== undefined,
    ],
  )
