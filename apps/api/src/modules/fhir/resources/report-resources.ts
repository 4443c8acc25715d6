import type { ClientCaller } from '../../../core/caller.ts'
import { LABORATORY } from '../../../core/fhir/fhir-resources.ts'
import { mayBeStamped } from '../../stamping/copies/stamp-state.ts'
import { NUMBER, numbersIn } from '../records/fhir-mapping.ts'
import type { DocumentRow, ReportRow } from '../records/report-search.repository.ts'
import { areTooManyToSort, type ReportCriteria } from '../records/report-window.repository.ts'
import { malformed } from '../search/parameter-values.ts'
import { BY_CHANGE, type Order } from '../search/result-parameters.ts'
import { PARAMETERS, type CriteriaOf } from '../search/search-parameters.ts'
import type { FhirContext } from './fhir-resource.ts'

const { _id, _lastUpdated, identifier, patient, subject, date, status, category, code } = PARAMETERS

export const OF_REPORTS = { _id, _lastUpdated, identifier, patient, subject, date, status, category }
type Criteria = Omit<CriteriaOf<typeof OF_REPORTS & { code: typeof code }>, 'ids'>

export const ONE = { limit: 1, after: undefined, order: BY_CHANGE }
export const BY_ID: ReportCriteria = {
  ...{ reportIds: [], patientIds: [], lastUpdated: [], date: [], issued: [], statuses: [] },
  codes: [],
  timeZone: 'UTC',
}

/** @param reportIds those of `_id` */
export const reportCriteria = async (
  { timeZone }: Pick<FhirContext, 'timeZone'>,
  { identifiers, patients, categories, lastUpdated, date: dates, statuses, codes }: Criteria,
  reportIds: number[][],
): Promise<ReportCriteria> => ({
  reportIds: [
    ...reportIds,
    ...identifiers.map((tokens) =>
      tokens
        .filter(({ system, value }) => (system === undefined || system === 'report') && NUMBER.test(value))
        .map(({ value }) => Number(value)),
    ),
    // Every report has this category, so that another one finds nothing.
    ...categories.filter((some) => !some.includes(LABORATORY.code)).map(() => []),
  ],
  patientIds: patients.map((ids) => numbersIn(ids, 'patient-')),
  ...{ lastUpdated, date: dates, issued: [], statuses, codes },
  timeZone: await timeZone(),
})

/** Only what names a patient or a report has few results. */
export const expectFewToSort = async (
  { database }: Pick<FhirContext, 'database'>,
  client: ClientCaller,
  order: Order | undefined,
  criteria: ReportCriteria,
) => {
  if (!order || order.by === 'changed') return
  if (criteria.reportIds.length + criteria.patientIds.length === 0)
    throw malformed('_sort', 'date and issued need patient, subject, identifier or _id')
  if (await areTooManyToSort(client, database, criteria))
    throw malformed('_sort', 'too many reports to sort by this; add _lastUpdated, or sort by it')
}

/** Makes the stamped copy, as for a patient's link. @returns the row, read again if the copy is new */
export const withCopy = async <Row extends ReportRow | DocumentRow>(
  { stampedFiles }: Pick<FhirContext, 'stampedFiles'>,
  client: ClientCaller,
  row: Row,
  readAgain: () => Promise<Row>,
): Promise<Row> => {
  if (!mayBeStamped(row)) return row
  // Queues of users have positive owners.
  await stampedFiles.replace(row, -client.id)
  return readAgain()
}

export const hashOf = async ({ sha1Of }: Pick<FhirContext, 'sha1Of'>, row: ReportRow | DocumentRow) =>
  row.sha1 ?? (await sha1Of(row)) ?? null

export const recordReport = (
  { activity }: Pick<FhirContext, 'activity'>,
  client: ClientCaller,
  id: number,
  what: string,
) => activity.recordClientRead(client, { object: { type: 'report', id }, summary: `${what} #${id}` })
