import type { User } from '@zelab/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { removeUser, setUser, useSessionStore } from './session-store.ts'
import { hasUnsavedInput, KEPT_FOR_MS, keptInput, registerForm } from './unsaved-input.ts'

const userOf = (id: number): User => ({
  id,
  fullName: `User ${id}`,
  email: `user${id}@zelab.example`,
  phone: '+971501234567',
  avatar: null,
  userType: { id: 4, name: 'Receptionist' },
  lab: { id: 1, name: 'Marina' },
  createdAt: '2026-01-01T00:00:00.000Z',
})

const TYPED = { values: { fullName: 'Half typed' } }
let close: () => void

beforeEach(() => {
  vi.useFakeTimers()
  setUser(userOf(1))
  close = registerForm({ name: 'registration', read: () => TYPED })
})
afterEach(() => {
  close()
  useSessionStore.setState({ forgetsOrigin: true, user: null })
  vi.useRealTimers()
})

describe('what was typed', () => {
  it('counts as unsaved while its form is open and a user is signed in', () => {
    expect(hasUnsavedInput()).toBe(true)
    close()
    expect(hasUnsavedInput()).toBe(false)
  })

  it('returns for the same user, and appears nowhere in the browser’s storage [SPEED-06]', () => {
    removeUser()
    expect(hasUnsavedInput()).toBe(false)
    setUser(userOf(1))
    expect(keptInput('registration')).toMatchObject(TYPED)
    expect(keptInput('publish')).toBeUndefined()
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('Half typed')
  })

  it('stays away for another user, and after another user has signed in [SPEED-07]', () => {
    removeUser()
    setUser(userOf(2))
    expect(keptInput('registration')).toBeUndefined()
    close()
    removeUser()
    setUser(userOf(1))
    expect(keptInput('registration')).toBeUndefined()
  })

  it('expires after half an hour [SPEED-07]', () => {
    removeUser()
    vi.advanceTimersByTime(KEPT_FOR_MS - 1)
    setUser(userOf(1))
    expect(keptInput('registration')).toBeDefined()
    vi.advanceTimersByTime(1)
    expect(keptInput('registration')).toBeUndefined()
  })

  it('disappears with a logout, which was asked about [SPEED-07]', () => {
    useSessionStore.setState({ forgetsOrigin: true })
    removeUser()
    setUser(userOf(1))
    expect(keptInput('registration')).toBeUndefined()
  })
})
