import { phoneField, todayIn, VALIDATION } from '@zelab/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseOf } from '../../../testing/cases.ts'
import { TEST_TIME_ZONE, useTestApp } from '../../../testing/test-app.ts'
import { patientFields, registerPatient } from '../../../testing/test-records.ts'

const app = await useTestApp()
const receptionist = await app.signedIn('Receptionist', await app.createLab('Harbour Lab'))

const register = (changes?: Record<string, unknown>, client = receptionist) =>
  client.post('/user/patient/onboarding', patientFields(changes))

const expectRefused = async (changes: Record<string, unknown>, message: string) => {
  const response = await register(changes)
  expect(response.status).toBe(400)
  expect(response.body.message).toBe(message)
}
const expectAccepted = async (changes: Record<string, unknown>) => {
  const response = await register(changes)
  expect(response.status).toBe(200)
  return response.body.data
}
const daysFromToday = (days: number) => todayIn(TEST_TIME_ZONE, new Date(Date.now() + days * 86_400_000))

describe('registering a patient', () => {
  it('accepts the registration fields and answers with the patient [API-USER-08 API-ENT-24 API-ENT-15 API-ENT-16 API-ENT-17 API-ENT-18 API-ENT-20]', async () => {
    const response = await register({
      fullName: 'Omar Al Farsi',
      emrId: 'EMR-77',
      email: 'omar@mail.test',
      phone: '+971 50 123-4567',
      dob: '1984-02-29',
      gender: 'male',
      address: { line1: '48 Airport Road', city: 'Al Ain' },
    })
    expect(response.status).toBe(200)
    expect(response.body.message).toBe('Patient added successfully')
    expect(response.body.data).toEqual({
      id: expect.any(Number),
      fullName: 'Omar Al Farsi',
      emrId: 'EMR-77',
      nationalId: null,
      email: 'omar@mail.test',
      phone: { number: '+971501234567' },
      contactDetails: { address: { line1: '48 Airport Road', city: 'Al Ain' } },
      dateOfBirth: '1984-02-29',
      gender: 'MALE',
      profileCompleted: true,
      registrationType: null,
      registeredByUser: {
        fullName: 'Receptionist Person',
        userType: { name: 'Receptionist' },
        lab: { name: 'Harbour Lab' },
      },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
  })

  it('computes a complete profile from email, gender, street and city [API-ENT-19 API-ENT-37]', async () => {
    const complete = (changes: Record<string, unknown>) =>
      expectAccepted(changes).then((patient) => patient.profileCompleted as boolean)
    expect(await complete({})).toBe(true)
    expect(await complete({ emrId: '' })).toBe(true)
    expect(await complete({ email: '' })).toBe(false)
    expect(await complete({ gender: '' })).toBe(false)
    expect(await complete({ address: { line1: '12 Palm Street' } })).toBe(false)
    expect(await complete({ address: { city: 'Dubai' } })).toBe(false)
    expect(await complete({ address: undefined })).toBe(false)
  })

  it('fails for an Admin, who has no lab [PERM-API-10]', async () => {
    const admin = await app.signedIn('Admin')
    const count = async () => (await admin.get('/patient/getAll')).body.pagination.totalItems as number
    const before = await count()
    const response = await register({}, admin)
    expect(response.status).toBe(403)
    expect(response.body.message).toContain('your account is not linked to a lab')
    expect(await count()).toBe(before)
  })

  it('stores a registration type that a client sends', async () => {
    expect((await expectAccepted({ registrationType: 'Walk-in' })).registrationType).toBe('Walk-in')
  })
})

describe('registration rules', () => {
  it('require a name of 3 to 30 characters [VAL-PATIENT-01 VAL-PATIENT-02]', async () => {
    await expectRefused({ fullName: 'ab' }, 'Name must be at least 3 characters')
    await expectRefused({ fullName: 'n'.repeat(31) }, 'Name must not exceed 30 characters')
    await expectAccepted({ fullName: 'abc' })
    await expectAccepted({ fullName: 'n'.repeat(30) })
  })
  it('reject an EMR ID of 1 or 2 characters [VAL-PATIENT-03]', async () => {
    for (const emrId of ['A', 'AB']) await expectRefused({ emrId }, 'EMR ID must be at least 3 characters')
  })
  it('reject an EMR ID of more than 30 characters [VAL-PATIENT-04]', () =>
    expectRefused({ emrId: 'E'.repeat(31) }, 'EMR ID must not exceed 30 characters'))
  it('accept an EMR ID of 3 and of 30 characters [VAL-PATIENT-05]', async () => {
    expect((await expectAccepted({ emrId: 'ABC' })).emrId).toBe('ABC')
    await expectAccepted({ emrId: 'E'.repeat(30) })
  })
  it('accept a missing or blank EMR ID [VAL-PATIENT-06]', async () => {
    for (const emrId of [undefined, '', '   ', null])
      expect((await expectAccepted({ emrId })).emrId).toBeNull()
  })
  it('reject an invalid email [VAL-PATIENT-07]', () =>
    expectRefused({ email: 'layla@' }, 'Please enter a valid email address'))
  it('accept a missing email [VAL-PATIENT-08]', async () => {
    for (const email of [undefined, '', null]) expect((await expectAccepted({ email })).email).toBeNull()
  })
  it('accept any international number and store one spelling [VAL-PATIENT-09]', async () => {
    const digits = fc
      .tuple(
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 14 }),
      )
      .map(([first, rest]) => `${first}${rest.join('')}`)
    await fc.assert(
      fc.asyncProperty(digits, fc.constantFrom('', '+'), async (number, plus) => {
        // For a known country, a zero after the country code is not part of the number.
        const stored = phoneField.parse(`+${number}`)
        expect((await expectAccepted({ phone: plus + number })).phone).toEqual({ number: stored })
      }),
      { numRuns: 20 },
    )
  })
  it('reject an invalid phone number [VAL-PATIENT-10]', async () => {
    for (const phone of [
      undefined,
      '',
      '+971',
      '1234567',
      '+1234567890123456',
      '0501234567',
      '+97150abc4567',
    ])
      await expectRefused({ phone }, 'Please enter a valid phone number')
  })
  it('accept a missing gender and the three values in any case, and reject others [VAL-PATIENT-11]', async () => {
    expect((await expectAccepted({ gender: '' })).gender).toBeNull()
    expect((await expectAccepted({ gender: 'Other' })).gender).toBe('OTHER')
    await expectRefused({ gender: 'unknown' }, 'Gender must be MALE, FEMALE or OTHER')
  })
  it('require a street of 3 to 50 characters [VAL-PATIENT-13 VAL-PATIENT-14 VAL-PATIENT-17]', async () => {
    const address = (line1: string) => ({ address: { line1, city: 'Dubai' } })
    await expectRefused(address('12'), 'Address must be at least 3 characters')
    await expectRefused(address('s'.repeat(51)), 'Address must not exceed 50 characters')
    await expectAccepted(address('s'.repeat(3)))
    await expectAccepted(address('s'.repeat(50)))
    expect((await expectAccepted(address(''))).contactDetails.address.line1).toBeNull()
  })
  it('require a city of 3 to 30 characters [VAL-PATIENT-15 VAL-PATIENT-16 VAL-PATIENT-18]', async () => {
    const address = (city: string) => ({ address: { line1: '12 Palm Street', city } })
    await expectRefused(address('Du'), 'City must be at least 3 characters')
    await expectRefused(address('c'.repeat(31)), 'City must not exceed 30 characters')
    await expectAccepted(address('c'.repeat(3)))
    await expectAccepted(address('c'.repeat(30)))
    expect((await expectAccepted(address(' '))).contactDetails.address.city).toBeNull()
  })
  it('drop direction marks, which are in no name that is stored [SAFE-41]', async () => {
    const fullName = caseOf('name-with-right-to-left-mark.txt').toString().trimEnd()
    expect(fullName).toMatch(/^\u200f/)
    expect((await expectAccepted({ fullName })).fullName).toBe(fullName.slice(1))
  })
  it('reject control and invisible characters [SAFE-25]', async () => {
    for (const fullName of ['Layla\u0000Haddad', 'Layla\nHaddad', 'Layla\u034fHaddad'])
      await expectRefused({ fullName }, VALIDATION.invisibleCharacters)
  })
})

