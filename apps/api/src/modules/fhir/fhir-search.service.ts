import type { Bundle, BundleEntry, FhirResource } from 'fhir/r4'
import type { ClientScope } from '@zelab/contract'
import { forbidden, invalidField } from '../../core/app-error.ts'
import type { ClientCaller } from '../../core/caller.ts'
import { hasScope } from '../../core/client-scopes.ts'
import type { Context } from '../../core/context.ts'
import type { ActivityService } from '../activity/activity.service.ts'
import type { FhirReadService } from './fhir-reads.service.ts'
import { numbersIn, type FhirMapping } from './records/fhir-mapping.ts'
import { findFhirPatients } from './records/patient-search.repository.ts'
import { malformed } from './search/parameter-values.ts'
import { BY_CHANGE, type SearchedType } from './search/result-parameters.ts'
import { createCursors, type Position } from './search/search-cursor.ts'
import { countRecords, readPage } from './search/search-pages.ts'
import { parseSearch, type NamedValue, type Search } from './search/search-parameters.ts'
import { createSearchSources, type SearchSource } from './search/search-sources.ts'
import { subsetOf } from './search/subset.ts'

const WHAT = {
  DiagnosticReport: 'reports',
  DocumentReference: 'documents',
  Patient: 'patients',
  Organization: 'labs',
} as const

/** The client may give a size of the page beside the cursor. */
const pageOf = (
  cursors: ReturnType<typeof createCursors>,
  type: SearchedType,
  given: NamedValue[],
): { given: NamedValue[]; after: Position | undefined } => {
  const cursor = given.find(([name]) => name === '_cursor')?.[1]
  if (cursor === undefined) return { given, after: undefined }
  const counts = given.filter(([name]) => name === '_count')
  if (given.length > 1 + counts.length)
    throw invalidField('_cursor', '_cursor: only _count is accepted beside it')
  const page = cursors.read(type, cursor)
  const others = page.given.filter(([name]) => counts.length === 0 || name !== '_count')
  return { given: [...others, ...counts], after: page.after }
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
  const { base, toPatient } = mapping
  const cursors = createCursors(encryption)
  const sources = createSearchSources({ database, timeZone, mapping })

  const expectScope = (client: ClientCaller, access: ClientScope) => {
    if (!hasScope(client.scopes, { access, letter: 'r' })) throw forbidden('SCOPE_MISSING')
  }

  const includedBy = async (
    client: ClientCaller,
    { includes, count }: Search,
    resources: FhirResource[],
  ): Promise<FhirResource[]> => {
    if (resources.length === 0) return []
    const included: FhirResource[] = []
    if (includes.has('patient')) {
      expectScope(client, 'system/Patient.rs')
      const ids = resources.flatMap((resource) =>
        resource.resourceType === 'DiagnosticReport'
          ? numbersIn([resource.subject?.reference?.split('/')[1] ?? ''], 'patient-')
          : [],
      )
      const criteria = { ids: [[...new Set(ids)]], identifiers: [], lastUpdated: [], timeZone: 'UTC' }
      const page = { limit: count + 1, after: undefined, order: BY_CHANGE }
      const rows = await findFhirPatients(client, database, criteria, page)
      included.push(...rows.map(toPatient))
    }
    if (includes.has('lab')) {
      expectScope(client, 'system/Organization.r')
      included.push(await reads.readOrganization(client, `lab-${client.labId}`))
    }
    return included
  }

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

  /** The link to itself tells the client that its page is smaller than it asked for. */
  const selfOf = ({ type, count }: Search, given: readonly NamedValue[]) =>
    linkTo(
      type,
      given.map(([name, value]) => [name, name === '_count' ? String(count) : value]),
    )

  const totalOf = async (source: SearchSource, { count }: Search) => {
    const total = await countRecords(source)
    if (total === undefined && count === 0)
      throw malformed('_summary', 'too many records to count; add a patient or _lastUpdated')
    return total
  }

  return {
    async search(client: ClientCaller, type: SearchedType, given: NamedValue[]): Promise<Bundle> {
      const page = pageOf(cursors, type, given)
      const search = parseSearch(type, page.given, publicUrl)
      const { count } = search
      const source = await sources[type](client, search)
      const isCounted = count === 0 || (search.wantsTotal && page.after === undefined)
      const total = isCounted ? await totalOf(source, search) : undefined
      const { resources, next } =
        count === 0 ? { resources: [], next: undefined } : await readPage(source, count, page.after)
      const included = await includedBy(client, search, resources)
      recordSearch(client, search, resources.length)
      const entryOf = (mode: 'match' | 'include') => (resource: FhirResource) =>
        ({
          fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
          resource: subsetOf(resource, search.shown),
          search: { mode },
        }) as BundleEntry
      const entries = [...resources.map(entryOf('match')), ...included.map(entryOf('include'))]
      return {
        resourceType: 'Bundle',
        type: 'searchset',
        ...(total !== undefined && { total }),
        link: [
          { relation: 'self', url: selfOf(search, given) },
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
