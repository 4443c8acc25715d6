import type { User } from '@zelab/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from './query-client.ts'
import { setLabs, setReportTypes, useAppDataStore } from './app-data-store.ts'
import { forgetSession, restoreSession } from './session.ts'
import { setUser, useSessionStore } from './session-store.ts'

const admin: User = {
  id: 1,
  fullName: 'Amina Al Farsi',
  email: 'amina@zelab.example',
  phone: '+971501234567',
  avatar: null,
  userType: { id: 1, name: 'Admin' },
  lab: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}

const fetchMock = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
  fetchMock.mockReset()
  localStorage.clear()
  queryClient.clear()
  useSessionStore.setState(useSessionStore.getInitialState(), true)
})

const respond = (status: number, body: object) =>
  fetchMock.mockResolvedValue(new Response(JSON.stringify(body), { status }))

describe('the session restore', () => {
  it('stores the user, who then counts as authenticated [GUARD-37]', async () => {
    respond(200, { success: true, message: 'OK', data: admin })
    await restoreSession()
    expect(useSessionStore.getState()).toMatchObject({ user: admin, isAuthenticated: true })
  })

  it('keeps the loading flag until it has finished [GUARD-36]', async () => {
    let finish = (_: Response) => {}
    fetchMock.mockReturnValue(new Promise((resolve) => (finish = resolve)))
    const restoring = restoreSession()
    expect(useSessionStore.getState().isRestoring).toBe(true)
    finish(new Response(JSON.stringify({ data: admin }), { status: 200 }))
    await restoring
    expect(useSessionStore.getState().isRestoring).toBe(false)
  })

  it.each([
    ['a refusal', () => respond(401, { success: false, message: 'Please sign in to continue' })],
    ['a failing server', () => respond(500, {})],
    ['no network', () => fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))],
  ])('clears the user, a forged one too, after %s [GUARD-38] [ERR-04]', async (_, arrange) => {
    arrange()
    localStorage.setItem('userData', JSON.stringify(admin))
    localStorage.setItem('report-types', '[{"id":5,"title":"Stale"}]')
    await restoreSession()
    expect(useSessionStore.getState()).toMatchObject({
      user: null,
      isAuthenticated: false,
      isRestoring: false,
    })
    expect(localStorage).toHaveLength(0)
  })
})

describe('the end of a session', () => {
  it('leaves nothing of the user behind [STORE-03] [CACHE-21] [SHELL-24]', () => {
    setUser(admin)
    setReportTypes([{ id: 1, title: 'Blood' }])
    setLabs([])
    queryClient.setQueryData(['patients', { page: 1 }], ['Layla Hassan'])
    forgetSession()
    expect(localStorage).toHaveLength(0)
    expect(queryClient.getQueryCache().getAll()).toEqual([])
    expect(useAppDataStore.getState().reportTypes).toEqual([{ id: 0, title: 'All' }])
    expect(useSessionStore.getState().user).toBeNull()
  })
})