describe('date of birth', () => {
  const message = 'Please enter a valid date of birth'
  it('begins at 1900-01-01 [VAL-PATIENT-19 VAL-PATIENT-20]', async () => {
    expect((await expectAccepted({ dob: '1900-01-01' })).dateOfBirth).toBe('1900-01-01')
    await expectRefused({ dob: '1899-12-31' }, message)
  })
  it('ends today [VAL-PATIENT-21 VAL-PATIENT-22]', async () => {
    await expectAccepted({ dob: daysFromToday(0) })
    await expectRefused({ dob: daysFromToday(1) }, message)
  })
  it('allows tomorrow for a caller in whose time zone that day has begun', async () => {
    const zone = 'Pacific/Kiritimati'
    const dob = todayIn(zone)
    const response = await receptionist.post('/user/patient/onboarding', patientFields({ dob }), {
      headers: { 'x-time-zone': zone },
    })
    expect(response.status).toBe(200)
    const nonsense = await receptionist.post(
      '/user/patient/onboarding',
      patientFields({ dob: daysFromToday(2) }),
      {
        headers: { 'x-time-zone': 'Nowhere/Land' },
      },
    )
    expect(nonsense.status).toBe(400)
  })
  it('must be an existing date', async () => {
    for (const dob of [
      undefined,
      '',
      '1990-02-30',
      '1990-13-01',
      '01/05/1990',
      '1990-5-1',
      '1990-05-01T00:00:00Z',
      'soon',
    ])
      await expectRefused({ dob }, message)
  })
  it('returns as the same plain date for any value', async () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date(), noInvalidDate: true })
    await fc.assert(
      fc.asyncProperty(days, async (day) => {
        const dob = day.toISOString().slice(0, 10)
        expect((await expectAccepted({ dob })).dateOfBirth).toBe(dob)
      }),
      { numRuns: 20 },
    )
  })
})

