import { randomUUID } from 'node:crypto'
import { DELEGATES_MAX, type Delegate } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import {
  addDelegate,
  delegateFields,
  guardianFields,
  newDelegate,
  storeDelegates,
} from '../../../testing/delegates.ts'
import { startDeliveriesApp } from '../../../testing/deliveries.ts'
import { registerPatient } from '../../../testing/test-records.ts'
import { ENDED_DELEGATES_SHOWN } from './delegates.repository.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const TODAY = '2026-06-10'

const { app, lab, doctor, admin } = await stopAtEnd(
  startDeliveriesApp({
    clock: { now: () => new Date(`${TODAY}T12:00:00Z`) },
  }),
)

const list = async (patientId: number, client = doctor): Promise<Delegate[]> =>
  (await client.get(`/patient/getDelegates/${patientId}`)).body.data
const change = (id: number, fields = delegateFields(), client = doctor, headers = {}) =>
  client.put(`/patient/changeDelegate/${id}`, fields, { headers })
const end = (id: number, client = doctor, headers = {}) =>
  client.post(`/patient/endDelegate/${id}`, {}, { headers })

const rowsOf = (patientId: number) =>
  app.database.query<{ id: number; end_reason: string | null; wording_version: number }>(
    'select id, end_reason, wording_version from patient_delegates where patient_id = $1 order by id',
    [patientId],
  )
const activityOf = async (patientId: number) =>
  (
    await app.database.query<{ summary: string; actor_name: string; lab_id: number }>(
      `select summary, actor_name, lab_id from activity_log
        where action = 'patient.delegate' and object_id = $1 order by id`,
      [patientId],
    )
  ).map(({ summary, actor_name: name, lab_id: labId }) => [summary, name, labId])

describe('adding a guardian or delegate', () => {
  it('records contacts, document, days and the user [DELEG-01]', async () => {
    const patientId = await registerPatient(doctor)
    expect(await list(patientId)).toEqual([])
    const receptionist = await app.signedIn('Receptionist', lab)
    const answer = await addDelegate(receptionist, patientId, delegateFields({ validUntil: '2027-01-31' }))
    expect([answer.status, answer.body.message]).toEqual([200, 'Changes saved successfully'])
    expect(answer.body.data).toEqual({
      id: expect.any(Number),
      kind: 'delegate',
      fullName: 'Samir Haddad',
      relation: 'spouse',
      language: 'en',
      email: 'samir@mail.test',
      phone: '+971507654321',
      documentSeen: 'Marriage certificate 88',
      validFrom: '2020-01-01',
      validUntil: '2027-01-31',
      endsOn: '2027-02-01',
      isActive: true,
      recorded: { at: expect.any(String), by: { fullName: 'Receptionist Person' } },
      ended: null,
    })
    expect(await list(patientId)).toEqual([answer.body.data])
    expect(await rowsOf(patientId)).toMatchObject([{ wording_version: 1 }])
    const { id } = answer.body.data
    expect(await activityOf(patientId)).toEqual([
      [`Added delegate #${id} of patient ZL-${patientId}`, 'Receptionist Person', lab.id],
    ])
  })

  it('happens once with a repeated idempotency key, also at the same moment [DELEG-01]', async () => {
    const patientId = await registerPatient(doctor)
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      [1, 2, 3].map(() => addDelegate(doctor, patientId, delegateFields(), headers)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.data.id as number)).size).toBe(1)
    expect(await rowsOf(patientId)).toHaveLength(1)
  })

  it('fails without a contact, with days in the wrong order or in the past [DELEG-01]', async () => {
    const patientId = await registerPatient(doctor)
    const refused = async (changes: object) => {
      const { status, body } = await addDelegate(doctor, patientId, delegateFields({ ...changes }))
      return [status, body.errors?.[0]]
    }
    expect(await refused({ email: '', phone: '' })).toEqual([
      400,
      { path: 'email', message: 'Please enter an email address or a phone number' },
    ])
    expect(await refused({ validFrom: '2027-01-02', validUntil: '2027-01-01' })).toEqual([
      400,
      { path: 'validUntil', message: 'The last day must not be before the first' },
    ])
    expect(await refused({ validUntil: '2026-06-09' })).toEqual([
      400,
      { path: 'validUntil', message: 'The last day must not be in the past' },
    ])
    expect((await refused({ validUntil: '2200-01-01' }))[0]).toBe(400)
    expect((await refused({ validFrom: '1899-12-31' }))[0]).toBe(400)
    expect((await refused({ documentSeen: 'x'.repeat(101) }))[0]).toBe(400)
    expect(await rowsOf(patientId)).toEqual([])
    expect((await refused({ validFrom: '1900-01-01', validUntil: '2199-12-31', phone: '' }))[0]).toBe(200)
    expect((await refused({ validUntil: TODAY, email: '' }))[0]).toBe(200)
  })

  it('gives access from the first day to the last [DELEG-01]', async () => {
    const patientId = await registerPatient(doctor)
    const add = (changes: object) => newDelegate(doctor, patientId, delegateFields({ ...changes }))
    const later = await add({ validFrom: '2026-06-11' })
    const today = await add({ validFrom: TODAY, validUntil: TODAY })
    const listed = (await list(patientId)).map(({ id, isActive, endsOn }) => [id, isActive, endsOn])
    expect(listed).toEqual([
      [today, true, '2026-06-11'],
      [later, false, null],
    ])
  })

  it('refuses a guardian of an adult [DELEG-02]', async () => {
    const refusal = async (dob: string, kind: string) => {
      const patientId = await registerPatient(doctor, { dob })
      const { status, body } = await addDelegate(doctor, patientId, delegateFields({ kind }))
      return [status, body.code, body.errors?.[0].path]
    }
    expect(await refusal('2008-06-10', 'guardian')).toEqual([400, 'GUARDIAN_OF_ADULT', 'kind'])
    expect((await refusal('2008-06-10', 'delegate'))[0]).toBe(200)
    expect((await refusal('2008-06-11', 'guardian'))[0]).toBe(200)
  })

  it('fails beyond the limit, even at the same moment; ended ones do not count [DELEG-03]', async () => {
    const patientId = await registerPatient(doctor)
    await storeDelegates(app, [patientId], { kind: 'delegate', validUntil: '2026-06-09' })
    for (let count = 1; count < DELEGATES_MAX; count++) await newDelegate(doctor, patientId)
    const answers = await Promise.all([1, 2, 3].map(() => addDelegate(doctor, patientId)))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'DELEGATE_LIMIT'],
      [409, 'DELEGATE_LIMIT'],
    ])
    const added = answers.find(({ status }) => status === 200)?.body.data as Delegate
    expect((await change(added.id)).status).toBe(200)
    const [first] = await list(patientId)
    expect((await end(first?.id ?? 0)).status).toBe(200)
    expect((await addDelegate(doctor, patientId)).status).toBe(200)
  })
})

