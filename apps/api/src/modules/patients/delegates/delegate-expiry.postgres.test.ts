import type { Delegate } from '@zelab/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  delegateFields,
  messageStates,
  newDelegate,
  storeDelegates,
  storeMessage,
} from '../../../testing/delegates.ts'
import { startDeliveriesApp } from '../../../testing/deliveries.ts'
import { TEST_TIME_ZONE } from '../../../testing/test-app.ts'
import { untilWaitsForLocks } from '../../../testing/test-database.ts'
import { publishReport, registerPatient } from '../../../testing/test-records.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

let now = new Date()
const { app, lab, doctor, admin, type } = await stopAtEnd(startDeliveriesApp({ clock: { now: () => now } }))
beforeEach(async () => {
  now = new Date()
  await app.database.execute('delete from patient_delegates')
})

const runJob = () => app.services.delegateExpiry.run()
const setTimeZone = async (timeZone: string) => {
  const general = (await admin.get('/settings/general')).body.data
  expect((await admin.put('/settings/general', { ...general, timeZone })).status).toBe(200)
}
const list = async (patientId: number): Promise<Delegate[]> =>
  (await doctor.get(`/patient/getDelegates/${patientId}`)).body.data
const noted = (id: number) =>
  app.database.one<{ reason: string | null; by: number | null }>(
    'select end_reason as reason, ended_by as by from patient_delegates where id = $1',
    [id],
  )
const storeOne = async (patientId: number, options: Parameters<typeof storeDelegates>[2] = {}) =>
  (await storeDelegates(app, [patientId], options))[0] ?? 0

const stateAt = async (moment: string, patientId: number, id: number) => {
  now = new Date(moment)
  const shown = (await list(patientId)).find((one) => one.id === id)
  await runJob()
  const { reason } = await noted(id)
  return { isActive: shown?.isActive, shown: shown?.ended?.reason, noted: reason ?? undefined }
}
const ACTIVE = { isActive: true, shown: undefined, noted: undefined }
const ended = (reason: string) => ({ isActive: false, shown: reason, noted: reason })

describe('the access of a guardian', () => {
  it('ends at midnight of the 18th birthday in the time zone of the lab [DELEG-06]', async () => {
    const patientId = await registerPatient(doctor, { dob: '2008-03-15' })
    const id = await storeOne(patientId)
    expect(await stateAt('2026-03-14T19:59:00Z', patientId, id)).toEqual(ACTIVE)
    expect(await stateAt('2026-03-14T20:10:00Z', patientId, id)).toEqual(ended('adult'))
    const [shown] = await list(patientId)
    expect(shown).toMatchObject({ endsOn: '2026-03-15', ended: { reason: 'adult', by: null } })
    const entries = await app.database.query(
      `select summary, actor_name, lab_id from activity_log where action = 'patient.delegate' and object_id = $1`,
      [patientId],
    )
    expect(entries).toEqual([
      {
        summary: `The access of guardian #${id} of patient ZL-${patientId} ended: the patient is an adult`,
        actor_name: null,
        lab_id: lab.id,
      },
    ])
  })

  it('ends at 00:10 in zones with any distance from UTC [DELEG-06]', async () => {
    const patientId = await registerPatient(doctor, { dob: '2008-03-15' })
    for (const [zone, before, after] of [
      ['America/New_York', '2026-03-15T03:59:00Z', '2026-03-15T04:10:00Z'],
      ['Asia/Kolkata', '2026-03-14T18:29:00Z', '2026-03-14T18:40:00Z'],
      ['Asia/Kathmandu', '2026-03-14T18:14:00Z', '2026-03-14T18:25:00Z'],
      ['Pacific/Kiritimati', '2026-03-14T09:59:00Z', '2026-03-14T10:10:00Z'],
      ['Pacific/Pago_Pago', '2026-03-15T10:59:00Z', '2026-03-15T11:10:00Z'],
    ] as const) {
      await setTimeZone(zone)
      const id = await storeOne(patientId)
      expect([zone, await stateAt(before, patientId, id)]).toEqual([zone, ACTIVE])
      expect([zone, await stateAt(after, patientId, id)]).toEqual([zone, ended('adult')])
    }
    await setTimeZone(TEST_TIME_ZONE)
  })

  it('ends on 28 February for a patient born on 29 February [DELEG-06]', async () => {
    const patientId = await registerPatient(doctor, { dob: '2008-02-29' })
    const id = await storeOne(patientId)
    expect(await stateAt('2026-02-27T19:59:00Z', patientId, id)).toEqual(ACTIVE)
    expect(await stateAt('2026-02-27T20:10:00Z', patientId, id)).toEqual(ended('adult'))
  })

  it('ends at the age that the lab has chosen [DELEG-06]', async () => {
    const patientId = await registerPatient(doctor, { dob: '2010-03-15' })
    await app.database.execute('insert into lab_delivery_settings (lab_id, adult_age) values ($1, 16)', [
      lab.id,
    ])
    const id = await storeOne(patientId)
    expect(await stateAt('2026-03-14T12:00:00Z', patientId, id)).toEqual(ACTIVE)
    expect(await stateAt('2026-03-15T12:00:00Z', patientId, id)).toEqual(ended('adult'))
    await app.database.execute('delete from lab_delivery_settings')
  })

  it('ends with the last day if that is before the birthday [DELEG-06]', async () => {
    const patientId = await registerPatient(doctor, { dob: '2008-03-15' })
    const earlier = await storeOne(patientId, { validUntil: '2026-03-13' })
    const later = await storeOne(patientId, { validUntil: '2026-03-20' })
    expect(await stateAt('2026-03-14T12:00:00Z', patientId, earlier)).toEqual(ended('expired'))
    expect(await stateAt('2026-03-15T12:00:00Z', patientId, later)).toEqual(ended('adult'))
  })

  it('follows the surviving record after a merge [DELEG-06]', async () => {
    const survivorId = await registerPatient(doctor, { dob: '2000-03-15' })
    const mergedId = await registerPatient(doctor, { dob: '2020-03-15' })
    const id = await storeOne(mergedId)
    await runJob()
    expect((await noted(id)).reason).toBeNull()
    const merge = await admin.post('/patient/merge', { survivorId, mergedId, keep: {}, reason: 'duplicate' })
    expect(merge.status, JSON.stringify(merge.body)).toBe(200)
    await runJob()
    expect((await noted(id)).reason).toBe('adult')
  })
})

