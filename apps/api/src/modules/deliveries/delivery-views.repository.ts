import { DELIVERY_COUNT_LIMIT, NOT_OPENED_DAYS, type Delivery, type DeliveryView } from '@zelab/contract'
import type { LabScope } from '../../core/caller.ts'
import { labCondition } from '../../core/lab-condition.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { pageClause, type PageOfRows } from '../../platform/database/page-clause.ts'
import { countRow } from '../../platform/database/row-schema.ts'
import { SqlParameters } from '../../platform/database/sql-parameters.ts'
import { DELIVERY_COLUMNS, DELIVERY_JOINS, deliveryRow, toDelivery } from './delivery-row.ts'

/** After this time a message that did not arrive is no longer listed. */
const NOT_REACHED_DAYS = 30

const VIEW_CONDITIONS: Record<DeliveryView, string> = {
  all: 'true',
  // Until the report is sent again.
  'not-reached': `
    d.state in ('failed', 'unconfirmed') and d.created_at > now() - interval '${NOT_REACHED_DAYS} days'
    and not exists (
      select 1 from deliveries later
       where later.report_id = d.report_id and later.id > d.id and later.state <> 'canceled')`,
  // Begins with the live links that were not opened, which have an index.
  'not-opened': `
    d.id in (select n.delivery_id from report_links n
              where n.first_opened_at is null and n.revoked_at is null and n.expires_at > now())
    and d.state in ('sent', 'handed-over') and d.sent_at <= now() - interval '${NOT_OPENED_DAYS} days'
    and r.withdrawn_at is null
    and not exists (
      select 1 from report_links o where o.delivery_id = d.id and o.first_opened_at is not null)`,
}

export interface ViewedDeliveries {
  view: DeliveryView
  /** Whether messages about withdrawn reports are included. */
  includesWithdrawn: boolean
}

/** A delivery is in scope when its report is. */
const conditionOf = (
  scope: LabScope,
  { view, includesWithdrawn }: ViewedDeliveries,
  parameters: SqlParameters,
) =>
  [
    labCondition(scope, parameters, 'd.lab_id'),
    labCondition(scope, parameters, 'r.lab_id', 'p.lab_id'),
    includesWithdrawn ? 'true' : 'r.withdrawn_at is null',
    VIEW_CONDITIONS[view],
  ].join(' and ')

/** Up to DELIVERY_COUNT_LIMIT + 1. */
export const countDeliveries = async (
  scope: LabScope,
  db: Queryable,
  viewed: ViewedDeliveries,
): Promise<number> => {
  const parameters = new SqlParameters()
  const { count } = await db.one(
    countRow,
    `select count(*) as count from (
       select 1 from deliveries d join reports r on r.id = d.report_id join patients p on p.id = r.patient_id
        where ${conditionOf(scope, viewed, parameters)} limit ${DELIVERY_COUNT_LIMIT + 1}
     ) counted`,
    parameters.values,
  )
  return count
}

/** One page, newest first. */
export const findDeliveries = async (
  scope: LabScope,
  db: Queryable,
  viewed: ViewedDeliveries,
  page: PageOfRows,
): Promise<Delivery[]> => {
  const parameters = new SqlParameters()
  const rows = await db.query(
    deliveryRow,
    `select ${DELIVERY_COLUMNS} from deliveries d ${DELIVERY_JOINS}
      where ${conditionOf(scope, viewed, parameters)}
      order by d.id desc ${pageClause(page, parameters)}`,
    parameters.values,
  )
  return rows.map(toDelivery)
}
