import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import type { ChangeListener } from '../../../platform/notifications.ts'
import type { ApiClient } from '../../../testing/api-client.ts'
import { TEST_PASSWORD, useTestApp } from '../../../testing/test-app.ts'
import { createSessionCache } from './session-cache.ts'
import type { OpenSession } from './sessions.repository.ts'

const app = await useTestApp({ withChanges: true })

const openSession = (changes: Partial<OpenSession> = {}): OpenSession => ({
  user: {} as OpenSession['user'],
  session: {} as OpenSession['session'],
  isTouchDue: false,
  secondsLeft: 60,
  ...changes,
})

const TOKEN = 'token'

const startCache = (session = openSession()) => {
  let listener: ChangeListener | undefined
  const cache = createSessionCache({ listen: (_, given) => void (listener = given) })
  const load = vi.fn(() => Promise.resolve<OpenSession | undefined>(session))
  return { cache, notifications: listener as ChangeListener, load, find: () => cache.find(TOKEN, load) }
}

describe('session cache', () => {
  it('looks a session up once until something changes', async () => {
    const { find, notifications, load, cache } = startCache()
    notifications.onListening()
    await find()
    await find()
    expect(load).toHaveBeenCalledTimes(1)
    notifications.onChange()
    await find()
    expect(load).toHaveBeenCalledTimes(2)
    cache.forget()
    await find()
    expect(load).toHaveBeenCalledTimes(3)
  })

  it('caches nothing before it is subscribed, and nothing while it is disconnected', async () => {
    const { find, notifications, load } = startCache()
    await find()
    await find()
    expect(load).toHaveBeenCalledTimes(2)
    notifications.onListening()
    await find()
    notifications.onLost()
    await find()
    await find()
    expect(load).toHaveBeenCalledTimes(5)
  })

  it('skips a lookup that overlapped a change', async () => {
    const { cache, notifications, load } = startCache()
    notifications.onListening()
    await cache.find(TOKEN, () => {
      notifications.onChange()
      return Promise.resolve(openSession())
    })
    await cache.find(TOKEN, load)
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('caches no session beyond its end, and none that needs a last-seen update', async () => {
    for (const session of [openSession({ secondsLeft: 0 }), openSession({ isTouchDue: true })]) {
      const { find, notifications, load } = startCache(session)
      notifications.onListening()
      await find()
      await find()
      expect(load).toHaveBeenCalledTimes(2)
    }
  })
})

const request = (client: ApiClient) => client.get('/patient/getAll')

const expectSignedOutSoon = async (client: ApiClient) => {
  for (let attempt = 0; attempt < 40; attempt++) {
    if ((await request(client)).status === 401) return
    await sleep(25)
  }
  expect.fail('the session still works a second after it ended')
}

describe('cached session', () => {
  it('ends at once on changes in this process: signing out elsewhere, a new password', async () => {
    const doctor = await app.signedIn('Doctor')
    const otherSession = app.client()
    const signIn = { email: doctor.user.email, password: TEST_PASSWORD }
    await otherSession.post('/auth/user/login', signIn)
    expect((await request(otherSession)).status).toBe(200)
    expect((await doctor.post('/auth/sessions/end-others', {})).status).toBe(200)
    expect((await request(otherSession)).status).toBe(401)

    await otherSession.post('/auth/user/login', signIn)
    expect((await request(otherSession)).status).toBe(200)
    const password = 'Another@456'
    const change = { currentPassword: TEST_PASSWORD, password, confirmPassword: password }
    expect((await doctor.put('/auth/password', change)).status).toBe(200)
    expect((await request(otherSession)).status).toBe(401)
    expect((await doctor.post('/auth/logout', {})).status).toBe(200)
    expect((await request(doctor)).status).toBe(401)
  })

  it('ends on changes in another process', async () => {
    const doctor = await app.signedIn('Doctor')
    expect((await request(doctor)).status).toBe(200)
    await app.database.query('delete from sessions where user_id = $1', [doctor.user.id])
    await expectSignedOutSoon(doctor)

    const technician = await app.signedIn('Technician')
    expect((await request(technician)).status).toBe(200)
    await app.database.query('update users set deactivated_at = now() where id = $1', [technician.user.id])
    await expectSignedOutSoon(technician)
  })

  it('ends while notifications are unavailable', async () => {
    const doctor = await app.signedIn('Doctor')
    expect((await request(doctor)).status).toBe(200)
    await app.database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'zelab changes' and datname = current_database()",
    )
    await app.database.query('delete from sessions where user_id = $1', [doctor.user.id])
    await expectSignedOutSoon(doctor)
  })
})
