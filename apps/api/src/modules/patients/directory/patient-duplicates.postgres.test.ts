import { DIFFERENT_FROM_MAX, REFUSAL } from '@zelab/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { type TestLab, useTestApp } from '../../../testing/test-app.ts'
import { patientFields, registerPatient } from '../../../testing/test-records.ts'
import { DUPLICATES_SHOWN } from './unresolved-duplicates.ts'

let lab: TestLab
let receptionist: ApiClient

const app = await useTestApp()
const admin = await app.signedIn('Admin')

beforeEach(async () => {
  lab = await app.createLab()
  receptionist = await app.signedIn('Receptionist', lab)
})

const ask = async (question: Record<string, unknown>, client = receptionist) => {
  const response = await client.post('/patient/findDuplicates', question)
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body.data as { patient: { id: number }; reasons: string[] }[]
}
const briefly = (found: { patient: { id: number }; reasons: string[] }[]) =>
  found.map(({ patient, reasons }) => [patient.id, ...reasons])

describe('possible duplicate', () => {
  it('shares the date of birth and a similar name in any spelling [DUPL-01]', async () => {
    for (const [known, asked] of [
      ['Mohammed Al Hassan', 'Muhamad Hasan'],
      ['فاطمة الزهراء', 'Fatima Zahra'],
      ['Renée Müller', 'Renee Muller'],
      ['Katharina Schmidt', 'Katarina Schmitt'],
      ['Sarah Whitfield', 'Sara Witfield'],
    ] as const) {
      const dob = `19${10 + known.length}-02-03`
      const id = await registerPatient(receptionist, { fullName: known, dob })
      expect(briefly(await ask({ fullName: asked, dob })), asked).toEqual([[id, 'nameAndBirth']])
      expect(await ask({ fullName: asked, dob: '1980-12-31' }), asked).toEqual([])
    }
    expect(await ask({ fullName: 'Xavier Quinn', dob: '1928-02-03' })).toEqual([])
  })

  it('excludes another family name, even with the same given name, unless more agrees [DUPL-01]', async () => {
    const dob = '1966-06-06'
    const id = await registerPatient(receptionist, { fullName: 'Zed Two', email: 'zed@mail.test', dob })
    expect(await ask({ fullName: 'Zed Acceptance', dob })).toEqual([])
    expect(briefly(await ask({ fullName: 'Zed Acceptance', dob, email: 'zed@mail.test' }))).toEqual([
      [id, 'email'],
    ])
    for (const fullName of ['Zed', 'Zed Al Two', 'Two Zed', 'Zed Two Junior'])
      expect(briefly(await ask({ fullName, dob })), fullName).toEqual([[id, 'nameAndBirth']])
  })

  it('shares the EMR id or email in any case, and shows which [DUPL-01]', async () => {
    const fields = patientFields({ emrId: 'EMR-Ab12', email: 'Some.One@mail.test' })
    const id = await registerPatient(receptionist, fields)
    expect(briefly(await ask({ emrId: 'emr-aB12' }))).toEqual([[id, 'emrId']])
    expect(briefly(await ask({ email: 'SOME.one@mail.test' }))).toEqual([[id, 'email']])
    const [found] = await ask({ ...fields, emrId: 'EMR-AB12' })
    expect(found).toEqual({
      patient: {
        id,
        fullName: 'Layla Haddad',
        dateOfBirth: '1990-05-01',
        phone: { number: fields.phone },
        emrId: 'EMR-Ab12',
        email: 'Some.One@mail.test',
      },
      reasons: ['nameAndBirth', 'emrId', 'email'],
    })
  })

  it('comes in order of strength, up to a limit', async () => {
    const dob = '1971-07-07'
    const weak: number[] = []
    for (let number = 0; number < DUPLICATES_SHOWN + 2; number++)
      weak.push(await registerPatient(receptionist, { fullName: `Else${'abcdefg'[number]} Farouk`, dob }))
    const sameName = await registerPatient(receptionist, { fullName: 'Omar Farouk', dob })
    const sameEmrId = await registerPatient(receptionist, { fullName: 'Zed Unlike', emrId: 'EMR-77' })
    const found = briefly(await ask({ fullName: 'Omar Farouk', dob, emrId: 'EMR-77' }))
    expect(found).toHaveLength(DUPLICATES_SHOWN)
    expect(found.slice(0, 2)).toEqual([
      [sameEmrId, 'emrId'],
      [sameName, 'nameAndBirth'],
    ])
  })

  it('excludes the edited record itself, and one without anything in common', async () => {
    const fields = patientFields()
    const id = await registerPatient(receptionist, fields)
    expect(briefly(await ask(fields))).toHaveLength(1)
    expect(await ask({ ...fields, exceptId: id })).toEqual([])
    expect(await ask({})).toEqual([])
  })

  it('belongs to the own lab for any request [DUPL-02]', async () => {
    const fields = patientFields()
    const id = await registerPatient(receptionist, fields)
    const outsider = await app.signedIn('Receptionist')
    expect(await ask(fields, outsider)).toEqual([])
    expect(await ask({ ...fields, exceptId: id }, outsider)).toEqual([])
    const other = await registerPatient(outsider, fields)
    expect(briefly(await ask(fields))).toEqual([[id, 'nameAndBirth', 'emrId', 'email']])
    expect(await ask({ ...fields, exceptId: other }, outsider)).toEqual([])
  })

  it('appears to the Admin for an edited record, within its lab [DUPL-01 DUPL-02]', async () => {
    const fields = patientFields()
    const id = await registerPatient(receptionist, fields)
    const twin = await registerPatient(receptionist, fields)
    await registerPatient(await app.signedIn('Receptionist'), fields)
    expect(await ask(fields, admin)).toEqual([])
    expect(briefly(await ask({ ...fields, exceptId: id }, admin))).toEqual([
      [twin, 'nameAndBirth', 'emrId', 'email'],
    ])
  })

  it('needs values that could be registered', async () => {
    for (const question of [{ fullName: 'Al' }, { dob: '1990-02-31' }, { email: 'x' }, { emrId: 'x' }])
      expect((await receptionist.post('/patient/findDuplicates', question)).status).toBe(400)
  })
})

