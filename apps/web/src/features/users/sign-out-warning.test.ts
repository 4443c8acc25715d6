import type { StaffMember } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { signOutWarning } from './use-edit-user.ts'
import type { CheckedUser } from './user-form.ts'

const USER: StaffMember = {
  id: 7,
  fullName: 'Omar Haddad',
  email: 'omar@zelab.test',
  phone: '+971501234567',
  avatar: null,
  userType: { id: 2, name: 'Doctor' },
  lab: { id: 1, name: 'Harbour Lab' },
  createdAt: '2026-01-05T08:00:00.000Z',
  status: 'active',
  hasSecondFactor: false,
  needsLink: false,
  roleGivenBy: null,
  refusedMail: null,
}
const FIELDS: CheckedUser = {
  name: 'Omar Haddad',
  email: 'omar@zelab.test',
  phone: '+971501234567',
  userTypeId: 2,
  labId: 1,
}
const ask = (change: Partial<CheckedUser>, user: Partial<StaffMember> = {}, isMyself = false) =>
  signOutWarning({ ...USER, ...user }, { ...FIELDS, ...change }, isMyself)

describe('the question before a change', () => {
  it('appears where sessions end', () => {
    const signedOut = 'Omar Haddad will be signed out everywhere and has to sign in again'
    expect(ask({ userTypeId: 3 })).toBe(`${signedOut}. Save the changes?`)
    expect(ask({ labId: 2 })).toBe(`${signedOut}. Save the changes?`)
    expect(ask({ email: 'o@zelab.test' })).toBe(`${signedOut} with o@zelab.test. Save the changes?`)
    expect(ask({ email: 'o@zelab.test' }, {}, true)).toMatch(/^From now on you sign in with /)
  })

  it('stays away when no one is signed out', () => {
    expect(ask({ name: 'Another Name', phone: '+971500000000' })).toBeUndefined()
    expect(ask({ userTypeId: 3, email: 'o@zelab.test' }, { status: 'deactivated' })).toBeUndefined()
    expect(ask({ userTypeId: 3 }, { status: 'invited' })).toBeUndefined()
    expect(ask({ email: 'o@zelab.test' }, { status: 'invited' })).toMatch(/a new one is sent to o@zelab.test/)
    const admin = { userType: { id: 1, name: 'Admin' }, lab: null } as const
    expect(ask({ userTypeId: 1, labId: undefined }, admin)).toBeUndefined()
  })
})
