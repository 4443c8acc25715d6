import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../testing/test-app.ts'

const app = await useTestApp()
const admin = await app.signedIn('Admin')
const lab = await app.createLab('Harbour Lab')

const DEFAULTS = {
  linkDays: 30,
  isAutomatic: false,
  quietFromHour: 21,
  quietUntilHour: 8,
  senderName: null,
  adultAge: 18,
  slipPaper: 'a4',
}
const read = async () => (await admin.get(`/lab/getDeliverySettings/${lab.id}`)).body.data
const change = (changes: object, client = admin, id = lab.id) =>
  client.put(`/lab/updateDeliverySettings/${id}`, { ...DEFAULTS, ...changes })

describe('how a lab sends reports', () => {
  it('changes by the Admin alone, and leaves an activity entry [DELIV-14]', async () => {
    expect(await read()).toMatchObject(DEFAULTS)
    const answer = await change({ linkDays: 7, isAutomatic: true, quietUntilHour: 9 })
    expect([answer.status, answer.body.message]).toEqual([200, 'Changes saved successfully'])
    expect(await read()).toMatchObject({ ...DEFAULTS, linkDays: 7, isAutomatic: true, quietUntilHour: 9 })
    for (const role of ['Doctor', 'Technician', 'Receptionist'] as const) {
      const client = await app.signedIn(role, lab)
      expect((await change({}, client)).status).toBe(403)
      expect((await client.get(`/lab/getDeliverySettings/${lab.id}`)).status).toBe(403)
    }
    expect(
      await app.database.query(
        "select summary, lab_id from activity_log where action = 'lab.update' and object_id = $1",
        [lab.id],
      ),
    ).toEqual([{ summary: 'Changed how the lab Harbour Lab sends reports to patients', lab_id: lab.id }])
  })

  it('rejects values outside the limits and unknown labs [DELIV-14]', async () => {
    for (const changes of [{ linkDays: 0 }, { linkDays: 91 }, { quietFromHour: 24 }, { quietUntilHour: -1 }])
      expect((await change(changes)).status, JSON.stringify(changes)).toBe(400)
    expect((await change({}, admin, 999_999)).status).toBe(404)
    expect((await admin.get('/lab/getDeliverySettings/999999')).status).toBe(404)
  })

  it('includes the name of the sender and the age that ends a guardian’s access [SMS-10]', async () => {
    await change({ senderName: ' Harbour ', adultAge: 21 })
    expect(await read()).toMatchObject({ senderName: 'Harbour', adultAge: 21 })
    // Pages of an earlier version omit these fields.
    await change({ linkDays: 9, senderName: undefined, adultAge: undefined })
    expect(await read()).toMatchObject({ linkDays: 9, senderName: 'Harbour', adultAge: 21 })
    for (const changes of [
      { senderName: 'AB' },
      { senderName: 'TwelveLetter' },
      { senderName: '1Lab' },
      { senderName: 'مختبر' },
      { adultAge: 13 },
      { adultAge: 26 },
    ])
      expect((await change(changes)).status, JSON.stringify(changes)).toBe(400)
    await change({ senderName: '' })
    expect(await read()).toMatchObject({ senderName: null, adultAge: 18 })
  })

  it('accepts settings from an earlier version of the application [SMS-10]', async () => {
    const { senderName: _, adultAge: __, slipPaper: ___, ...earlier } = DEFAULTS
    const answer = await admin.put(`/lab/updateDeliverySettings/${lab.id}`, earlier)
    expect([answer.status, answer.body.data]).toMatchObject([200, DEFAULTS])
  })

  it('includes the paper of slips, A4 at first [SLIP-01]', async () => {
    for (const slipPaper of ['a5', 'roll-80', 'roll-58']) {
      await change({ slipPaper })
      expect((await read()).slipPaper).toBe(slipPaper)
    }
    await change({ slipPaper: undefined, linkDays: 8 })
    expect(await read()).toMatchObject({ slipPaper: 'roll-58', linkDays: 8 })
    expect((await change({ slipPaper: 'roll-57' })).status).toBe(400)
  })
})