describe('registration that names the records it differs from', () => {
  const register = (fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
    receptionist.post('/user/patient/onboarding', fields, { headers })
  const idsOf = (data: { patient: { id: number } }[]) => data.map(({ patient }) => patient.id)
  const person = (changes?: Record<string, unknown>) =>
    patientFields({ emrId: undefined, email: undefined, ...changes })

  it('fails with the candidates while one of them is not named [SAFE-05]', async () => {
    const first = await registerPatient(receptionist, person())
    const second = await registerPatient(receptionist, person())
    const before = await app.database.query('select count(*)::int as count from patients')
    for (const differentFrom of [[], [first], [second, 999_999_999]]) {
      const refused = await register({ ...person(), differentFrom })
      expect(refused.status).toBe(409)
      expect(refused.body.message).toBe(REFUSAL.POSSIBLE_DUPLICATES)
      expect(idsOf(refused.body.data)).toEqual([first, second])
      expect(refused.body.data[0].reasons).toEqual(['nameAndBirth'])
    }
    expect(await app.database.query('select count(*)::int as count from patients')).toEqual(before)
    expect((await register({ ...person(), differentFrom: [first, second] })).status).toBe(200)
  })

  it('passes with the same email alone, which never hides a similar record [SAFE-43]', async () => {
    const shared = { email: 'family@mail.test', emrId: undefined }
    for (let count = 0; count < DUPLICATES_SHOWN + 1; count++) {
      const member = { ...shared, fullName: `${'ABCDEF'[count]}dam Farouk`, dob: `198${count}-03-04` }
      expect((await register(patientFields({ ...member, differentFrom: [] }))).status).toBe(200)
    }
    const similar = await registerPatient(
      receptionist,
      person({ fullName: 'Huda Nasser', dob: '2001-01-01' }),
    )
    const fields = patientFields({ ...shared, fullName: 'Huda Nasser', dob: '2001-01-01' })
    const refused = await register({ ...fields, differentFrom: [] })
    expect([refused.status, refused.body.data[0]?.patient.id]).toEqual([409, similar])
    expect(refused.body.data.slice(1).map(({ reasons }: { reasons: string[] }) => reasons)).toEqual(
      Array.from({ length: DUPLICATES_SHOWN - 1 }, () => ['email']),
    )
    expect((await register({ ...fields, differentFrom: [similar] })).status).toBe(200)
  })

  it('shows an unnamed record even when many named ones match [SAFE-05]', async () => {
    const known: number[] = []
    for (let count = 0; count < DUPLICATES_SHOWN + 1; count++)
      known.push(await registerPatient(receptionist, person()))
    const refused = await register({ ...person(), differentFrom: known.slice(0, DUPLICATES_SHOWN) })
    expect(refused.status).toBe(409)
    expect(idsOf(refused.body.data)).toEqual(known)
    expect((await register({ ...person(), differentFrom: known })).status).toBe(200)
  })

  it('succeeds for only one of two concurrent requests [SAFE-05]', async () => {
    const colleague = await app.signedIn('Receptionist', lab)
    for (let round = 0; round < 5; round++) {
      const dob = `196${round}-01-02`
      const responses = await Promise.all(
        [receptionist, colleague].map((client) =>
          client.post('/user/patient/onboarding', person({ dob, differentFrom: [] })),
        ),
      )
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
      const registered = responses.find(({ status }) => status === 200)
      const refused = responses.find(({ status }) => status === 409)
      expect(idsOf(refused?.body.data)).toEqual([registered?.body.data.id])
    }
  })

  it('never reveals records of another lab [DUPL-02 SAFE-05]', async () => {
    const outsider = await app.signedIn('Receptionist')
    await registerPatient(outsider, person())
    expect((await register({ ...person(), differentFrom: [] })).status).toBe(200)
  })

  it('answers a repeated request with the patient that it registered [SAFE-05]', async () => {
    const fields = { ...person(), differentFrom: [] }
    const key = { 'idempotency-key': 'sent-twice' }
    const first = await register(fields, key)
    const again = await register(fields, key)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body.data.id).toBe(first.body.data.id)
  })

  it('requires a short list of valid ids, and is unchecked without one [SAFE-05]', async () => {
    const many = Array.from({ length: DIFFERENT_FROM_MAX + 1 }, (_, index) => index + 1)
    for (const differentFrom of [many, [0], [-1], ['x'], [1.5], 'all', { 0: 1 }])
      expect((await register({ ...person(), differentFrom })).status, JSON.stringify(differentFrom)).toBe(400)
    expect((await register(person())).status).toBe(200)
    expect((await register(person())).status).toBe(200)
    expect((await register({ ...person({ dob: '1950-01-01' }), differentFrom: many.slice(1) })).status).toBe(
      200,
    )
  })
})
