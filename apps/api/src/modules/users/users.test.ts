import { phoneField } from '@zelab/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../core/app-error.ts'
import { nextNumber, startTestApp, useTestApp } from '../../testing/test-app.ts'
import { registerPatient } from '../../testing/test-records.ts'

const app = await useTestApp()
const admin = await app.signedIn('Admin')
const lab = await app.createLab('City Lab')

const fields = (changes: Record<string, unknown> = {}) => ({
  name: 'Priya Nair',
  email: `priya${nextNumber()}@zelab.test`,
  phone: '+971501234567',
  password: 'Abcdef1!',
  confirmPassword: 'Abcdef1!',
  userTypeId: '3',
  labId: String(lab.id),
  ...changes,
})

const add = (changes?: Record<string, unknown>) => admin.post('/auth/user/register', fields(changes))

const expectRefused = async (changes: Record<string, unknown>, message: string) => {
  const response = await add(changes)
  expect(response.status).toBe(400)
  expect(response.body.success).toBe(false)
  expect(response.body.message).toBe(message)
}

const withPassword = (password: string) => ({ password, confirmPassword: password })

describe('adding a user', () => {
  it('creates a user who can sign in [API-AUTH-04 API-ENT-09 API-ENT-10 API-ENT-11]', async () => {
    const response = await add({ email: 'new.doctor@zelab.test', userTypeId: '2' })
    expect(response.status).toBe(200)
    expect(response.body.message).toBe('User added successfully')
    expect(response.body.data).toMatchObject({
      fullName: 'Priya Nair',
      email: 'new.doctor@zelab.test',
      phone: '+971501234567',
      userType: { id: 2, name: 'Doctor' },
      lab: { id: lab.id, name: 'City Lab' },
    })
    const signIn = await app
      .client()
      .post('/auth/user/login', { email: 'new.doctor@zelab.test', password: 'Abcdef1!' })
    expect(signIn.status).toBe(200)
  })

  it('accepts ids as numbers too', async () => {
    expect((await add({ userTypeId: 4, labId: lab.id })).body.data.userType.name).toBe('Receptionist')
  })

  it('clears the lab of an Admin [VAL-USER-23]', async () => {
    const response = await add({ userTypeId: '1' })
    expect(response.status).toBe(200)
    expect(response.body.data.lab).toBeNull()
    expect(response.body.data.userType).toEqual({ id: 1, name: 'Admin' })
  })

  it('rejects a taken email in any case, with a specific message', async () => {
    await add({ email: 'Twice@zelab.test' })
    const response = await add({ email: 'tWICE@zelab.test' })
    expect(response.status).toBe(409)
    expect(response.body.message).toBe('A user with this email already exists')
  })

  it('rejects a lab that does not exist', () =>
    expectRefused({ labId: '999999' }, 'Lab Selection is required for non-admin users'))

  it('ignores fields that the caller may not set', async () => {
    const response = await add({ id: 1, passwordHash: 'x', createdAt: '2000-01-01', isActive: false })
    expect(response.status).toBe(200)
    expect(response.body.data.id).not.toBe(1)
    expect(response.body.data.createdAt).not.toContain('2000')
  })
})

describe('rules of a new user', () => {
  it('accepts a name of 3 and of 30 characters [VAL-USER-01 VAL-USER-02]', async () => {
    for (const length of [3, 30]) expect((await add({ name: 'n'.repeat(length) })).status).toBe(200)
  })
  it('rejects a name of 2 characters [VAL-USER-03]', () =>
    expectRefused({ name: 'ab' }, 'Name must be at least 3 characters'))
  it('rejects a name of 31 characters [VAL-USER-04]', () =>
    expectRefused({ name: 'n'.repeat(31) }, 'Name must not exceed 30 characters'))
  it('rejects an invalid email [VAL-USER-05]', async () => {
    for (const email of ['', 'priya', 'priya@', '@zelab.test', 'a b@zelab.test'])
      await expectRefused({ email }, 'Please enter a valid email address')
  })
  it('accepts a password of 8 and of 16 characters [VAL-USER-06 VAL-USER-07]', async () => {
    for (const password of ['Abcdef1!', 'Abcdef1!Abcdef1!'])
      expect((await add(withPassword(password))).status).toBe(200)
  })
  it('rejects a password of 7 characters [VAL-USER-08]', () =>
    expectRefused(withPassword('Abcde1!'), 'Password must be at least 8 characters'))
  it('rejects a password of 17 characters [VAL-USER-09]', () =>
    expectRefused(withPassword('Abcdef1!Abcdef1!A'), 'Password must not exceed 16 characters'))

  const classes =
    'Password must contain at least one uppercase letter, one lowercase letter, one number and one special character'
  it('rejects a password without a lowercase letter [VAL-USER-10]', () =>
    expectRefused(withPassword('ABCDEF1!'), classes))
  it('rejects a password without an uppercase letter [VAL-USER-11]', () =>
    expectRefused(withPassword('abcdef1!'), classes))
  it('rejects a password without a digit [VAL-USER-12]', () =>
    expectRefused(withPassword('Abcdefg!'), classes))
  it('rejects a password without a special character [VAL-USER-13]', () =>
    expectRefused(withPassword('Abcdefg1'), classes))
  it('rejects a password with a disallowed character [VAL-USER-14]', async () => {
    for (const password of ['Abcdef1!#', 'Abcdef1! ', 'Abcdéf1!'])
      await expectRefused(withPassword(password), classes)
  })
  it('rejects a confirmation that differs [VAL-USER-15]', () =>
    expectRefused({ confirmPassword: 'Abcdef1?' }, "Passwords don't match"))

  it('rejects a missing user type, an unknown one and Patient [VAL-USER-21]', async () => {
    for (const userTypeId of [undefined, '', '0', '5', '9', 'Doctor'])
      await expectRefused({ userTypeId }, 'Please select a user type')
  })
  it('rejects a missing lab for roles other than Admin [VAL-USER-22]', async () => {
    for (const userTypeId of ['2', '3', '4'])
      for (const labId of [undefined, ''])
        await expectRefused({ userTypeId, labId }, 'Lab Selection is required for non-admin users')
  })
})

