import { notFound } from '../../core/app-error.ts'
import type { ClientCaller } from '../../core/caller.ts'
import type { Context } from '../../core/context.ts'
import { organizationResource, practitionerResource } from '../../core/fhir/fhir-resources.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { ShownFiles } from '../files/readable-file.ts'
import type { LateSha1 } from '../files/late-sha1.ts'
import type { ReportFileService } from '../files/report-files.service.ts'
import { mayBeStamped } from '../stamping/copies/stamp-state.ts'
import {
  documentIn,
  isReadable,
  millisecondsOf,
  numberIn,
  versionOf,
  type FhirMapping,
} from './records/fhir-mapping.ts'
import { findFhirPatients } from './records/patient-search.repository.ts'
import { findLabOfReach, findPractitioner } from './records/people.repository.ts'
import {
  findFhirDocuments,
  findFhirReports,
  type DocumentRow,
  type ReportRow,
} from './records/report-search.repository.ts'
import type { ReportCriteria } from './records/report-window.repository.ts'
import { BY_CHANGE } from './search/result-parameters.ts'

const ONE = { limit: 1, after: undefined, order: BY_CHANGE }
const BY_ID: ReportCriteria = {
  ...{ reportIds: [], patientIds: [], lastUpdated: [], date: [], issued: [], statuses: [] },
  codes: [],
  timeZone: 'UTC',
}

/** Records in the reach of a client by their ids; others are missing. Every read is recorded. */
export const createFhirReadService = ({
  database,
  activity,
  files,
  sha1Of,
  stampedFiles,
  mapping: { toReport, toDocument, toPatient },
}: Pick<Context, 'database'> & {
  activity: ActivityService
  files: Pick<ReportFileService, 'open'>
  sha1Of: LateSha1
  stampedFiles: ShownFiles
  mapping: FhirMapping
}) => {
  /** Makes the stamped copy, as for a patient's link. @returns true if the row must be read again */
  const tryCopy = async (client: ClientCaller, row: ReportRow | DocumentRow): Promise<boolean> => {
    if (!mayBeStamped(row)) return false
    // Queues of users have positive owners.
    await stampedFiles.replace(row, -client.id)
    return true
  }

  const hashOf = async (row: ReportRow | DocumentRow) => row.sha1 ?? (await sha1Of(row)) ?? null

  const findReport = async (client: ClientCaller, id: number): Promise<ReportRow> => {
    const criteria = { ...BY_ID, reportIds: [[id]] }
    const find = async () => {
      const [row] = await findFhirReports(client, database, criteria, ONE)
      if (!row) throw notFound()
      return row
    }
    const row = await find()
    return row.state === 'current' && (await tryCopy(client, row)) ? find() : row
  }

  const findDocumentRow = async (client: ClientCaller, id: string): Promise<DocumentRow> => {
    const named = documentIn(id)
    if (!named) throw notFound()
    const criteria = { ...BY_ID, reportIds: [[named.id]], versions: [[named]] }
    const [row] = await findFhirDocuments(client, database, criteria, ONE)
    if (!row) throw notFound()
    return row
  }

  const findDocument = async (client: ClientCaller, id: string): Promise<DocumentRow> => {
    const row = await findDocumentRow(client, id)
    return isReadable(row) && (await tryCopy(client, row)) ? findDocumentRow(client, id) : row
  }

  const recordReport = (client: ClientCaller, id: number, what: string) =>
    activity.recordClientRead(client, { object: { type: 'report', id }, summary: `${what} #${id}` })

  const readOrganization = async (client: ClientCaller, id: string) => {
    const lab = numberIn(id, 'lab-') === client.labId ? await findLabOfReach(client, database) : undefined
    if (!lab) throw notFound()
    return organizationResource(lab, { version: millisecondsOf(lab.changedAt), changedAt: lab.changedAt })
  }

  return {
    async readReport(client: ClientCaller, id: string) {
      const number = numberIn(id, 'report-')
      if (number === undefined) throw notFound()
      const row = await findReport(client, number)
      recordReport(client, number, 'Read report')
      return toReport(row, client.labId, row.state === 'current' ? await hashOf(row) : null)
    },

    async readDocument(client: ClientCaller, id: string) {
      const row = await findDocument(client, id)
      recordReport(client, row.id, `Read version ${row.version} of report`)
      return toDocument(row, client.labId, isReadable(row) ? await hashOf(row) : null)
    },

    async readPatient(client: ClientCaller, id: string) {
      const number = numberIn(id, 'patient-')
      if (number === undefined) throw notFound()
      const criteria = { ids: [[number]], identifiers: [], lastUpdated: [], timeZone: 'UTC' }
      const [row] = await findFhirPatients(client, database, criteria, ONE)
      if (!row) throw notFound()
      activity.recordClientRead(client, {
        object: { type: 'patient', id: number },
        summary: `Read patient ZL-${number}`,
      })
      return toPatient(row)
    },

    readOrganization,

    async readPractitioner(client: ClientCaller, id: string) {
      const number = numberIn(id, 'user-')
      const row = number === undefined ? undefined : await findPractitioner(client, database, number)
      if (!row) throw notFound()
      return practitionerResource(row, {
        version: millisecondsOf(row.changedAt),
        changedAt: row.changedAt,
      })
    },

    /** The file that a patient's link opens, of the current version. */
    async findFile(client: ClientCaller, id: string) {
      const row = await findDocument(client, id)
      if (!isReadable(row)) throw notFound()
      const { name, originalName, mediaType, sizeBytes, checksum } = row
      return {
        ...{ name, originalName, mediaType, sizeBytes, checksum },
        isProvisional: mayBeStamped(row),
        reportId: row.id,
        reportTitle: row.title,
        resourceVersion: versionOf(row),
      }
    },

    recordFile: (client: ClientCaller, id: number) => recordReport(client, id, 'Read the file of report'),

    openFile: files.open,
  }
}
export type FhirReadService = ReturnType<typeof createFhirReadService>
