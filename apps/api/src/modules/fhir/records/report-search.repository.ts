import type { Reach } from '../../../core/caller.ts'
import { inReach, isReportCritical, REACH_JOINS, stateOfReport } from '../../../core/conditions.ts'
import {
  reportFiles,
  reports,
  reportTypes,
  reportVersions,
  unreleasedReports,
  visits,
} from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import { SqlParameters } from '../../../platform/database/sql-parameters.ts'
import { stampStateRow } from '../../stamping/copies/stamp-state.ts'
import { dateCondition } from './date-conditions.repository.ts'
import type { Order } from '../search/result-parameters.ts'
import type { Position } from '../search/search-cursor.ts'
import { z } from 'zod'
import {
  directionOf,
  preparedAs,
  windowOf,
  type ReportCriteria,
  type ReportPage,
} from './report-window.repository.ts'

const ISSUED = 'coalesce(r.amended_at, r.created_at)'

const stateColumn = z.enum(['current', 'suspended', 'withdrawn'])
const STATE = stateOfReport('r')

/** The records after a position, in an order by these columns. */
const afterPosition = (
  columns: string,
  { sortedAt, id, version }: Position,
  { isDescending }: Order,
  parameters: SqlParameters,
  isOfVersions: boolean,
): string => {
  const operator = isDescending ? '<' : '>'
  const place = `${parameters.add(sortedAt)}::timestamptz, ${parameters.add(id)}::bigint`
  return isOfVersions
    ? `(${columns}) ${operator} (${place}, ${parameters.add(version)}::bigint)`
    : `(${columns}) ${operator} (${place})`
}

const reportStatusCondition = (statuses: string[], parameters: SqlParameters) =>
  `case when (${STATE}) <> 'current' then 'entered-in-error' when r.version > 1 then 'amended' else 'final' end
     = any (${parameters.add(statuses)}::text[])`

/** @param type alias of the type of the report or its version */
const codeCondition = (type: string, codes: string[], parameters: SqlParameters) =>
  `${type}.loinc = any (${parameters.add(codes)}::text[])`

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
  sortedAt: from('k.changed', z.iso.datetime()),
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
  const { limit, after, order } = page
  const { date, issued, statuses, codes, timeZone } = criteria
  const window = windowOf('reports', reach, criteria, page, parameters)
  const collectedOf = () =>
    `coalesce(v.collected_at, v.collected_on::timestamp at time zone ${parameters.add(timeZone)}::text, ${ISSUED})`
  const sorted = order.by === 'changed' ? 'k.changed' : order.by === 'issued' ? ISSUED : collectedOf()
  const conditions = [
    inReach(reach, parameters),
    ...date.map((bound) => dateCondition(collectedOf(), bound, timeZone, parameters)),
    ...issued.map((bound) => dateCondition(ISSUED, bound, timeZone, parameters)),
    ...statuses.map((values) => reportStatusCondition(values, parameters)),
    ...codes.map((values) => codeCondition('t', values, parameters)),
    ...(after && order.by !== 'changed'
      ? [afterPosition(`${sorted}, r.id`, after, order, parameters, false)]
      : []),
  ]
  const direction = directionOf(order)
  return db.query(
    reportRow,
    `select ${columnsOf(reportRow, 'r', order.by === 'changed' ? undefined : { sortedAt: sorted })}
       from (${window}) k join reports r on r.id = k.id ${REACH_JOINS}
       left join unreleased_reports n on n.id = r.release_id
       ${shownFile('r.version', 'r.file_id')}
      where ${conditions.join(' and ')}
      order by ${sorted} ${direction}, k.id ${direction} limit ${Math.trunc(limit)}`,
    parameters.values,
    preparedAs('find-fhir-reports', reach, criteria, page),
  )
}

const documentRow = z.object({
  ...commonFields,
  ...typeFields('y'),
  ...pick(reportVersions, 'version title'),
  typeTitle: from('w.report_type_title', reportVersions.reportTypeTitle),
  publishedAt: reportVersions.publishedAt,
  publisherId: from('w.published_by', reportVersions.publishedBy),
  releaserId: from('n.released_by', unreleasedReports.releasedBy),
  isLatest: from('w.version = r.version', z.boolean()),
  isPredecessorHidden: from(
    `coalesce((select o.is_sensitive from report_versions b join report_types o on o.id = b.report_type_id
                where b.report_id = w.report_id and b.version = w.version - 1), false)`,
    z.boolean(),
  ),
})
export type DocumentRow = RowOf<typeof documentRow>

export const findFhirDocuments = (
  reach: Reach,
  db: Queryable,
  criteria: ReportCriteria,
  page: ReportPage,
): Promise<DocumentRow[]> => {
  const parameters = new SqlParameters()
  const { limit, after, order } = page
  const { date, statuses, codes, versions = [], timeZone } = criteria
  const window = windowOf('documents', reach, criteria, page, parameters)
  const sorted = order.by === 'changed' ? 'k.changed' : 'w.published_at'
  const conditions = [
    inReach(reach, parameters),
    // An earlier version may have had another type.
    ...(reach.includesSensitive ? [] : ['not y.is_sensitive']),
    ...date.map((bound) => dateCondition('w.published_at', bound, timeZone, parameters)),
    ...statuses.map((values) => documentStatusCondition(values, parameters)),
    ...codes.map((values) => codeCondition('y', values, parameters)),
    ...versions.map(
      (named) =>
        `(r.id, w.version) in (select * from unnest(${parameters.add(named.map(({ id }) => id))}::bigint[], ${parameters.add(named.map(({ version }) => version))}::bigint[]))`,
    ),
    ...(after ? [afterPosition(`${sorted}, k.id, w.version`, after, order, parameters, true)] : []),
  ]
  const direction = directionOf(order)
  return db.query(
    documentRow,
    `select ${columnsOf(documentRow, 'w', { sortedAt: sorted, ...(reach.includesSensitive && { isPredecessorHidden: 'false' }) })}
       from (${window}) k join reports r on r.id = k.id ${REACH_JOINS}
       join report_versions w on w.report_id = r.id
       join report_types y on y.id = w.report_type_id
       left join unreleased_reports n on n.id = w.release_id
       ${shownFile('w.version', 'w.file_id')}
      where ${conditions.join(' and ')}
      order by ${sorted} ${direction}, k.id ${direction}, w.version ${direction} limit ${Math.trunc(limit)}`,
    parameters.values,
    preparedAs('find-fhir-documents', reach, criteria, page),
  )
}