describe('changing and ending a guardian or delegate', () => {
  it('ends the row with a change and adds another one [DELEG-04]', async () => {
    const patientId = await registerPatient(doctor, { dob: '2015-01-01' })
    const id = await newDelegate(doctor, patientId, guardianFields())
    const changed = await change(id, delegateFields({ phone: '' }), admin)
    expect([changed.status, changed.body.message]).toEqual([200, 'Changes saved successfully'])
    const newId = changed.body.data.id as number
    expect(changed.body.data).toMatchObject({ kind: 'delegate', phone: null, ended: null })
    const [current, former] = await list(patientId)
    expect(current).toEqual(changed.body.data)
    expect(former).toMatchObject({
      id,
      isActive: false,
      ended: { at: expect.any(String), reason: 'changed', by: { fullName: 'Admin Person' } },
    })
    expect((await activityOf(patientId)).at(-1)).toEqual([
      `Replaced guardian #${id} by delegate #${newId} of patient ZL-${patientId}`,
      'Admin Person',
      lab.id,
    ])
    const adult = await registerPatient(doctor)
    const refused = await change(await newDelegate(doctor, adult), guardianFields())
    expect([refused.status, refused.body.code]).toEqual([400, 'GUARDIAN_OF_ADULT'])
    expect(await rowsOf(adult)).toMatchObject([{ end_reason: null }])
  })

  it('records who ended it [DELEG-04]', async () => {
    const patientId = await registerPatient(doctor)
    const id = await newDelegate(doctor, patientId)
    const answer = await end(id)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      id,
      isActive: false,
      ended: { reason: 'staff', by: { fullName: 'Doctor Person' } },
    })
    expect((await activityOf(patientId)).at(-1)?.[0]).toBe(
      `Ended the access of delegate #${id} of patient ZL-${patientId}`,
    )
  })

  it('happens once with a repeated idempotency key [DELEG-04]', async () => {
    const patientId = await registerPatient(doctor)
    const id = await newDelegate(doctor, patientId)
    const headers = () => ({ 'idempotency-key': randomUUID() })
    const [changeKey, endKey] = [headers(), headers()]
    const first = await change(id, delegateFields(), doctor, changeKey)
    const again = await change(id, delegateFields(), doctor, changeKey)
    expect([again.status, again.body]).toEqual([200, first.body])
    const newId = first.body.data.id as number
    const ended = await end(newId, doctor, endKey)
    expect((await end(newId, doctor, endKey)).body).toEqual(ended.body)
    expect(await rowsOf(patientId)).toHaveLength(2)
    expect(await activityOf(patientId)).toHaveLength(3)
  })

  it('fails once the access has ended [DELEG-04]', async () => {
    const patientId = await registerPatient(doctor)
    const id = await newDelegate(doctor, patientId)
    const [passed] = await storeDelegates(app, [patientId], { kind: 'delegate', validUntil: '2026-06-09' })
    const [grown] = await storeDelegates(app, [patientId], { kind: 'guardian' })
    await end(id)
    for (const ended of [id, passed ?? 0, grown ?? 0, 999_999])
      for (const answer of [await change(ended), await end(ended)])
        expect([answer.status, answer.body.code]).toEqual([404, 'DELEGATE_NOT_FOUND'])
    const reasons = (await list(patientId)).map((one) => [one.id, one.ended?.reason, one.ended?.by?.fullName])
    expect(reasons).toEqual(
      expect.arrayContaining([
        [passed, 'expired', undefined],
        [grown, 'adult', undefined],
      ]),
    )
  })

  it('succeeds for one of two users at the same time [DELEG-04]', async () => {
    const patientId = await registerPatient(doctor)
    const id = await newDelegate(doctor, patientId)
    const answers = await Promise.all([change(id), change(id, delegateFields(), admin), end(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect((await list(patientId)).filter(({ ended }) => !ended).length).toBeLessThanOrEqual(1)
  })

  it('keeps the newest ended ones in the list [DELEG-04]', async () => {
    const patientId = await registerPatient(doctor)
    const ids = await storeDelegates(
      app,
      Array.from({ length: ENDED_DELEGATES_SHOWN + 2 }, () => patientId),
      { kind: 'delegate' },
    )
    await app.database.execute(
      `update patient_delegates set ended_at = now() - make_interval(days => id::integer), end_reason = 'expired'
        where patient_id = $1`,
      [patientId],
    )
    expect((await list(patientId)).map(({ id }) => id)).toEqual(ids.slice(0, ENDED_DELEGATES_SHOWN))
  })
})

describe('guardians and delegates', () => {
  it('stay hidden from users of other labs [DELEG-05]', async () => {
    const patientId = await registerPatient(doctor)
    const id = await newDelegate(doctor, patientId)
    const outsider = await app.signedIn('Doctor')
    const foreign = await addDelegate(outsider, patientId)
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual((await addDelegate(outsider, 999_999)).body)
    const unknown = await end(999_999, outsider)
    for (const answer of [await change(id, delegateFields(), outsider), await end(id, outsider)])
      expect([answer.status, answer.body]).toEqual([404, unknown.body])
    const read = await outsider.get(`/patient/getDelegates/${patientId}`)
    expect([read.status, read.body]).toEqual([404, (await outsider.get('/patient/getDelegates/999999')).body])
    expect(await rowsOf(patientId)).toMatchObject([{ end_reason: null }])
    expect(await list(patientId, admin)).toHaveLength(1)
  })

  it('follow a merge to the surviving record and return when it is undone [DELEG-05]', async () => {
    const survivorId = await registerPatient(doctor)
    const mergedId = await registerPatient(doctor)
    const own = await newDelegate(doctor, survivorId)
    const moving = await newDelegate(doctor, mergedId, delegateFields({ fullName: 'Huda Haddad' }))
    const merge = await admin.post('/patient/merge', { survivorId, mergedId, keep: {}, reason: 'duplicate' })
    expect(merge.status, JSON.stringify(merge.body)).toBe(200)
    expect((await list(survivorId)).map(({ id }) => id)).toEqual([own, moving])
    expect(await list(mergedId)).toEqual(await list(survivorId))
    const changed = (await change(moving, delegateFields({ fullName: 'Huda H. Haddad' }))).body.data
      .id as number
    const added = await newDelegate(doctor, mergedId)
    const [{ id: mergeId }] = (await admin.get(`/patient/getMerges/${survivorId}`)).body.data
    expect((await admin.post(`/patient/undoMerge/${mergeId}`)).status).toBe(200)
    const open = async (id: number) => (await list(id)).filter(({ ended }) => !ended).map((one) => one.id)
    expect(await open(survivorId)).toEqual([own, added])
    expect(await open(mergedId)).toEqual([changed])
  })

  it('go with a record that is deleted [DELEG-05]', async () => {
    const patientId = await registerPatient(doctor)
    await newDelegate(doctor, patientId)
    expect((await admin.delete(`/patient/delete/${patientId}`)).status).toBe(200)
    expect(await rowsOf(patientId)).toEqual([])
  })
})
