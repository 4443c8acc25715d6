import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestLab } from '../../../testing/test-app.ts'
import type { ApiClient } from '../../../testing/api-client.ts'

let app: TestApp
let admin: ApiClient
let lab: TestLab
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn('Admin')
  lab = await app.createLab('Harbour Lab')
})
afterAll(() => app.stop())

const DEFAULTS = { linkDays: 30, isAutomatic: false, quietFromHour: 21, quietUntilHour: 8 }
const read = async () => (await admin.get(`/lab/getDeliverySettings/${lab.id}`)).body.data
const change = (changes: object, client = admin, id = lab.id) =>
  client.put(`/lab/updateDeliverySettings/${id}`, { ...DEFAULTS, ...changes })

describe('how a lab sends reports', () => {
  it('can be changed by the Admin alone, and is recorded [DELIV-14]', async () => {
    expect(await read()).toEqual(DEFAULTS)
    const answer = await change({ linkDays: 7, isAutomatic: true, quietUntilHour: 9 })
    expect([answer.status, answer.body.message]).toEqual([200, 'Changes saved successfully'])
    expect(await read()).toEqual({ linkDays: 7, isAutomatic: true, quietFromHour: 21, quietUntilHour: 9 })
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
})
