import { QueryClient } from '@tanstack/react-query'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from './api-client.ts'
import { changesOf, endpointMutation } from './endpoint-mutation.ts'
import { endpointQuery } from './endpoint-query.ts'
import { pageApi } from './page-api.ts'

/** They fetch, or change the session and its preferences, which are in its store. */
const CHANGING_NOTHING = [
  'features/dashboard/front-desk/front-desk-report.tsx',
  'features/landing/login-dialog.tsx',
  'lib/queries/account.ts',
  'lib/queries/preferences.ts',
  'ui/actions/file-download-button.tsx',
]

const answer = vi.fn<typeof fetch>()
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const reply = (fields: object) =>
  answer.mockImplementation(() => Promise.resolve(Response.json({ success: true, message: 'OK', ...fields })))
const sent = () => {
  const [url, init] = answer.mock.lastCall ?? []
  return { path: typeof url === 'string' ? url.replace(/^.*\/api\/v1/, '') : '', body: init?.body }
}

beforeEach(() => {
  vi.stubGlobal('fetch', answer)
  client.clear()
  return () => vi.unstubAllGlobals()
})

describe('a query of an endpoint', () => {
  it('shares its key with no other endpoint', () => {
    const endpoints: object[] = [...Object.values(api), ...Object.values(pageApi)]
    const keys = endpoints.flatMap((calls) =>
      Object.values(calls as Record<string, { key: readonly string[] }>).map(({ key }) => key.join(' ')),
    )
    expect(keys.length).toBeGreaterThan(100)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('keys an answer by the kind of its records, its name and the input', () => {
    expect(endpointQuery(api.labs.list).queryKey).toEqual(['labs', 'labs.list'])
    expect(endpointQuery(api.release.getReleaseSettings, { params: { id: 3 } }).queryKey).toEqual([
      'labs',
      'release.getReleaseSettings',
      { params: { id: 3 } },
    ])
  })

  it('gives the data of an envelope that has no other field', async () => {
    reply({ data: { id: 3 } })
    expect(await client.fetchQuery(endpointQuery(api.labs.getOverview, { params: { id: 3 } }))).toEqual({
      id: 3,
    })
    expect(sent().path).toBe('/lab/getOverview/3')
  })

  it('gives the fields of another envelope, and shows its last page until the next one', async () => {
    const page = { data: [], pagination: { page: 1, limit: 10, totalItems: 0, totalPages: 0 } }
    reply(page)
    const query = endpointQuery(api.release.list, { query: { page: 1 } })
    expect(await client.fetchQuery(query)).toEqual(page)
    const { placeholderData: keep } = query as { placeholderData?: (previous: unknown) => unknown }
    expect(keep?.(page)).toBe(page)
    expect(keep?.({ id: 3 })).toBeUndefined()
    expect(keep?.(undefined)).toBeUndefined()
  })

  it('gives an answer that lacks a field the form that the contract declares', async () => {
    reply({ data: [] })
    const query = endpointQuery(api.patients.list, { query: { page: 1 } })
    expect(await client.fetchQuery(query)).toEqual({ data: [] })
  })
})

describe('a mutation of an endpoint', () => {
  const run = <Variables>(
    options: Parameters<typeof build<Variables>>[0],
    variables: Variables,
  ): Promise<unknown> => build(options).execute(variables)
  const build = <Variables>(options: { mutationFn?: unknown; meta?: object | undefined }) =>
    client.getMutationCache().build<unknown, Error, Variables, unknown>(client, options as object)

  it('takes the input, or the body when the parameters are given', async () => {
    reply({ data: {} })
    await run(endpointMutation(api.labs.update), { params: { id: 3 }, body: { name: 'Marina' } })
    expect(sent()).toEqual({ path: '/lab/update/3', body: '{"name":"Marina"}' })
    await run(endpointMutation(api.labs.update, { id: 4 }), { name: 'Harbour' })
    expect(sent()).toEqual({ path: '/lab/update/4', body: '{"name":"Harbour"}' })
    await run(endpointMutation(api.labs.remove, { id: 5 }), undefined)
    expect(sent()).toEqual({ path: '/lab/delete/5', body: null })
  })

  it('makes stale what its endpoint declares to change', () => {
    expect(endpointMutation(api.auth.endSession).meta).toEqual({ invalidates: ['auth'], afterRefusal: true })
    expect(changesOf(api.labs.create)).toEqual({
      invalidates: ['users', 'labs', 'reportTypes', 'reports', 'dashboard'],
    })
    expect(changesOf(api.patients.checkPhone)).toEqual({ invalidates: [] })
  })

  it('declares its changes too when it is written by hand', () => {
    const sources = path.resolve(import.meta.dirname, '..')
    const withoutChanges = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => {
      if (!/\.tsx?$/.test(name) || name.includes('.test.')) return false
      const text = readFileSync(path.join(sources, name), 'utf8')
      return text.includes('mutationFn:') && !text.includes('changesOf(')
    })
    expect(withoutChanges.toSorted()).toEqual(CHANGING_NOTHING.toSorted())
  })
})
