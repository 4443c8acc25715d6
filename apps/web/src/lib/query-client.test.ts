import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { RECORD_KINDS } from '@zelab/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from './query-client.ts'
import { api } from './api-client.ts'
import { changesOf } from './endpoint-mutation.ts'
import { endpointQuery, invalidate } from './endpoint-query.ts'
import { pageApi } from './page-api.ts'
import { labsQuery, reportTypesQuery } from './queries/lookups.ts'
import { patientsQuery } from '../entities/patient/queries.ts'
import { reportsQuery } from '../entities/report/queries.ts'
import { usersQuery } from './queries/users.ts'

const MINUTE = 60_000
const dashboardQuery = () => endpointQuery(pageApi.dashboard.get)

describe('cache times', () => {
  it('keep the users about 24 minutes [CACHE-01]', () => {
    expect(usersQuery()).toMatchObject({
      queryKey: ['users', 'users.list'],
      staleTime: 1_440_000,
      gcTime: 1_440_000,
    })
  })

  it('keep the reports list 5 minutes [CACHE-02]', () => {
    expect(reportsQuery({ page: 1 })).toMatchObject({ staleTime: 5 * MINUTE })
  })

  it('keep the patients 5 minutes [CACHE-03]', () => {
    expect(patientsQuery({ page: 1 })).toMatchObject({ staleTime: 5 * MINUTE })
  })

  it('keep the lookups for 1000*60*24 ms under their own keys [CACHE-04] [CACHE-05] [CACHE-08]', () => {
    expect(reportTypesQuery()).toMatchObject({
      queryKey: ['reportTypes', 'reportTypes.list'],
      staleTime: 1000 * 60 * 24,
    })
    expect(labsQuery()).toMatchObject({ queryKey: ['labs', 'labs.list'], staleTime: 1000 * 60 * 24 })
  })
})

describe('the query client', () => {
  const { queries } = queryClient.getDefaultOptions()

  const HOUR_MS = 3_600_000
  let unsubscribe = () => {}
  const showDashboard = (answer: () => Promise<Response>) => {
    const call = vi.fn(answer)
    vi.stubGlobal('fetch', call)
    queryClient.mount()
    unsubscribe = new QueryObserver(queryClient, dashboardQuery()).subscribe(() => {})
    return call
  }
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    unsubscribe()
    queryClient.unmount()
    queryClient.clear()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('calls a failed query only once [CACHE-17]', async () => {
    const json = { success: false, message: 'Not now' }
    const call = showDashboard(() => Promise.resolve(Response.json(json, { status: 503 })))
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(call).toHaveBeenCalledTimes(1)
    expect(queryClient.getQueryState(dashboardQuery().queryKey)?.error?.message).toBe('Not now')
  })

  it('fetches nothing again when the window gets the focus [CACHE-18]', async () => {
    const call = showDashboard(() =>
      Promise.resolve(Response.json({ success: true, message: 'OK', data: {} })),
    )
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    window.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('focus'))
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(call).toHaveBeenCalledTimes(1)
    expect(queryClient.getQueryState(dashboardQuery().queryKey)?.status).toBe('success')
  })

  it('leaves the back-off of the library alone [CACHE-19]', () => {
    expect(queries).not.toHaveProperty('retryDelay')
  })
})

describe('invalidation', () => {
  const staleAfter = (call: Parameters<typeof changesOf>[0]): string[] => {
    const client = new QueryClient()
    for (const kind of RECORD_KINDS) client.setQueryData([kind, 'list', { page: 1 }], 'cached')
    invalidate(client, changesOf(call).invalidates)
    return client
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.isInvalidated)
      .map((query) => String(query.queryKey[0]))
  }

  it('covers five caches after an add [CACHE-10] [CACHE-11] [CACHE-12] [CACHE-13] [CACHE-14]', () => {
    for (const add of [api.users.register, api.users.invite, api.labs.create, api.reportTypes.add])
      expect(staleAfter(add).toSorted()).toEqual(
        ['users', 'labs', 'reportTypes', 'reports', 'dashboard'].toSorted(),
      )
  })

  it('covers the patients and the dashboard after a registration [CACHE-15] [CACHE-16]', () => {
    expect(staleAfter(api.patients.register)).toEqual(expect.arrayContaining(['patients', 'dashboard']))
  })

  it('follows a call, and a refused one only where the screen may be outdated [CACHE-20]', async () => {
    const { queryKey } = reportsQuery({ page: 1 })
    const isStaleAfter = async (mutationFn: () => Promise<unknown>, afterRefusal: boolean) => {
      queryClient.setQueryData<unknown>(queryKey, 'cached')
      const meta = { invalidates: ['reports' as const], ...(afterRefusal && { afterRefusal }) }
      const call = queryClient.getMutationCache().build(queryClient, { mutationFn, meta })
      await call.execute(undefined).catch(() => undefined)
      return queryClient.getQueryState(queryKey)?.isInvalidated
    }
    const succeed = () => Promise.resolve('done')
    const refuse = () => Promise.reject(new Error('refused'))
    expect(await isStaleAfter(succeed, false)).toBe(true)
    expect(await isStaleAfter(refuse, false)).toBe(false)
    expect(await isStaleAfter(refuse, true)).toBe(true)
    queryClient.clear()
  })

  it('covers the reports list too after publishing, within its 5 minutes [CACHE-20]', () => {
    expect(staleAfter(api.reports.publish)).toEqual(
      expect.arrayContaining([...staleAfter(api.labs.create), 'reports', 'patients']),
    )
  })
})
