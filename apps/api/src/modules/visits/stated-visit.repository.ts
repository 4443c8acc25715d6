import { z } from 'zod'
import { visits } from '../../core/tables.gen.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { idRow, type RowOf } from '../../platform/database/row-schema.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'
import type { StatedVisit } from './stated-visit.ts'

const statedTimesRow = z.object({ collectedAt: visits.collectedAt, receivedAt: visits.receivedAt })

export const readStatedTimes = (
  tx: Queryable,
  { collectedAt, receivedAt }: StatedVisit,
  timeZone: string,
): Promise<RowOf<typeof statedTimesRow>> => {
  const parameters = new SqlParameters()
  const zone = `${parameters.add(timeZone)}::text`
  const momentOf = (text: string | null) => {
    const value = `${parameters.add(text)}::text`
    return `case when ${value} ~ '[+-][0-9]{2}:[0-9]{2}$' then (${value})::timestamptz
                 else (${value})::timestamp at time zone ${zone} end`
  }
  return tx.one(
    statedTimesRow,
    `select ${momentOf(collectedAt)} as "collectedAt", ${momentOf(receivedAt)} as "receivedAt"`,
    parameters.values,
  )
}

export const findVisitOfOrder = async (
  tx: Queryable,
  patientId: number,
  orderNumber: string,
): Promise<number | undefined> => {
  const text = 'select id from visits where patient_id = $1 and order_key = $2'
  return (await tx.maybeOne(idRow, text, [patientId, orderNumber]))?.id
}
