import { z } from 'zod'
import type { Reach } from '../../../core/caller.ts'
import { hiddenFromPlanner } from '../../../core/conditions.ts'
import { reports } from '../../../core/tables.gen.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { BY_CHANGE, type Order } from '../search/result-parameters.ts'
import type { Position } from '../search/search-cursor.ts'
import type { DateBound } from '../search/search-dates.ts'
import { dateCondition, earliestOf } from './date-conditions.repository.ts'
import { preparedSearch } from './prepared-search.ts'

/** As in the index `reports_changed`. */
const CHANGED = 'greatest(coalesce(r.changed_at, r.created_at), r.amended_at, r.withdrawn_at)'
/** Maximum reports that a statement reads for a page, before its filters. */
const WINDOW = 1_000

/** Conditions are combined with and; those with several values with or. */
export interface ReportCriteria {
  reportIds: number[][]
  patientIds: number[][]
  lastUpdated: DateBound[]
  date: DateBound[]
  issued: DateBound[]
  statuses: string[][]
  codes: string[][]
  /** Versions of documents by report id and version. */
  versions?: { id: number; version: number }[][]
  timeZone: string
}

export interface ReportPage {
  limit: number
  after: Position | undefined
  order: Order
}

export type Listed = 'reports' | 'documents'

export const preparedAs = (
  name: string,
  reach: Reach,
  { reportIds, patientIds, versions = [], lastUpdated, date, issued, statuses, codes }: ReportCriteria,
  page: ReportPage,
) =>
  preparedSearch(
    name,
    reach,
    { named: [reportIds, patientIds, versions], filters: [lastUpdated, date, issued, statuses, codes] },
    page,
  )

export const directionOf = ({ isDescending }: Order) => (isDescending ? 'desc' : 'asc')

/**
 * The reports that a page is chosen from, in the order of changes. A page of documents may begin within a report, and one in
 * another order has all its reports.
 */
export const windowOf = (
  listed: Listed,
  reach: Reach,
  { reportIds, patientIds, lastUpdated, date, issued, timeZone }: ReportCriteria,
  { after, order }: Pick<ReportPage, 'after' | 'order'>,
  parameters: SqlParameters,
): string => {
  const direction = directionOf(order)
  const isNamed = reportIds.length + patientIds.length > 0
  const placeOf = () =>
    reach.referrerId === null
      ? `coalesce(r.lab_id, r.patient_lab_id) = ${hiddenFromPlanner(reach.labId, parameters)}`
      : `r.certain_referrer_id = ${hiddenFromPlanner(reach.referrerId, parameters)}`
  // A report is changed when it is issued, and when its visit gets the time of the collection, which is in the past.
  const since = [
    ...issued.map((bound) => earliestOf(bound, timeZone, parameters)),
    ...date.map((bound) => {
      const earliest = earliestOf(bound, timeZone, parameters)
      return listed === 'documents' ? earliest : earliest && `${earliest} - interval '2 days'`
    }),
  ].filter((bound) => bound !== undefined)
  const conditions = [
    ...(isNamed ? [] : [placeOf()]),
    ...reportIds.map((ids) => `r.id = any (${parameters.add(ids)}::bigint[])`),
    ...patientIds.map(
      (ids) =>
        `r.patient_id = any (array(select surviving_patient(w) from unnest(${parameters.add(ids)}::bigint[]) w))`,
    ),
    ...lastUpdated.map((bound) => dateCondition(CHANGED, bound, timeZone, parameters)),
    ...since.map((bound) => `${CHANGED} >= ${bound}`),
    ...(after && order.by === 'changed'
      ? [
          `(${CHANGED}, r.id) ${order.isDescending ? '<' : '>'}${listed === 'documents' ? '=' : ''} (${parameters.add(after.sortedAt)}::timestamptz, ${parameters.add(after.id)}::bigint)`,
        ]
      : []),
  ]
  // The few reports of a patient are sorted anyway, so counting them is free.
  const isWhole = isNamed ? `count(*) over () <= ${WINDOW}` : 'false'
  return `select r.id, ${CHANGED} as changed, ${isWhole} as is_whole from reports r where ${conditions.join(' and ')}
           order by ${CHANGED} ${direction}, r.id ${direction} limit ${WINDOW}`
}

const positionRow = z.object({ sortedAt: z.iso.datetime(), id: reports.id })

/** The last report of a full window of changes: the next page begins after it. */
export const findEndOfWindow = async (
  listed: Listed,
  reach: Reach,
  db: Queryable,
  criteria: ReportCriteria,
  { after, order }: Pick<ReportPage, 'after' | 'order'>,
): Promise<Position | undefined> => {
  const parameters = new SqlParameters()
  const direction = directionOf(order)
  const found = await db.maybeOne(
    positionRow,
    `select k.changed as "sortedAt", k.id from (${windowOf(listed, reach, criteria, { after, order }, parameters)}) k
      order by k.changed ${direction}, k.id ${direction} offset ${WINDOW - 1} limit 1`,
    parameters.values,
    preparedAs(
      `find-end-of-fhir-${listed}`,
      reach,
      { ...criteria, versions: [] },
      { limit: 1, after, order },
    ),
  )
  return found && { ...found, version: order.isDescending ? 0 : Number.MAX_SAFE_INTEGER }
}

/** True if there are too many reports to sort them by another time than the change. */
export const areTooManyToSort = async (
  reach: Reach,
  db: Queryable,
  criteria: ReportCriteria,
): Promise<boolean> =>
  (await findEndOfWindow('reports', reach, db, criteria, { after: undefined, order: BY_CHANGE })) !==
  undefined