describe('phone check', () => {
  it('lists the patients of the own lab with the number in any spelling [API-PATIENT-17 API-PATIENT-18 API-PATIENT-19]', async () => {
    const id = await registerPatient(receptionist, { fullName: 'Hessa Khan', phone: '+971507654321' })
    for (const phone of ['+971507654321', '971507654321', '+971 50 765-4321']) {
      const response = await receptionist.post('/patient/checkPhone', { phone })
      expect(response.body).toMatchObject({ success: true, exists: true })
      expect(response.body.data).toEqual({ patients: [{ id, fullName: 'Hessa Khan' }] })
    }
  })
  it('reports a number as free when it is unused or used in another lab', async () => {
    await registerPatient(receptionist, { phone: '+971507654322' })
    const outsider = await app.signedIn('Receptionist')
    for (const [client, phone] of [
      [receptionist, '+971507654399'],
      [outsider, '+971507654322'],
    ] as const) {
      const response = await client.post('/patient/checkPhone', { phone })
      expect(response.body).toMatchObject({ exists: false, data: { patients: [] } })
    }
  })
  it('lets a family share a number', async () => {
    await registerPatient(receptionist, { phone: '+971507654323' })
    await registerPatient(receptionist, { phone: '+971507654323' })
  })
  it('rejects an invalid number', async () => {
    const response = await receptionist.post('/patient/checkPhone', { phone: '050' })
    expect(response.status).toBe(400)
    expect(response.body.message).toBe('Please enter a valid phone number')
  })
})
