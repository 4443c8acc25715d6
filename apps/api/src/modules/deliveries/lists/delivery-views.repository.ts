import {
  DELIVERY_COUNT_LIMIT,
  LINK_DAYS,
  type Delivery,
  type DeliveryChannel,
  type DeliveryView,
} from '@zelab/contract'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { searchCondition } from '../../../core/patient-search-condition.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { type SqlParameters, pageClause, type PageOfRows } from '../../../platform/database/sql-parameters.ts'
import { CALLED_SINCE, DELIVERY_COLUMNS, DELIVERY_JOINS, deliveryRow, toDelivery } from './delivery-row.ts'
import { wasReached } from '../calls/report-calls.repository.ts'

const NOT_OPENED_DAYS = 3
const CORRECTION_NOT_OPENED_HOURS = 24
const DELIVERY_SEARCH_LIMIT = 1_000

const NOT_REACHED_DAYS = 30

type AttentionKind = Exclude<DeliveryView, 'all' | 'attention'>

/** A patient who has the version on paper, or a later one, waits for no message about it. */
const hasPaper = (version: string): string => `exists (
  select 1 from deliveries k
   where k.report_id = d.report_id and k.channel = 'paper' and k.report_version >= ${version})`

/** Reached by phone, about the version or a later one. */
const wasCalled = (version: string): string =>
  wasReached(`${CALLED_SINCE} and c.report_version >= ${version}`)

// `any(array(…))` evaluates the set once and keeps the index usable.
const ATTENTION: Record<AttentionKind, string> = {
  // Until the same recipient gets the report again.
  'not-reached': `
    d.state in ('failed', 'unconfirmed') and d.created_at > now() - interval '${NOT_REACHED_DAYS} days'
    and not exists (
      select 1 from deliveries later
       where later.report_id = d.report_id and later.delegate_id is not distinct from d.delegate_id
         and later.id > d.id and later.state <> 'canceled')
    and not (d.purpose in ('report', 'renewal', 'amended') and ${hasPaper('d.report_version')})
    and not ${wasCalled('d.report_version')}`,
  // Starts from `unopened_deliveries`, which triggers maintain and which may have rows too many.
  'not-opened': `
    exists (select 1 from unopened_deliveries u
             where u.delivery_id = d.id and u.lab_id = d.lab_id and u.ends_at > now())
    and d.state in ('sent', 'handed-over') and d.sent_at <= now() - interval '${NOT_OPENED_DAYS} days'
    and r.withdrawn_at is null
    and (select bool_and(l.first_opened_at is null)
                and bool_or(l.revoked_at is null and l.expires_at > now())
           from report_links l where l.delivery_id = d.id)
    and not ${hasPaper('d.report_version')} and not ${wasCalled('d.report_version')}`,
  // Covers the newest opened delivery of each recipient until the current version is opened. Starts from correction
  // announcements within the lifetime of a link.
  'correction-not-opened': `
    d.report_id = any (array(
      select a.report_id from report_announcements a
       where a.kind = 'amended' and a.created_at > now() - interval '${LINK_DAYS.max} days'))
    and r.amended_at <= now() - interval '${CORRECTION_NOT_OPENED_HOURS} hours' and r.withdrawn_at is null
    and exists (select 1 from report_links o where o.delivery_id = d.id and o.opened_version < r.version)
    and not exists (
      select 1 from deliveries s join report_links o on o.delivery_id = s.id
       where s.report_id = d.report_id
         and (lower(s.contact) = lower(d.contact)
              or (s.contact is null and d.contact is null and s.delegate_id is not distinct from d.delegate_id))
         and (o.opened_version >= r.version or (s.id > d.id and o.opened_version is not null)))
    and not ${hasPaper('r.version')} and not ${wasCalled('r.version')}`,
}

export interface ViewedDeliveries {
  view: DeliveryView
  channel?: DeliveryChannel | undefined
  patients?: { id: number } | { text: string } | undefined
  includesWithdrawn: boolean
}

const patientsCondition = (
  scope: LabScope,
  patients: NonNullable<ViewedDeliveries['patients']>,
  parameters: SqlParameters,
): string => {
  const found =
    'id' in patients
      ? `select surviving_patient(${parameters.add(patients.id)}) as id`
      : `select p.id from patients p
          where p.merged_into is null and ${labCondition(scope, parameters, 'p.lab_id')}
            and ${searchCondition(patients.text, parameters)}
          order by p.created_at desc, p.id desc limit ${DELIVERY_SEARCH_LIMIT}`
  return `d.id = any (array(
    select n.id from (${found}) f join reports o on o.patient_id = f.id join deliveries n on n.report_id = o.id
     order by n.id desc limit ${DELIVERY_SEARCH_LIMIT + 1}))`
}

/** Each kind has its own index, which a condition with `or` would not use. */
const anyAttention = (filters: string): string => {
  const kinds = Object.values(ATTENTION).map(
    (condition) => `
      (select d.id from deliveries d join reports r on r.id = d.report_id join patients p on p.id = r.patient_id
        where ${filters} and ${condition}
        order by d.id desc limit ${DELIVERY_COUNT_LIMIT + 1})`,
  )
  return `d.id = any (array(${kinds.join(' union all ')}))`
}

const conditionOf = (scope: LabScope, viewed: ViewedDeliveries, parameters: SqlParameters): string => {
  const { view, channel, patients, includesWithdrawn } = viewed
  const filters = [
    labCondition(scope, parameters, 'd.lab_id'),
    labCondition(scope, parameters, 'r.lab_id', 'p.lab_id'),
    includesWithdrawn ? 'true' : 'r.withdrawn_at is null',
    channel ? `d.channel = ${parameters.add(channel)}` : 'true',
    patients ? patientsCondition(scope, patients, parameters) : 'true',
  ].join(' and ')
  if (view === 'all') return filters
  return `${filters} and ${view === 'attention' ? anyAttention(filters) : ATTENTION[view]}`
}

export const countDeliveries = (scope: LabScope, db: Queryable, viewed: ViewedDeliveries): Promise<number> =>
  db.countRows(
    (parameters) => `select count(*) as count from (
       select 1 from deliveries d join reports r on r.id = d.report_id join patients p on p.id = r.patient_id
        where ${conditionOf(scope, viewed, parameters)} limit ${DELIVERY_COUNT_LIMIT + 1}
     ) counted`,
  )

export const findDeliveries = async (
  scope: LabScope,
  db: Queryable,
  viewed: ViewedDeliveries,
  { beforeId, ...page }: PageOfRows & { beforeId?: number | undefined },
): Promise<Delivery[]> => {
  const rows = await db.query(deliveryRow, (parameters) => {
    const condition = conditionOf(scope, viewed, parameters)
    const rest = beforeId === undefined ? 'true' : `d.id < ${parameters.add(beforeId)}`
    return `select ${DELIVERY_COLUMNS} from deliveries d ${DELIVERY_JOINS}
      where ${condition} and ${rest}
      order by d.id desc ${pageClause(page, parameters)}`
  })
  return rows.map(toDelivery)
}