describe('phone of a new user', () => {
  const message = 'Please enter a valid phone number'
  it('rejects fewer than 8 characters [VAL-USER-16]', async () => {
    await expectRefused({ phone: '1234567' }, message)
    await expectRefused({ phone: '+123456' }, message)
    expect((await add({ phone: '+1234567' })).status).toBe(200)
  })
  it('rejects more than 15 digits [VAL-USER-17]', async () => {
    await expectRefused({ phone: '+1234567890123456' }, message)
    expect((await add({ phone: '+123456789012345' })).status).toBe(200)
  })
  it('rejects a leading zero [VAL-USER-19]', async () => {
    await expectRefused({ phone: '0501234567' }, message)
    await expectRefused({ phone: '+0501234567' }, message)
  })
  it('rejects letters and other characters [VAL-USER-20]', async () => {
    for (const phone of ['+97150abc567', '+971/501234567', '+971.501234567', '++971501234567'])
      await expectRefused({ phone }, message)
  })
  it('accepts 8 to 15 digits with or without plus, and stores one spelling [VAL-USER-18]', async () => {
    const digits = fc
      .tuple(
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 14 }),
      )
      .map(([first, rest]) => `${first}${rest.join('')}`)
    await fc.assert(
      fc.asyncProperty(digits, fc.constantFrom('', '+'), async (number, plus) => {
        const response = await add({ phone: plus + number })
        expect(response.status).toBe(200)
        // For a known country, a zero after the country code is not part of the number.
        expect(response.body.data.phone).toBe(phoneField.parse(`+${number}`))
      }),
      { numRuns: 25 },
    )
  })
})

describe('users list', () => {
  it('contains users with type, lab or none, and no secrets [API-USER-05 API-USER-06 API-ENT-06 API-ENT-07 API-ENT-08]', async () => {
    const doctor = await app.createUser('Doctor', lab)
    const existingAdmin = await app.createUser('Admin')
    const response = await admin.get('/user/all')
    expect(response.status).toBe(200)
    const byId = new Map<number, unknown>(response.body.data.map((user: { id: number }) => [user.id, user]))
    expect(byId.get(doctor.id)).toEqual({
      id: doctor.id,
      fullName: 'Doctor Person',
      email: doctor.email,
      phone: '+971500000000',
      avatar: null,
      userType: { id: 2, name: 'Doctor' },
      lab: { id: lab.id, name: 'City Lab' },
      createdAt: expect.any(String),
      status: 'active',
      hasSecondFactor: false,
      needsLink: false,
      roleGivenBy: null,
      refusedMail: null,
    })
    expect(byId.get(existingAdmin.id)).toMatchObject({ lab: null })
  })

  it('contains staff only: neither patients nor patient accounts', async () => {
    const patientAccount = await app.createUser('Patient')
    const before = (await admin.get('/user/all')).body.data.length as number
    await registerPatient(await app.signedIn('Receptionist', lab))
    const after = (await admin.get('/user/all')).body.data as { id: number }[]
    expect(after.length).toBe(before + 1)
    expect(after.some((user) => user.id === patientAccount.id)).toBe(false)
  })
})

describe('single user', () => {
  it('opens by its id [API-USER-07]', async () => {
    const doctor = await app.createUser('Doctor', lab)
    const response = await admin.get(`/user/${doctor.id}`)
    expect(response.status).toBe(200)
    expect(response.body.data).toMatchObject({ id: doctor.id, email: doctor.email })
  })

  it('answers 404 when unknown or for a malformed id', async () => {
    for (const id of ['999999', '0', '-1', 'abc', '1e3', '99999999999999999999'])
      expect((await admin.get(`/user/${id}`)).status).toBe(404)
  })
})

describe('first Admin', () => {
  it('appears once, from the settings, and can sign in', async () => {
    const fresh = await startTestApp()
    try {
      const wanted = { email: 'owner@zelab.test', password: 'OwnersPass1!' }
      expect(await fresh.services.users.createFirstAdmin(wanted)).toEqual({ ...wanted, isGenerated: false })
      expect(await fresh.services.users.createFirstAdmin(wanted)).toBeUndefined()
      expect((await fresh.client().post('/auth/user/login', wanted)).body.data.userType.name).toBe('Admin')
    } finally {
      await fresh.stop()
    }
  })

  it('must follow the password rules [SAFE-24]', async () => {
    const fresh = await startTestApp()
    try {
      for (const password of ['short1!', 'password', 'x'.repeat(129)])
        await expect(fresh.services.users.createFirstAdmin({ password }), password).rejects.toThrow(AppError)
      const { count } = await fresh.database.one<{ count: number }>('select count(*) from users')
      expect(count).toBe(0)
    } finally {
      await fresh.stop()
    }
  })

  it('gets a random password when none is set', async () => {
    const fresh = await startTestApp()
    try {
      const made = await fresh.services.users.createFirstAdmin({})
      expect(made).toMatchObject({ email: 'admin@zelab.local', isGenerated: true })
      expect(made?.password).toMatch(/^\w{14}7!$/)
      expect((await fresh.client().post('/auth/user/login', made)).status).toBe(200)
    } finally {
      await fresh.stop()
    }
  })
})
