import { describe, expect, it } from 'vitest'
import { giveConsent, startDeliveriesApp } from '../../../testing/deliveries.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { registerPatient } from '../../../testing/test-records.ts'

const suite = await stopAtEnd(startDeliveriesApp())
const { app, lab, doctor, admin } = suite

const read = async (id: number, client = doctor) => (await client.get(`/patient/getDelivery/${id}`)).body.data

const recordedConsents = (id: number) =>
  app.database.query(
    `select c.channel, c.is_given, c.wording_version, u.full_name from patient_consents c
       join users u on u.id = c.recorded_by where c.patient_id = $1 order by c.id`,
    [id],
  )

const activityOf = (id: number) =>
  app.database.query(
    `select summary, actor_name, lab_id from activity_log
      where action = 'patient.delivery' and object_id = $1 order by id`,
    [id],
  )

describe('language and consents of a patient', () => {
  it('start as English and not given until they are recorded [DELIV-01]', async () => {
    const id = await registerPatient(doctor)
    expect(await read(id)).toEqual({
      language: 'en',
      consents: [
        { channel: 'email', isGiven: false, recorded: null },
        { channel: 'sms', isGiven: false, recorded: null },
        { channel: 'whatsapp', isGiven: false, recorded: null },
      ],
    })
  })

  it('come with the registration [DELIV-01]', async () => {
    const delivery = { language: 'ar', consents: { email: true, whatsapp: false } }
    const id = await registerPatient(doctor, { delivery })
    const { language, consents } = await read(id)
    expect(language).toBe('ar')
    expect(consents).toMatchObject([
      { channel: 'email', isGiven: true, recorded: { wordingVersion: 1 } },
      { channel: 'sms', isGiven: false, recorded: null },
      { channel: 'whatsapp', isGiven: false, recorded: null },
    ])
  })

  it('carry time, staff member and wording version [DELIV-01]', async () => {
    const id = await registerPatient(doctor)
    const receptionist = await app.signedIn('Receptionist', lab)
    const answer = await giveConsent(receptionist, id, { language: 'ar', whatsapp: false })
    expect([answer.status, answer.body.message]).toEqual([200, 'Changes saved successfully'])
    expect(answer.body.data).toEqual({
      language: 'ar',
      consents: [
        {
          channel: 'email',
          isGiven: true,
          recorded: { at: expect.any(String), by: { fullName: 'Receptionist Person' }, wordingVersion: 1 },
        },
        { channel: 'sms', isGiven: false, recorded: null },
        { channel: 'whatsapp', isGiven: false, recorded: null },
      ],
    })
    expect(await read(id)).toEqual(answer.body.data)
    expect(await activityOf(id)).toEqual([
      {
        summary: `Changed how patient ZL-${id} is reached: language Arabic, consent to email given`,
        actor_name: 'Receptionist Person',
        lab_id: lab.id,
      },
    ])
  })

  it('keep every change, and record nothing without a difference [DELIV-01]', async () => {
    const id = await registerPatient(doctor)
    await giveConsent(doctor, id)
    await giveConsent(doctor, id)
    await giveConsent(admin, id, { email: false })
    const left = { wording_version: 1 }
    expect(await recordedConsents(id)).toEqual([
      { ...left, channel: 'email', is_given: true, full_name: 'Doctor Person' },
      { ...left, channel: 'whatsapp', is_given: true, full_name: 'Doctor Person' },
      { ...left, channel: 'email', is_given: false, full_name: 'Admin Person' },
    ])
    expect(await activityOf(id)).toHaveLength(2)
    expect((await read(id)).consents[0]).toMatchObject({
      isGiven: false,
      recorded: { by: { fullName: 'Admin Person' } },
    })
  })

  it('appear once when two users record them at the same time [DELIV-01]', async () => {
    const id = await registerPatient(doctor)
    await Promise.all([giveConsent(doctor, id), giveConsent(admin, id), giveConsent(doctor, id)])
    expect(await recordedConsents(id)).toHaveLength(2)
  })

  it('answer with the surviving record for the id of a merged one [DELIV-01]', async () => {
    const survivorId = await registerPatient(doctor)
    const mergedId = await registerPatient(doctor)
    const merge = await admin.post('/patient/merge', { survivorId, mergedId, keep: {}, reason: 'duplicate' })
    expect(merge.status, JSON.stringify(merge.body)).toBe(200)
    expect((await giveConsent(doctor, mergedId, { language: 'ar' })).status).toBe(200)
    expect(await recordedConsents(survivorId)).toHaveLength(2)
    expect(await read(mergedId)).toEqual(await read(survivorId))
    expect(await recordedConsents(mergedId)).toEqual([])
  })

  it('stay hidden from users of other labs [DELIV-12]', async () => {
    const id = await registerPatient(doctor)
    const outsider = await app.signedIn('Doctor')
    const foreign = await giveConsent(outsider, id)
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual((await giveConsent(outsider, 999_999)).body)
    expect((await outsider.get(`/patient/getDelivery/${id}`)).status).toBe(404)
    expect(await recordedConsents(id)).toEqual([])
  })

  it('change where asked to, and keep what another user withdrew meanwhile [DELIV-02]', async () => {
    const id = await registerPatient(doctor)
    const receptionist = await app.signedIn('Receptionist', lab)
    const change = (client: typeof doctor, changes: object) =>
      client.put(`/patient/updateDelivery/${id}`, changes)
    await giveConsent(doctor, id, { language: 'ar', email: false })
    await Promise.all([
      change(doctor, { consents: { whatsapp: false } }),
      change(receptionist, { consents: { email: true } }),
    ])
    const { language, consents } = await read(id)
    expect(language).toBe('ar')
    expect(consents).toMatchObject([
      { channel: 'email', isGiven: true },
      { channel: 'sms', isGiven: false },
      { channel: 'whatsapp', isGiven: false },
    ])
    expect((await change(doctor, { language: 'en' })).body.data).toEqual({ language: 'en', consents })
  })

  it('go with a record that is deleted [DELIV-01]', async () => {
    const id = await registerPatient(doctor)
    await giveConsent(doctor, id, { language: 'ar' })
    expect((await admin.delete(`/patient/delete/${id}`)).status).toBe(200)
    expect(await recordedConsents(id)).toEqual([])
  })
})
