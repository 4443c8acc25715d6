import type { Bundle, BundleEntry } from 'fhir/r4'
import { FHIR_RESOURCES, type FhirType, type SearchedType } from '@zelab/contract'
import { forbidden, invalidField } from '../../core/app-error.ts'
import type { ClientCaller } from '../../core/caller.ts'
import { hasScope } from '../../core/client-scopes.ts'
import type { Context } from '../../core/context.ts'
import type { FhirContext, Resource, SearchSource } from './resources/fhir-resource.ts'
import { numbersIn } from './records/fhir-mapping.ts'
import { findPatientsById } from './resources/patient.ts'
import { RESOURCES } from './resources/resources.ts'
import { subsetOf } from './resources/subset.ts'
import { malformed } from './search/parameter-values.ts'
import { createCursors, type Position } from './search/search-cursor.ts'
import { countRecords, readPage } from './search/search-pages.ts'
import { parseSearch, type NamedValue, type Search } from './search/search-parameters.ts'

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

export const createFhirSearchService = (context: FhirContext & Pick<Context, 'encryption'>) => {
  const { publicUrl, activity } = context
  const { base } = context.mapping
  const cursors = createCursors(context.encryption)

  const expectScope = (client: ClientCaller, type: FhirType) => {
    if (!hasScope(client.scopes, { access: FHIR_RESOURCES[type].scope, letter: 'r' }))
      throw forbidden('SCOPE_MISSING')
  }

  const includedBy = async (
    client: ClientCaller,
    { includes, count }: Search,
    resources: Resource[],
  ): Promise<Resource[]> => {
    if (resources.length === 0) return []
    const included: Resource[] = []
    if (includes.has('Patient')) {
      expectScope(client, 'Patient')
      const ids = resources.flatMap((resource) =>
        'subject' in resource
          ? numbersIn([resource.subject?.reference?.split('/')[1] ?? ''], 'patient-')
          : [],
      )
      included.push(...(await findPatientsById(context, client, [...new Set(ids)], count + 1)))
    }
    if (includes.has('Organization')) {
      expectScope(client, 'Organization')
      included.push(await RESOURCES.Organization.read(context, client, `lab-${client.labId}`))
    }
    return included
  }

  const recordSearch = (
    client: ClientCaller,
    type: SearchedType,
    { patientIds }: SearchSource,
    rows: number,
  ) => {
    const [only] = patientIds
    activity.recordClientSearch(client, {
      what: `Searched ${RESOURCES[type].search.what}`,
      ...(patientIds.length === 1 &&
        only !== undefined && { object: { type: 'patient' as const, id: only } }),
      rows,
    })
  }

  const linkTo = (type: SearchedType, given: readonly NamedValue[]) => {
    const query = new URLSearchParams([...given]).toString()
    return `${base}/${type}${query && `?${query}`}`
  }

  /** The link to itself tells the client that its page is smaller than it asked for. */
  const selfOf = (type: SearchedType, count: number, given: readonly NamedValue[]) =>
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
      const declared = RESOURCES[type].search
      const search = parseSearch(declared.rules, page.given, publicUrl)
      const { count } = search
      const source = await declared.sourceOf(context, client, search.criteria, search.order)
      const isCounted = count === 0 || (search.wantsTotal && page.after === undefined)
      const total = isCounted ? await totalOf(source, search) : undefined
      const { resources, next } =
        count === 0 ? { resources: [], next: undefined } : await readPage(source, count, page.after)
      const included = await includedBy(client, search, resources)
      recordSearch(client, type, source, resources.length)
      const entryOf = (mode: 'match' | 'include') => (resource: Resource) =>
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
          { relation: 'self', url: selfOf(type, count, given) },
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
