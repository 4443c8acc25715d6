import { notFound } from '../../../core/app-error.ts'
import type { ClientCaller } from '../../../core/caller.ts'
import { numberIn, numbersIn } from '../records/fhir-mapping.ts'
import { findFhirReports, type ReportRow } from '../records/report-search.repository.ts'
import { findEndOfWindow } from '../records/report-window.repository.ts'
import { BY_CHANGE } from '../search/result-parameters.ts'
import { PARAMETERS } from '../search/search-parameters.ts'
import { defineSearch, type Declaration, type FhirContext } from './fhir-resource.ts'
import {
  BY_ID,
  expectFewToSort,
  hashOf,
  OF_REPORTS,
  ONE,
  recordReport,
  reportCriteria,
  withCopy,
} from './report-resources.ts'

const findReport = async (
  { database }: FhirContext,
  client: ClientCaller,
  id: number,
): Promise<ReportRow> => {
  const [row] = await findFhirReports(client, database, { ...BY_ID, reportIds: [[id]] }, ONE)
  if (!row) throw notFound()
  return row
}

export const diagnosticReport: Declaration<'DiagnosticReport'> = {
  always: ['status', 'code'],
  summary: [
    ...(['identifier', 'status', 'category', 'code', 'subject', 'effectiveDateTime', 'issued'] as const),
    ...(['performer', 'resultsInterpreter'] as const),
  ],
  async read(context, client, id) {
    const number = numberIn(id, 'report-')
    if (number === undefined) throw notFound()
    const find = () => findReport(context, client, number)
    const found = await find()
    const isCurrent = found.state === 'current'
    const row = isCurrent ? await withCopy(context, client, found, find) : found
    recordReport(context, client, number, 'Read report')
    const hash = row.state === 'current' ? await hashOf(context, row) : null
    return context.mapping.toReport(row, client.labId, hash)
  },
  search: defineSearch({
    what: 'reports',
    rules: {
      parameters: { ...OF_REPORTS, code: PARAMETERS.code, issued: PARAMETERS.issued },
      sorts: ['date', 'issued'],
      includes: {
        'DiagnosticReport:patient': 'Patient',
        'DiagnosticReport:subject': 'Patient',
        'DiagnosticReport:performer': 'Organization',
      },
    },
    async sourceOf(context, client, { ids, issued, ...others }, wanted) {
      const { database, mapping } = context
      const reportIds = ids.map((some) => numbersIn(some, 'report-'))
      const criteria = { ...(await reportCriteria(context, others, reportIds)), issued }
      await expectFewToSort(context, client, wanted, criteria)
      const order = wanted ?? BY_CHANGE
      return {
        find: async (page) => {
          const rows = await findFhirReports(client, database, criteria, { ...page, order })
          return rows.map((row) => ({
            resource: mapping.toReport(row, client.labId),
            position: { sortedAt: row.sortedAt, id: row.id, version: 0 },
            isWhole: row.isWhole,
          }))
        },
        findEnd: async (after) =>
          order.by === 'changed'
            ? findEndOfWindow('reports', client, database, criteria, { after, order })
            : undefined,
        patientIds: criteria.patientIds.flat(),
      }
    },
  }),
}
