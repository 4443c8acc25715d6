import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from './query-client.ts'
import { dashboardQuery } from './features/dashboard/queries.ts'
import { AFTER_ADD, AFTER_REGISTRATION, AFTER_REPORT_CHANGE, CACHE, invalidate } from './lib/queries/keys.ts'
import { labsQuery } from './lib/queries/labs.ts'
import { patientsQuery } from './entities/patient/queries.ts'
import { reportTypesQuery } from './lib/queries/report-types.ts'
import { reportsQuery } from './entities/report/queries.ts'
import { usersQuery } from './lib/queries/users.ts'

const MINUTE = 60_000

describe('cache times', () => {
  it('keep the users about 24 minutes [CACHE-01]', () => {
    expect(usersQuery()).toMatchObject({ queryKey: ['users'], staleTime: 1_440_000, gcTime: 1_440_000 })
  })

  it('keep the reports list 5 minutes [CACHE-02]', () => {
    expect(reportsQuery({ page: 1 })).toMatchObject({ staleTime: 5 * MINUTE })
  })

  it('keep the patients 5 minutes [CACHE-03]', () => {
    expect(patientsQuery({ page: 1 })).toMatchObject({ staleTime: 5 * MINUTE })
  })

  it('keep the lookups for 1000*60*24 ms under their own keys [CACHE-04] [CACHE-05] [CACHE-08]', () => {
    expect(reportTypesQuery()).toMatchObject({ queryKey: ['reportTypes'], staleTime: 1000 * 60 * 24 })
    expect(labsQuery()).toMatchObject({ queryKey: ['labs'], staleTime: 1000 * 60 * 24 })
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
  const staleAfter = (names: typeof AFTER_ADD): string[] => {
    const client = new QueryClient()
    for (const name of Object.values(CACHE)) client.setQueryData([name, { page: 1 }], 'cached')
    invalidate(client, names)
    return client
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.isInvalidated)
      .map((query) => String(query.queryKey[0]))
  }

  it('covers five caches after an add [CACHE-10] [CACHE-11] [CACHE-12] [CACHE-13] [CACHE-14]', () => {
    expect(staleAfter(AFTER_ADD).toSorted()).toEqual(
      ['users', 'labs', 'reportTypes', 'patientReports', 'dashboardData'].toSorted(),
    )
  })

  it('covers the patients and the dashboard after a registration [CACHE-15] [CACHE-16]', () => {
    expect(staleAfter(AFTER_REGISTRATION)).toEqual(expect.arrayContaining(['patients', 'dashboardData']))
  })

  it('follows a call, and a refused one only where the screen may be outdated [CACHE-20]', async () => {
    const queryKey = [CACHE.reports, { page: 1 }]
    const isStaleAfter = async (mutationFn: () => Promise<unknown>, afterRefusal: boolean) => {
      queryClient.setQueryData(queryKey, 'cached')
      const meta = { invalidates: [CACHE.reports], ...(afterRefusal && { afterRefusal }) }
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
    expect(staleAfter(AFTER_REPORT_CHANGE)).toEqual(
      expect.arrayContaining([...AFTER_ADD, 'reports', 'patients', 'patient']),
    )
  })
})
