import type { VisitSettings } from '@zelab/contract'
import { z } from 'zod'
import { labVisitSettings } from '../../core/tables.gen.ts'
import { columnsOf } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'

const settingsRow = z.object({
  isOn: labVisitSettings.isOn,
  holdsUnpaid: labVisitSettings.holdsUnpaid,
})
const SETTINGS = columnsOf(settingsRow)
const OFF: VisitSettings = { isOn: false, holdsUnpaid: false }

export const findVisitSettings = async (db: Queryable, labId: number): Promise<VisitSettings> =>
  (await db.maybeOne(settingsRow, `select ${SETTINGS} from lab_visit_settings where lab_id = $1`, [labId])) ??
  OFF

export const saveVisitSettings = (
  tx: Queryable,
  labId: number,
  { isOn, holdsUnpaid }: VisitSettings,
): Promise<VisitSettings> =>
  tx.one(
    settingsRow,
    `insert into lab_visit_settings (lab_id, is_on, holds_unpaid) values ($1, $2, $3)
     on conflict (lab_id) do update set is_on = excluded.is_on, holds_unpaid = excluded.holds_unpaid
     returning ${SETTINGS}`,
    [labId, isOn, holdsUnpaid],
  )
