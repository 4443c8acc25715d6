import { describe, expect, it } from 'vitest'
import { giveConsent } from '../../../testing/deliveries.ts'
import { startRecordsApp } from '../../../testing/patient-records.ts'
import { registerPatient } from '../../../testing/test-records.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const { app, doctor, admin, mergesInto, undo } = await stopAtEnd(startRecordsApp())

const choiceOf = async (id: number) => {
  const { language, consents } = (await doctor.get(`/patient/getDelivery/${id}`)).body.data
  const given = consents.filter((one: { isGiven: boolean }) => one.isGiven)
  return [language, ...given.map((one: { channel: string }) => one.channel)]
}
const merge = (survivorId: number, mergedId: number, delivery?: string) =>
  admin.post('/patient/merge', {
    survivorId,
    mergedId,
    reason: 'Registered twice',
    ...(delivery && { delivery }),
  })
/** The surviving record agreed to email in English, the other one to WhatsApp in Arabic. */
const pair = async () => {
  const survivor = await registerPatient(doctor)
  const merged = await registerPatient(doctor)
  await giveConsent(doctor, survivor, { email: true, whatsapp: false })
  await giveConsent(doctor, merged, { language: 'ar', email: false, whatsapp: true })
  return [survivor, merged] as const
}

describe('language and consents at a merge', () => {
  it('appear side by side and stay those of the surviving record [DELIV-41]', async () => {
    const [survivor, merged] = await pair()
    const preview = await admin.post('/patient/previewMerge', { survivorId: survivor, mergedId: merged })
    expect(preview.body.data).toMatchObject({
      survivor: { delivery: { language: 'en', consents: { email: true, sms: false, whatsapp: false } } },
      merged: { delivery: { language: 'ar', consents: { email: false, sms: false, whatsapp: true } } },
    })
    expect((await merge(survivor, merged)).status).toBe(200)
    expect(await choiceOf(survivor)).toEqual(['en', 'email'])
    expect((await merge(survivor, await registerPatient(doctor), 'neither')).status).toBe(400)
  })

  it('come from the other record by choice, and return with the undoing of the merge [DELIV-41]', async () => {
    const [survivor, merged] = await pair()
    expect((await merge(survivor, merged, 'merged')).status).toBe(200)
    expect(await choiceOf(survivor)).toEqual(['ar', 'whatsapp'])
    const rows = await app.database.query(
      `select c.channel, c.is_given, u.full_name from patient_consents c join users u on u.id = c.recorded_by
        where c.patient_id = $1 order by c.id`,
      [survivor],
    )
    expect(rows).toEqual([
      { channel: 'email', is_given: true, full_name: 'Doctor Person' },
      { channel: 'email', is_given: false, full_name: 'Admin Person' },
      { channel: 'whatsapp', is_given: true, full_name: 'Admin Person' },
    ])
    const [latest] = await mergesInto(survivor)
    expect((await undo(latest.id)).status).toBe(200)
    expect(await choiceOf(survivor)).toEqual(['en', 'email'])
    expect(await choiceOf(merged)).toEqual(['ar', 'whatsapp'])
  })

  it('keep a user’s later changes of other fields [DELIV-41]', async () => {
    const [survivor, merged] = [await registerPatient(doctor), await registerPatient(doctor)]
    await merge(survivor, merged, 'merged')
    await giveConsent(doctor, survivor, { language: 'ar', email: true, whatsapp: false })
    const [latest] = await mergesInto(survivor)
    expect((await undo(latest.id)).status).toBe(200)
    expect(await choiceOf(survivor)).toEqual(['ar', 'email'])
  })

  it('keep what was changed since the merge when it is undone [DELIV-41]', async () => {
    const [survivor, merged] = await pair()
    await merge(survivor, merged, 'merged')
    await giveConsent(doctor, survivor, { language: 'ar', email: false, whatsapp: false })
    const [latest] = await mergesInto(survivor)
    expect((await undo(latest.id)).status).toBe(200)
    // The consent to WhatsApp was withdrawn after the merge, so the undo does not restore it.
    expect(await choiceOf(survivor)).toEqual(['en', 'email'])
  })
})