describe('the access of a delegate', () => {
  it('includes the last day and needs no birthday [DELEG-06]', async () => {
    const patientId = await registerPatient(doctor, { dob: '2008-03-15' })
    const bounded = await storeOne(patientId, { kind: 'delegate', validUntil: '2026-03-20' })
    const open = await storeOne(patientId, { kind: 'delegate' })
    expect(await stateAt('2026-03-20T19:59:00Z', patientId, bounded)).toEqual(ACTIVE)
    expect(await stateAt('2026-03-20T20:10:00Z', patientId, bounded)).toEqual(ended('expired'))
    expect(await stateAt('2199-12-31T12:00:00Z', patientId, open)).toEqual(ACTIVE)
  })
})

describe('messages and links of a person whose access ends', () => {
  const sent = async (fields = delegateFields()) => {
    const patientId = await registerPatient(doctor)
    const reportId = (await publishReport(doctor, patientId, type)).id
    const delegateId = await newDelegate(doctor, patientId, fields)
    const otherId = await newDelegate(doctor, patientId)
    const about = { reportId, delegateId }
    const messages = [
      await storeMessage(app, { ...about, state: 'queued' }),
      await storeMessage(app, { ...about, state: 'queued', purpose: 'sent-in-error' }),
      await storeMessage(app, { ...about, state: 'sent' }),
      await storeMessage(app, { ...about, state: 'queued', delegateId: otherId }),
      await storeMessage(app, { ...about, state: 'sent', delegateId: null }),
    ]
    return { delegateId, messages }
  }
  const REST = { failure: null, revocation: null, sessions: 0, events: null }
  const ENDED = [
    { ...REST, state: 'canceled', failure: 'access-ended', events: ['canceled access-ended'] },
    { ...REST, state: 'queued' },
    { ...REST, state: 'sent', revocation: 'access-ended', events: ['revoked access-ended'] },
    { ...REST, state: 'queued' },
    { ...REST, state: 'sent', sessions: 1 },
  ]

  it('end with the staff’s decision [DELEG-07]', async () => {
    const { delegateId, messages } = await sent()
    await doctor.post(`/patient/endDelegate/${delegateId}`, {})
    expect(await messageStates(app, messages)).toEqual(ENDED)
  })

  it('end with a change, even when the contacts stay the same [DELEG-07]', async () => {
    const { delegateId, messages } = await sent()
    await doctor.put(`/patient/changeDelegate/${delegateId}`, delegateFields())
    expect(await messageStates(app, messages)).toEqual(ENDED)
  })

  it('end with the day, once, also for two jobs at the same time [DELEG-07]', async () => {
    now = new Date('2026-01-10T12:00:00Z')
    const { delegateId, messages } = await sent(delegateFields({ validUntil: '2026-01-10' }))
    await runJob()
    expect((await noted(delegateId)).reason).toBeNull()
    now = new Date('2026-01-10T20:10:00Z')
    await Promise.all([runJob(), runJob()])
    expect(await noted(delegateId)).toEqual({ reason: 'expired', by: null })
    expect(await messageStates(app, messages)).toEqual(ENDED)
    await runJob()
    expect(await messageStates(app, messages)).toEqual(ENDED)
  })

  it('include a message that is being requested when the job begins [DELEG-07]', async () => {
    const patientId = await registerPatient(doctor)
    const reportId = (await publishReport(doctor, patientId, type)).id
    const delegateId = await storeOne(patientId)
    const job = await app.database.transaction(async (tx) => {
      await tx.execute('select 1 from patients where id = $1 for share', [patientId])
      const running = runJob()
      await untilWaitsForLocks(app.database, 1)
      await tx.execute(
        `insert into deliveries (report_id, lab_id, report_version, channel, purpose, contact, language,
                                 template_version, state, due_at, delegate_id)
         values ($1, $2, 1, 'email', 'report', 'samir@mail.test', 'en', 1, 'queued', now(), $3)`,
        [reportId, lab.id, delegateId],
      )
      return { running }
    })
    await job.running
    expect(
      await app.database.query('select state, failure from deliveries where delegate_id = $1', [delegateId]),
    ).toEqual([{ state: 'canceled', failure: 'access-ended' }])
  })

  it('end for a thousand in batches [DELEG-07]', async () => {
    const patientIds = [await registerPatient(doctor), await registerPatient(doctor)]
    const ids = await storeDelegates(
      app,
      Array.from({ length: 1000 }, (_, index) => patientIds[index % 2] ?? 0),
    )
    await Promise.all([runJob(), runJob(), runJob()])
    const { left } = await app.database.one<{ left: number }>(
      `select count(*)::integer as left from patient_delegates where id = any($1) and ended_at is null`,
      [ids],
    )
    expect(left).toBe(0)
    const { entries } = await app.database.one<{ entries: number }>(
      `select count(*)::integer as entries from activity_log
        where action = 'patient.delegate' and actor_id is null and object_id = any($1)`,
      [patientIds],
    )
    expect(entries).toBe(1000)
  })
})
