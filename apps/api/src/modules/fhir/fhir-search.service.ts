import type { Bundle, BundleEntry, FhirResource } from 'fhir/r4'
import type { ClientScope } from '@zelab/contract'
import { forbidden, invalidField } from '../../core/app-error.ts'
import type { ClientCaller } from '../../core/caller.ts'
import type { Context } from '../../core/context.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { FhirReadService } from './fhir-reads.service.ts'
import { documentIn, NUMBER, numbersIn, type FhirMapping } from './records/fhir-mapping.ts'
import {
  findEndOfReferred,
  findFhirPatients,
  type PatientCriteria,
} from './records/patient-search.repository.ts'
import {
  findEndOfWindow,
  findFhirDocuments,
  findFhirReports,
  type ReportCriteria,
} from './records/report-search.repository.ts'
import { createCursors, type Position } from './search/search-cursor.ts'
import { parseSearch, type NamedValue, type Search, type SearchedType } from './search/search-parameters.ts'

/** Statements for a page whose filters leave little of what each of them reads. */
const WINDOWS_MAX = 5

interface Found {
  resources: FhirResource[]
  next: Position | undefined
}

export const createFhirSearchService = ({
  database,
  encryption,
  publicUrl,
  timeZone,
  activity,
  mapping,
  reads,
}: Pick<Context, 'database' | 'encryption' | 'publicUrl' | 'timeZone'> & {
  activity: ActivityService
  mapping: FhirMapping
  reads: FhirReadService
}) => {
  const { base, toReport, toDocument, toPatient } = mapping
  const cursors = createCursors(encryption)

  const criteriaOf = async (search: Search): Promise<ReportCriteria> => ({
    reportIds: [],
    patientIds: search.patients.map((ids) => numbersIn(ids, 'patient-')),
    lastUpdated: search.lastUpdated,
    date: search.date,
    issued: search.issued,
    statuses: search.statuses,
    timeZone: await timeZone(),
  })

  /** Reads windows until the page has something. */
  const inWindows = async <
    Row extends { id: number; changedAt: string; version?: number; isWhole?: boolean },
  >(
    count: number,
    first: Position | undefined,
    find: (page: { limit: number; after: Position | undefined }) => Promise<Row[]>,
    findEnd: (after: Position | undefined) => Promise<Position | undefined>,
  ): Promise<{ rows: Row[]; next: Position | undefined }> => {
    let after = first
    for (let window = 1; ; window++) {
      const rows = await find({ limit: count + 1, after })
      const last = rows[count - 1]
      if (rows.length > count && last)
        return {
          rows: rows.slice(0, count),
          next: { changedAt: last.changedAt, id: last.id, version: last.version ?? 0 },
        }
      after = rows[0]?.isWhole ? undefined : await findEnd(after)
      if (rows.length > 0 || !after || window === WINDOWS_MAX) return { rows, next: after }
    }
  }

  const tokenIds = (search: Search) =>
    search.identifiers.map((tokens) =>
      tokens
        .filter(({ system, value }) => (system === undefined || system === 'report') && NUMBER.test(value))
        .map(({ value }) => Number(value)),
    )

  const searchReports = async (
    client: ClientCaller,
    search: Search,
    after: Position | undefined,
  ): Promise<Found> => {
    const criteria = {
      ...(await criteriaOf(search)),
      reportIds: [...search.ids.map((ids) => numbersIn(ids, 'report-')), ...tokenIds(search)],
    }
    const { rows, next } = await inWindows(
      search.count,
      after,
      (page) => findFhirReports(client, database, criteria, page),
      (end) => findEndOfWindow('reports', client, database, criteria, end),
    )
    return { resources: rows.map((row) => toReport(row, client.labId)), next }
  }

  const searchDocuments = async (
    client: ClientCaller,
    search: Search,
    after: Position | undefined,
  ): Promise<Found> => {
    const versions = search.ids.map((ids) => ids.map(documentIn).filter((id) => id !== undefined))
    const criteria = {
      ...(await criteriaOf(search)),
      versions,
      reportIds: [...versions.map((named) => named.map(({ id }) => id)), ...tokenIds(search)],
    }
    const { rows, next } = await inWindows(
      search.count,
      after,
      (page) => findFhirDocuments(client, database, criteria, page),
      (end) => findEndOfWindow('documents', client, database, criteria, end),
    )
    return { resources: rows.map((row) => toDocument(row, client.labId)), next }
  }

  const searchPatients = async (
    client: ClientCaller,
    search: Search,
    after: Position | undefined,
  ): Promise<Found> => {
    const criteria: PatientCriteria = {
      ids: search.ids.map((ids) => numbersIn(ids, 'patient-')),
      identifiers: search.identifiers,
      lastUpdated: search.lastUpdated,
      timeZone: await timeZone(),
    }
    const isNamed = criteria.ids.length + criteria.identifiers.length > 0
    const { rows, next } = await inWindows(
      search.count,
      after,
      (page) => findFhirPatients(client, database, criteria, page),
      async (end) => (isNamed ? undefined : findEndOfReferred(client, database, end)),
    )
    return { resources: rows.map(toPatient), next }
  }

  const SEARCHES = {
    DiagnosticReport: searchReports,
    DocumentReference: searchDocuments,
    Patient: searchPatients,
  }

  const expectScope = (client: ClientCaller, scope: ClientScope) => {
    if (!client.scopes.includes(scope)) throw forbidden('SCOPE_MISSING')
  }

  const includedBy = async (
    client: ClientCaller,
    { includes, count }: Search,
    resources: FhirResource[],
  ): Promise<FhirResource[]> => {
    if (resources.length === 0) return []
    const included: FhirResource[] = []
    if (includes.has('DiagnosticReport:patient')) {
      expectScope(client, 'system/Patient.rs')
      const ids = resources.flatMap((resource) =>
        resource.resourceType === 'DiagnosticReport'
          ? numbersIn([resource.subject?.reference?.split('/')[1] ?? ''], 'patient-')
          : [],
      )
      const criteria = { ids: [[...new Set(ids)]], identifiers: [], lastUpdated: [], timeZone: 'UTC' }
      const rows = await findFhirPatients(client, database, criteria, { limit: count + 1, after: undefined })
      included.push(...rows.map(toPatient))
    }
    if (includes.has('DiagnosticReport:performer')) {
      expectScope(client, 'system/Organization.r')
      included.push(await reads.readOrganization(client, `lab-${client.labId}`))
    }
    return included
  }

  const WHAT = { DiagnosticReport: 'reports', DocumentReference: 'documents', Patient: 'patients' } as const

  const recordSearch = (client: ClientCaller, search: Search, rows: number) => {
    const patients = search.patients.flatMap((ids) => numbersIn(ids, 'patient-'))
    const [only] = patients
    activity.recordClientSearch(client, {
      what: `Searched ${WHAT[search.type]}`,
      ...(patients.length === 1 && only !== undefined && { object: { type: 'patient' as const, id: only } }),
      rows,
    })
  }

  const linkTo = (type: SearchedType, given: readonly NamedValue[]) => {
    const query = new URLSearchParams([...given]).toString()
    return `${base}/${type}${query && `?${query}`}`
  }

  return {
    async search(client: ClientCaller, type: SearchedType, given: NamedValue[]): Promise<Bundle> {
      const cursor = given.find(([name]) => name === '_cursor')?.[1]
      if (cursor !== undefined && given.length > 1)
        throw invalidField('_cursor', '_cursor: no other parameter is accepted')
      const page = cursor === undefined ? { given, after: undefined } : cursors.read(type, cursor)
      const search = parseSearch(type, page.given, publicUrl)
      const { resources, next } = await SEARCHES[type](client, search, page.after)
      const included = await includedBy(client, search, resources)
      recordSearch(client, search, resources.length)
      const entryOf = (mode: 'match' | 'include') => (resource: FhirResource) =>
        ({
          fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
          resource,
          search: { mode },
        }) as BundleEntry
      const entries = [...resources.map(entryOf('match')), ...included.map(entryOf('include'))]
      return {
        resourceType: 'Bundle',
        type: 'searchset',
        link: [
          { relation: 'self', url: linkTo(type, given) },
          ...(next
            ? [
                {
                  relation: 'next',
                  url: linkTo(type, [['_cursor', cursors.write(type, page.given, next)]]),
                },
              ]
            : []),
        ],
        ...(entries.length > 0 && { entry: entries }),
      }
    },
  }
}
export type FhirSearchService = ReturnType<typeof createFhirSearchService>
