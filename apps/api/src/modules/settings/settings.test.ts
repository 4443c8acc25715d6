import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../testing/api-client.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: ApiClient
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signedIn('Admin')
})
afterAll(() => app.stop())

describe('the settings', () => {
  it('hold the support contact and the upload limit', async () => {
    const saved = await admin.put('/settings/general', {
      supportEmail: 'help@zelab.test',
      supportPhone: '+971 4 123 4567',
      supportHours: 'Sunday to Thursday, 8 to 17',
      uploadLimitMb: '25',
    })
    expect(saved.status).toBe(200)
    const expected = {
      supportEmail: 'help@zelab.test',
      supportPhone: '+97141234567',
      supportHours: 'Sunday to Thursday, 8 to 17',
      uploadLimitMb: 25,
    }
    expect(saved.body.data).toEqual(expected)
    expect((await admin.get('/settings/general')).body.data).toEqual(expected)
    const receptionist = await app.signedIn('Receptionist')
    expect((await receptionist.get('/settings/contact')).body.data).toEqual(expected)
  })

  it('hold the session limits, which count for running sessions', async () => {
    const doctor = await app.signedIn('Doctor')
    expect((await admin.get('/settings/security')).body.data).toEqual({
      idleMinutes: 60,
      absoluteHours: 12,
      secondFactorRoles: [],
    })
    await app.database.query(
      "update sessions set last_seen_at = now() - interval '20 minutes' where user_id = $1",
      [doctor.user.id],
    )
    await admin.put('/settings/security', { idleMinutes: 15, absoluteHours: 12 })
    expect((await doctor.get('/user/dashboard')).status).toBe(401)
    await admin.put('/settings/security', { idleMinutes: 60, absoluteHours: 12 })
  })

  it('refuse numbers out of bounds and texts that are none', async () => {
    for (const [idleMinutes, absoluteHours] of [
      [4, 12],
      [721, 12],
      [60, 0],
      [60, 169],
      ['soon', 12],
      [10.5, 12],
    ])
      expect((await admin.put('/settings/security', { idleMinutes, absoluteHours })).status).toBe(400)
    const answer = await admin.put('/settings/general', { supportEmail: 'help@', uploadLimitMb: 10 })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe('Please enter a valid email address')
    expect((await admin.put('/settings/general', { uploadLimitMb: 101 })).status).toBe(400)
  })
})
