import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ChangeListener } from '../../platform/notifications.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts'
import { createSessionCache } from './session-cache.ts'
import type { OpenSession } from './sessions.repository.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ withChanges: true })
})
afterAll(() => app.stop())

const openSession = (changes: Partial<OpenSession> = {}): OpenSession => ({
  user: {} as OpenSession['user'],
  session: {} as OpenSession['session'],
  isTouchDue: false,
  secondsLeft: 60,
  ...changes,
})

const TOKEN = 'token'

/** A memory with its feed in hand, and how often it looked up. */
const startMemory = (session = openSession()) => {
  let listener: ChangeListener | undefined
  const memory = createSessionCache({ listen: (_, given) => void (listener = given) })
  const lookUp = vi.fn(() => Promise.resolve<OpenSession | undefined>(session))
  return { memory, feed: listener as ChangeListener, lookUp, find: () => memory.find(TOKEN, lookUp) }
}

describe('the memory of sessions', () => {
  it('looks a session up once, until something changes', async () => {
    const { find, feed, lookUp, memory } = startMemory()
    feed.onListening()
    await find()
    await find()
    expect(lookUp).toHaveBeenCalledTimes(1)
    feed.onChange()
    await find()
    expect(lookUp).toHaveBeenCalledTimes(2)
    memory.forget()
    await find()
    expect(lookUp).toHaveBeenCalledTimes(3)
  })

  it('keeps nothing before it hears of changes, and nothing while it cannot', async () => {
    const { find, feed, lookUp } = startMemory()
    await find()
    await find()
    expect(lookUp).toHaveBeenCalledTimes(2)
    feed.onListening()
    await find()
    feed.onLost()
    await find()
    await find()
    expect(lookUp).toHaveBeenCalledTimes(5)
  })

  it('does not keep what was looked up while something changed', async () => {
    const { memory, feed, lookUp } = startMemory()
    feed.onListening()
    await memory.find(TOKEN, () => {
      feed.onChange()
      return Promise.resolve(openSession())
    })
    await memory.find(TOKEN, lookUp)
    expect(lookUp).toHaveBeenCalledTimes(1)
  })

  it('keeps no session beyond its own end, and none that is due for a sign of life', async () => {
    for (const session of [openSession({ secondsLeft: 0 }), openSession({ isTouchDue: true })]) {
      const { find, feed, lookUp } = startMemory(session)
      feed.onListening()
      await find()
      await find()
      expect(lookUp).toHaveBeenCalledTimes(2)
    }
  })
})

const look = (client: ApiClient) => client.get('/patient/getAll')

const expectSignedOutSoon = async (client: ApiClient) => {
  for (let attempt = 0; attempt < 40; attempt++) {
    if ((await look(client)).status === 401) return
    await sleep(25)
  }
  expect.fail('the session still works a second after it ended')
}

describe('a remembered session', () => {
  it('ends at once with what this process does: signing out elsewhere, a new password', async () => {
    const doctor = await app.signedIn('Doctor')
    const elsewhere = app.client()
    const signIn = { email: doctor.user.email, password: TEST_PASSWORD }
    await elsewhere.post('/auth/user/login', signIn)
    expect((await look(elsewhere)).status).toBe(200)
    expect((await doctor.post('/auth/sessions/end-others', {})).status).toBe(200)
    expect((await look(elsewhere)).status).toBe(401)

    await elsewhere.post('/auth/user/login', signIn)
    expect((await look(elsewhere)).status).toBe(200)
    const password = 'Another@456'
    const change = { currentPassword: TEST_PASSWORD, password, confirmPassword: password }
    expect((await doctor.put('/auth/password', change)).status).toBe(200)
    expect((await look(elsewhere)).status).toBe(401)
    expect((await doctor.post('/auth/logout', {})).status).toBe(200)
    expect((await look(doctor)).status).toBe(401)
  })

  it('ends with what another process does', async () => {
    const doctor = await app.signedIn('Doctor')
    expect((await look(doctor)).status).toBe(200)
    await app.database.query('delete from sessions where user_id = $1', [doctor.user.id])
    await expectSignedOutSoon(doctor)

    const technician = await app.signedIn('Technician')
    expect((await look(technician)).status).toBe(200)
    await app.database.query('update users set deactivated_at = now() where id = $1', [technician.user.id])
    await expectSignedOutSoon(technician)
  })

  it('is forgotten while changes cannot be heard of', async () => {
    const doctor = await app.signedIn('Doctor')
    expect((await look(doctor)).status).toBe(200)
    await app.database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'zelab changes' and datname = current_database()",
    )
    await app.database.query('delete from sessions where user_id = $1', [doctor.user.id])
    await expectSignedOutSoon(doctor)
  })
})
