import type { Reach } from '../../../core/caller.ts'
import {
  hiddenFromPlanner,
  inReach,
  isReportCritical,
  REACH_JOINS,
  stateOfReport,
} from '../../../core/conditions.ts'
import {
  reportFiles,
  reports,
  reportTypes,
  reportVersions,
  unreleasedReports,
  visits,
} from '../../../core/tables.gen.ts'
import { columnsOf, from } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { stampStateRow } from '../../stamping/copies/stamp-state.ts'
import { dateCondition, earliestOf } from './date-conditions.repository.ts'
import { preparedSearch } from './prepared-search.ts'
import type { DateBound } from '../search/search-dates.ts'
import type { Position } from '../search/search-cursor.ts'
import { z } from 'zod'

/** As in the index `reports_changed`. */
const CHANGED = 'greatest(coalesce(r.changed_at, r.created_at), r.amended_at, r.withdrawn_at)'
const ISSUED = 'coalesce(r.amended_at, r.created_at)'

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
  /** Versions of documents by report id and version. */
  versions?: { id: number; version: number }[][]
  timeZone: string
}

export interface ReportPage {
  limit: number
  after: Position | undefined
}

const stateColumn = z.enum(['current', 'suspended', 'withdrawn'])
const STATE = stateOfReport('r')

type Listed = 'reports' | 'documents'

const preparedAs = (
  name: string,
  reach: Reach,
  { reportIds, patientIds, versions = [], lastUpdated, date, issued, statuses }: ReportCriteria,
  page: ReportPage,
) =>
  preparedSearch(
    name,
    reach,
    { named: [reportIds, patientIds, versions], filters: [lastUpdated, date, issued, statuses] },
    page,
  )

/** The reports that a page is chosen from, in the order of changes. A page of documents may begin within a report. */
const windowOf = (
  listed: Listed,
  reach: Reach,
  { reportIds, patientIds, lastUpdated, date, issued, timeZone }: ReportCriteria,
  after: Position | undefined,
  parameters: SqlParameters,
): string => {
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
    ...(after
      ? [
          `(${CHANGED}, r.id) ${listed === 'documents' ? '>=' : '>'} (${parameters.add(after.changedAt)}::timestamptz, ${parameters.add(after.id)}::bigint)`,
        ]
      : []),
  ]
  // The few reports of a patient are sorted anyway, so counting them is free.
  const isWhole = isNamed ? `count(*) over () <= ${WINDOW}` : 'false'
  return `select r.id, ${CHANGED} as changed, ${isWhole} as is_whole from reports r where ${conditions.join(' and ')}
           order by ${CHANGED}, r.id limit ${WINDOW}`
}

const reportStatusCondition = (statuses: string[], parameters: SqlParameters) =>
  `case when (${STATE}) <> 'current' then 'entered-in-error' when r.version > 1 then 'amended' else 'final' end
     = any (${parameters.add(statuses)}::text[])`

const documentStatusCondition = (statuses: string[], parameters: SqlParameters) =>
  `case when (${STATE}) <> 'current' then 'entered-in-error' when w.version < r.version then 'superseded' else 'current' end
     = any (${parameters.add(statuses)}::text[])`

/** The copy that replaces the uploaded file, if it is made. */
const shownFile = (version: string, file: string) => `
  join report_files f on f.id = ${file}
  left join lab_letterheads letterhead on letterhead.lab_id = coalesce(r.lab_id, p.lab_id)
  left join stamped_files stamped on stamped.report_id = r.id and stamped.version = ${version}
  left join report_files c on c.id = stamped.file_id and stamped.kind = 'stamped'`
const { isWithdrawn, isUsed, kind, hasFailedLately } = stampStateRow.shape

const shownFileFields = {
  name: from('coalesce(c.name, f.name)', z.string()),
  originalName: from('coalesce(c.original_name, f.original_name)', z.string()),
  mediaType: from('coalesce(c.media_type, f.media_type)', z.string()),
  sizeBytes: from('coalesce(c.size_bytes, f.size_bytes)::float8', z.number()),
  checksum: from("encode(coalesce(c.sha256, f.sha256), 'hex')", z.string()),
  sha1: from('case when c.id is null then f.sha1 else c.sha1 end', reportFiles.sha1),
}

const commonFields = {
  ...shownFileFields,
  ...{ isWithdrawn, isUsed, kind, hasFailedLately },
  id: from('r.id', reports.id),
  patientId: from('r.patient_id', reports.patientId),
  isSensitive: from('t.is_sensitive', reportTypes.isSensitive),
  state: from(STATE, stateColumn),
  changedAt: from('k.changed', z.iso.datetime()),
  /** True if the window is known to have every report. */
  isWhole: from('k.is_whole', z.boolean()),
}

/** @param type alias of the type of the report or its version */
const typeFields = (type: string) => ({
  loinc: from(`${type}.loinc`, reportTypes.loinc),
  /** Latest change of the record or of anything it shows. */
  versionAt: from(`greatest(k.changed, ${type}.changed_at, stamped.made_at)`, z.iso.datetime()),
})

