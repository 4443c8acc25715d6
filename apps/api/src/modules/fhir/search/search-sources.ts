import type { FhirResource } from 'fhir/r4'
import type { ClientCaller } from '../../../core/caller.ts'
import type { Context } from '../../../core/context.ts'
import { organizationResource } from '../../../core/fhir/fhir-resources.ts'
import { documentIn, millisecondsOf, NUMBER, numbersIn, type FhirMapping } from '../records/fhir-mapping.ts'
import { findNamedPatients, NAMED_MAX } from '../records/named-patients.repository.ts'
import {
  findEndOfPatients,
  findFhirPatients,
  type PatientCriteria,
} from '../records/patient-search.repository.ts'
import { findLabOfReach } from '../records/people.repository.ts'
import { findFhirDocuments, findFhirReports } from '../records/report-search.repository.ts'
import {
  areTooManyToSort,
  findEndOfWindow,
  type ReportCriteria,
} from '../records/report-window.repository.ts'
import { malformed } from './parameter-values.ts'
import { BY_CHANGE, type SearchedType } from './result-parameters.ts'
import type { Position } from './search-cursor.ts'
import type { Search } from './search-parameters.ts'

interface FoundRecord {
  resource: FhirResource
  position: Position
  /** True if the statement has read every record. */
  isWhole: boolean
}

export interface SearchSource {
  find: (page: { limit: number; after: Position | undefined }) => Promise<FoundRecord[]>
  /** Where the next statement goes on, if its records were too many for one. */
  findEnd: (after: Position | undefined) => Promise<Position | undefined>
}

/** An index finds three letters. */
const NAME_LETTERS = 3

const tokenIds = (search: Search) =>
  search.identifiers.map((tokens) =>
    tokens
      .filter(({ system, value }) => (system === undefined || system === 'report') && NUMBER.test(value))
      .map(({ value }) => Number(value)),
  )

export const createSearchSources = ({
  database,
  timeZone,
  mapping: { toReport, toDocument, toPatient },
}: Pick<Context, 'database' | 'timeZone'> & { mapping: FhirMapping }): Record<
  SearchedType,
  (client: ClientCaller, search: Search) => Promise<SearchSource>
> => {
  const criteriaOf = async (search: Search): Promise<ReportCriteria> => ({
    reportIds: [],
    patientIds: search.patients.map((ids) => numbersIn(ids, 'patient-')),
    lastUpdated: search.lastUpdated,
    date: search.date,
    issued: search.issued,
    statuses: search.statuses,
    codes: search.codes,
    timeZone: await timeZone(),
  })

  const expectFewToSort = async (client: ClientCaller, { order }: Search, criteria: ReportCriteria) => {
    if (order && order.by !== 'changed' && (await areTooManyToSort(client, database, criteria)))
      throw malformed('_sort', 'too many reports to sort by this; add _lastUpdated, or sort by it')
  }

  const reportSource = async (client: ClientCaller, search: Search): Promise<SearchSource> => {
    const { order = BY_CHANGE } = search
    const criteria = {
      ...(await criteriaOf(search)),
      reportIds: [...search.ids.map((ids) => numbersIn(ids, 'report-')), ...tokenIds(search)],
    }
    await expectFewToSort(client, search, criteria)
    return {
      find: async (page) => {
        const rows = await findFhirReports(client, database, criteria, { ...page, order })
        return rows.map((row) => ({
          resource: toReport(row, client.labId),
          position: { sortedAt: row.sortedAt, id: row.id, version: 0 },
          isWhole: row.isWhole,
        }))
      },
      findEnd: async (after) =>
        order.by === 'changed'
          ? findEndOfWindow('reports', client, database, criteria, { after, order })
          : undefined,
    }
  }

  const documentSource = async (client: ClientCaller, search: Search): Promise<SearchSource> => {
    const { order = BY_CHANGE } = search
    const versions = search.ids.map((ids) => ids.map(documentIn).filter((id) => id !== undefined))
    const criteria = {
      ...(await criteriaOf(search)),
      versions,
      reportIds: [...versions.map((named) => named.map(({ id }) => id)), ...tokenIds(search)],
    }
    await expectFewToSort(client, search, criteria)
    return {
      find: async (page) => {
        const rows = await findFhirDocuments(client, database, criteria, { ...page, order })
        return rows.map((row) => ({
          resource: toDocument(row, client.labId),
          position: { sortedAt: row.sortedAt, id: row.id, version: row.version },
          isWhole: row.isWhole,
        }))
      },
      findEnd: async (after) =>
        order.by === 'changed'
          ? findEndOfWindow('documents', client, database, criteria, { after, order })
          : undefined,
    }
  }

  /** Ids of patients by name and birth date; undefined if neither is searched. */
  const namedPatients = async ({ labId }: ClientCaller, search: Search): Promise<number[] | undefined> => {
    const { names, births, ids, identifiers } = search
    if (names.length + births.length === 0) return undefined
    const isShort = names.flat().some((text) => Array.from(text).length < NAME_LETTERS)
    if (isShort && births.length + ids.length + identifiers.length === 0)
      throw malformed('name', `at least ${NAME_LETTERS} letters are expected`)
    const found = await findNamedPatients(labId, database, search)
    if (found === undefined || found.length > NAMED_MAX)
      throw malformed(
        names.length > 0 ? 'name' : 'birthdate',
        `more than ${NAMED_MAX} patients; add name, birthdate or identifier`,
      )
    return found
  }

  const patientSource = async (client: ClientCaller, search: Search): Promise<SearchSource> => {
    const { order = BY_CHANGE } = search
    const named = await namedPatients(client, search)
    const criteria: PatientCriteria = {
      ids: [...search.ids.map((ids) => numbersIn(ids, 'patient-')), ...(named ? [named] : [])],
      identifiers: search.identifiers,
      lastUpdated: search.lastUpdated,
      timeZone: await timeZone(),
    }
    const isNamed = criteria.ids.length + criteria.identifiers.length > 0
    if (search.order && client.referrerId !== null && !isNamed)
      throw malformed('_sort', 'name, birthdate, identifier or _id is needed')
    return {
      find: async (page) => {
        const rows = await findFhirPatients(client, database, criteria, { ...page, order })
        return rows.map((row) => ({
          resource: toPatient(row),
          position: { sortedAt: row.changedAt, id: row.id, version: 0 },
          isWhole: false,
        }))
      },
      findEnd: (after) => findEndOfPatients(client, database, criteria, { after, order }),
    }
  }

  const organizationSource = async (client: ClientCaller, search: Search): Promise<SearchSource> => {
    const isNamed = search.ids.every((ids) => numbersIn(ids, 'lab-').includes(client.labId))
    const criteria = {
      names: search.names,
      lastUpdated: search.lastUpdated,
      timeZone: await timeZone(),
    }
    return {
      find: async ({ after }) => {
        const lab = isNamed && !after ? await findLabOfReach(client, database, criteria) : undefined
        if (!lab) return []
        const version = { version: millisecondsOf(lab.changedAt), changedAt: lab.changedAt }
        const position = { sortedAt: lab.changedAt, id: lab.id, version: 0 }
        return [{ resource: organizationResource(lab, version), position, isWhole: true }]
      },
      findEnd: async () => undefined,
    }
  }

  return {
    DiagnosticReport: reportSource,
    DocumentReference: documentSource,
    Patient: patientSource,
    Organization: organizationSource,
  }
}
