import { notFound } from '../../../core/app-error.ts'
import type { ClientCaller } from '../../../core/caller.ts'
import { mayBeStamped } from '../../stamping/copies/stamp-state.ts'
import { documentIn, isReadable, versionOf } from '../records/fhir-mapping.ts'
import { findFhirDocuments, type DocumentRow } from '../records/report-search.repository.ts'
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

const findRow = async ({ database }: FhirContext, client: ClientCaller, id: string): Promise<DocumentRow> => {
  const named = documentIn(id)
  if (!named) throw notFound()
  const criteria = { ...BY_ID, reportIds: [[named.id]], versions: [[named]] }
  const [row] = await findFhirDocuments(client, database, criteria, ONE)
  if (!row) throw notFound()
  return row
}

const findDocument = async (context: FhirContext, client: ClientCaller, id: string): Promise<DocumentRow> => {
  const find = () => findRow(context, client, id)
  const row = await find()
  return isReadable(row) ? withCopy(context, client, row, find) : row
}

/** The file of a Binary: the one that a patient's link opens, of the current version. */
export const findFile = async (context: FhirContext, client: ClientCaller, id: string) => {
  const row = await findDocument(context, client, id)
  if (!isReadable(row)) throw notFound()
  const { name, originalName, mediaType, sizeBytes, checksum } = row
  return {
    ...{ name, originalName, mediaType, sizeBytes, checksum },
    isProvisional: mayBeStamped(row),
    reportId: row.id,
    reportTitle: row.title,
    resourceVersion: versionOf(row),
  }
}

export const documentReference: Declaration<'DocumentReference'> = {
  always: ['status', 'content', 'relatesTo'],
  summary: [
    ...(['identifier', 'status', 'docStatus', 'type', 'category', 'subject', 'date'] as const),
    ...(['author', 'relatesTo', 'securityLabel', 'content'] as const),
  ],
  async read(context, client, id) {
    const row = await findDocument(context, client, id)
    recordReport(context, client, row.id, `Read version ${row.version} of report`)
    const hash = isReadable(row) ? await hashOf(context, row) : null
    return context.mapping.toDocument(row, client.labId, hash)
  },
  search: defineSearch({
    what: 'documents',
    rules: { parameters: { ...OF_REPORTS, type: PARAMETERS.code }, sorts: ['date'] },
    async sourceOf(context, client, { ids, ...others }, wanted) {
      const { database, mapping } = context
      const versions = ids.map((some) => some.map(documentIn).filter((id) => id !== undefined))
      const reportIds = versions.map((named) => named.map(({ id }) => id))
      const criteria = { ...(await reportCriteria(context, others, reportIds)), versions }
      await expectFewToSort(context, client, wanted, criteria)
      const order = wanted ?? BY_CHANGE
      return {
        find: async (page) => {
          const rows = await findFhirDocuments(client, database, criteria, { ...page, order })
          return rows.map((row) => ({
            resource: mapping.toDocument(row, client.labId),
            position: { sortedAt: row.sortedAt, id: row.id, version: row.version },
            isWhole: row.isWhole,
          }))
        },
        findEnd: async (after) =>
          order.by === 'changed'
            ? findEndOfWindow('documents', client, database, criteria, { after, order })
            : undefined,
        patientIds: criteria.patientIds.flat(),
      }
    },
  }),
}
