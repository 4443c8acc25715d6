import type { User } from '@zelab/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { removeUser, setUser, useSessionStore } from './session-store.ts'

const doctor: User = {
  id: 7,
  fullName: 'Omar Haddad',
  email: 'omar@zelab.example',
  phone: '+971501234567',
  avatar: null,
  userType: { id: 2, name: 'Doctor' },
  lab: { id: 1, name: 'Marina' },
  createdAt: '2026-01-01T00:00:00.000Z',
}

const stored = () => JSON.parse(localStorage.getItem('userData') ?? 'null') as unknown

beforeEach(() => {
  localStorage.clear()
  useSessionStore.setState(useSessionStore.getInitialState(), true)
})

describe('the auth state', () => {
  it('starts without a user and not authenticated [STORE-12] [STORE-13]', () => {
    const { user, isAuthenticated } = useSessionStore.getState()
    expect(user).toBeNull()
    expect(isAuthenticated).toBe(false)
  })

  it('ignores what lies in browser storage', async () => {
    localStorage.setItem('userData', JSON.stringify({ ...doctor, userType: { id: 1, name: 'Admin' } }))
    vi.resetModules()
    const fresh = await import('./session-store.ts')
    expect(fresh.useSessionStore.getState()).toMatchObject({ user: null, isAuthenticated: false })
  })

  it('keeps the signed-in user under the key userData [STORE-01]', () => {
    setUser(doctor)
    expect(stored()).toEqual(doctor)
    expect(useSessionStore.getState()).toMatchObject({ user: doctor, isAuthenticated: true })
  })

  it('stores the user’s own fields only', () => {
    setUser({ ...doctor, token: 'secret' } as User)
    expect(localStorage.getItem('userData')).not.toContain('secret')
  })

  it('removes the stored copy with the user [STORE-02]', () => {
    setUser(doctor)
    removeUser()
    expect(localStorage.getItem('userData')).toBeNull()
    expect(useSessionStore.getState()).toMatchObject({ user: null, isAuthenticated: false })
  })

  it('works on when storage is full or switched off', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    setUser(doctor)
    expect(useSessionStore.getState().isAuthenticated).toBe(true)
  })
})
