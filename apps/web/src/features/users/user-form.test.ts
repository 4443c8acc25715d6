import type { ResolverOptions } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import type { UserFields } from './user-form.ts'
import { EMPTY_USER, needsLab, ROLE_HINTS, userResolver } from './user-form.ts'

const GOOD: UserFields = {
  way: 'typed',
  name: 'Omar Haddad',
  userTypeId: '2',
  labId: '7',
  phone: '+971501234567',
  email: 'omar@zelab.test',
  password: 'Abcdef1!',
  confirmPassword: 'Abcdef1!',
}
const OPTIONS: ResolverOptions<UserFields> = { fields: {}, shouldUseNativeValidation: false }
const check = (change: Partial<UserFields>) => userResolver()({ ...GOOD, ...change }, undefined, OPTIONS)
const problems = async (change: Partial<UserFields>) => {
  const { errors } = await check(change)
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error.message]))
}

describe('the checks of the add-user form', () => {
  it('name every field that is still empty, in the words of the specification', async () => {
    expect(await problems(EMPTY_USER)).toEqual({
      name: 'Name must be at least 3 characters',
      userTypeId: 'Please select a user type',
      labId: 'Lab Selection is required for non-admin users',
      phone: 'Please enter a valid phone number',
      email: 'Please enter a valid email address',
      password: 'Password must be at least 8 characters',
    })
  })

  it('want a lab for everyone but the Admin, whose lab is dropped', async () => {
    expect(await problems({ labId: '' })).toEqual({
      labId: 'Lab Selection is required for non-admin users',
    })
    const { values, errors } = await check({ userTypeId: '1' })
    expect(errors).toEqual({})
    expect(values).toMatchObject({ userTypeId: 1, labId: undefined })
    expect([needsLab(''), needsLab('1'), needsLab('4')]).toEqual([true, false, true])
  })

  it('compare the passwords', async () => {
    expect(await problems({ confirmPassword: 'Abcdef1?' })).toEqual({
      confirmPassword: "Passwords don't match",
    })
  })

  it('require no password where none is typed', async () => {
    for (const way of ['invitation', 'none'] as const) {
      const { values, errors } = await check({ way, password: '', confirmPassword: 'x' })
      expect(errors).toEqual({})
      expect(values).not.toHaveProperty('password')
      expect(await problems({ way, email: 'omar@' })).toEqual({ email: 'Please enter a valid email address' })
    }
  })

  it('explain every role that is offered, and offer no Patient', () => {
    expect(Object.keys(ROLE_HINTS)).toEqual(['Admin', 'Doctor', 'Technician', 'Receptionist'])
  })
})