const reportRow = z.object({
  ...commonFields,
  ...typeFields('t'),
  version: from('r.version', reports.version),
  title: from('r.title', reports.title),
  typeTitle: from('r.report_type_title', reports.reportTypeTitle),
  publishedAt: from(ISSUED, z.iso.datetime()),
  collectedAt: from('v.collected_at', visits.collectedAt),
  collectedOn: from('v.collected_on', visits.collectedOn),
  orderNumber: from('v.order_number', visits.orderNumber),
  releaserId: from('n.released_by', unreleasedReports.releasedBy),
  isCritical: from(isReportCritical('r'), z.boolean()),
})
export type ReportRow = RowOf<typeof reportRow>

export const findFhirReports = (
  reach: Reach,
  db: Queryable,
  criteria: ReportCriteria,
  page: ReportPage,
): Promise<ReportRow[]> => {
  const parameters = new SqlParameters()
  const { limit, after } = page
  const { date, issued, statuses, timeZone } = criteria
  const window = windowOf('reports', reach, criteria, after, parameters)
  const collectedOf = () =>
    `coalesce(v.collected_at, v.collected_on::timestamp at time zone ${parameters.add(timeZone)}::text, ${ISSUED})`
  const conditions = [
    inReach(reach, parameters),
    ...date.map((bound) => dateCondition(collectedOf(), bound, timeZone, parameters)),
    ...issued.map((bound) => dateCondition(ISSUED, bound, timeZone, parameters)),
    ...statuses.map((values) => reportStatusCondition(values, parameters)),
  ]
  return db.query(
    reportRow,
    `select ${columnsOf(reportRow, 'r')}
       from (${window}) k join reports r on r.id = k.id ${REACH_JOINS}
       left join unreleased_reports n on n.id = r.release_id
       ${shownFile('r.version', 'r.file_id')}
      where ${conditions.join(' and ')}
      order by k.changed, k.id limit ${Math.trunc(limit)}`,
    parameters.values,
    preparedAs('find-fhir-reports', reach, criteria, page),
  )
}

const documentRow = z.object({
  ...commonFields,
  ...typeFields('y'),
  version: reportVersions.version,
  title: reportVersions.title,
  typeTitle: from('w.report_type_title', reportVersions.reportTypeTitle),
  publishedAt: reportVersions.publishedAt,
  publisherId: from('w.published_by', reportVersions.publishedBy),
  releaserId: from('n.released_by', unreleasedReports.releasedBy),
  isLatest: from('w.version = r.version', z.boolean()),
})
export type DocumentRow = RowOf<typeof documentRow>

export const findFhirDocuments = (
  reach: Reach,
  db: Queryable,
  criteria: ReportCriteria,
  page: ReportPage,
): Promise<DocumentRow[]> => {
  const parameters = new SqlParameters()
  const { limit, after } = page
  const { date, statuses, versions = [], timeZone } = criteria
  const window = windowOf('documents', reach, criteria, after, parameters)
  const conditions = [
    inReach(reach, parameters),
    // An earlier version may have had another type.
    ...(reach.includesSensitive ? [] : ['not y.is_sensitive']),
    ...date.map((bound) => dateCondition('w.published_at', bound, timeZone, parameters)),
    ...statuses.map((values) => documentStatusCondition(values, parameters)),
    ...versions.map(
      (named) =>
        `(r.id, w.version) in (select * from unnest(${parameters.add(named.map(({ id }) => id))}::bigint[], ${parameters.add(named.map(({ version }) => version))}::bigint[]))`,
    ),
    ...(after
      ? [
          `(k.changed, k.id, w.version) > (${parameters.add(after.changedAt)}::timestamptz, ${parameters.add(after.id)}::bigint, ${parameters.add(after.version)}::bigint)`,
        ]
      : []),
  ]
  return db.query(
    documentRow,
    `select ${columnsOf(documentRow, 'w')}
       from (${window}) k join reports r on r.id = k.id ${REACH_JOINS}
       join report_versions w on w.report_id = r.id
       join report_types y on y.id = w.report_type_id
       left join unreleased_reports n on n.id = w.release_id
       ${shownFile('w.version', 'w.file_id')}
      where ${conditions.join(' and ')}
      order by k.changed, k.id, w.version limit ${Math.trunc(limit)}`,
    parameters.values,
    preparedAs('find-fhir-documents', reach, criteria, page),
  )
}

const positionRow = z.object({ changedAt: z.iso.datetime(), id: reports.id })

/** The last report of a full window: the next page begins after it. */
export const findEndOfWindow = async (
  listed: Listed,
  reach: Reach,
  db: Queryable,
  criteria: ReportCriteria,
  after: Position | undefined,
): Promise<Position | undefined> => {
  const parameters = new SqlParameters()
  const found = await db.maybeOne(
    positionRow,
    `select k.changed as "changedAt", k.id from (${windowOf(listed, reach, criteria, after, parameters)}) k
      order by k.changed, k.id offset ${WINDOW - 1} limit 1`,
    parameters.values,
    preparedAs(`find-end-of-fhir-${listed}`, reach, { ...criteria, versions: [] }, { limit: 1, after }),
  )
  return found && { ...found, version: Number.MAX_SAFE_INTEGER }
}
