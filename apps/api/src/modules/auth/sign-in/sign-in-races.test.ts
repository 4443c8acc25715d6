import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import type * as PasswordHasher from '../../../platform/password-hasher.ts'
import { hashSecretToken, newSecretToken } from '../../../platform/encryption.ts'
import { TEST_PASSWORD, type TestApp, type TestUser } from '../../../testing/test-app.ts'

const hasher = vi.hoisted(() => ({ gate: undefined as Promise<void> | undefined, waiting: 0 }))
vi.mock('../../../platform/password-hasher.ts', async (load) => {
  const original = await load<typeof PasswordHasher>()
  const isPassword: typeof original.isPassword = async (...check) => {
    const isValid = await original.isPassword(...check)
    hasher.waiting += 1
    await hasher.gate
    hasher.waiting -= 1
    return isValid
  }
  return { ...original, isPassword }
})

let app: TestApp
let admin: ApiClient & { user: TestUser }
beforeAll(async () => {
  // Test files share modules. Importing the application again applies the mock.
  vi.resetModules()
  const { startTestApp } = await import('../../../testing/test-app.ts')
  app = await startTestApp()
  admin = await app.signedIn('Admin')
})
afterEach(() => (hasher.gate = undefined))
afterAll(async () => {
  await app.stop()
  vi.doUnmock('../../../platform/password-hasher.ts')
  vi.resetModules()
})

const deferred = () => {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}

const blockChecks = () => {
  const { promise, resolve } = deferred()
  hasher.gate = promise
  return {
    reached: (count = 1) => expect.poll(() => hasher.waiting).toBe(count),
    open() {
      hasher.gate = undefined
      resolve()
    },
  }
}

const signIn = async (email: string, password = TEST_PASSWORD) => {
  const client = app.client()
  const response = await client.post('/auth/user/login', { email, password })
  return { client, status: response.status }
}

const linkFor = async (user: TestUser) => {
  const token = newSecretToken()
  await app.database.query(
    "insert into password_resets (user_id, token_hash, expires_at) values ($1, $2, now() + interval '1 hour')",
    [user.id, hashSecretToken(token)],
  )
  return token
}

const NEW_PASSWORD = 'a brand new passphrase'

const resetPassword = async (user: TestUser) =>
  app.client().post('/auth/reset-password', {
    token: await linkFor(user),
    email: user.email,
    password: NEW_PASSWORD,
    confirmPassword: NEW_PASSWORD,
  })

const updated = async (user: TestUser, changes: object) => {
  const { data } = (await admin.get(`/user/${user.id}`)).body
  return admin.put(`/user/update/${user.id}`, {
    name: data.fullName,
    email: data.email,
    phone: data.phone,
    userTypeId: data.userType.id,
    labId: data.lab?.id,
    ...changes,
  })
}

const CHANGES: Record<string, (user: TestUser) => Promise<{ status: number }>> = {
  'a password reset': resetPassword,
  'a deactivation': (user) => admin.delete(`/user/delete/${user.id}`),
  'a deactivation that was undone': async (user) => {
    await admin.delete(`/user/delete/${user.id}`)
    return admin.post(`/user/reactivate/${user.id}`)
  },
  'a role change': (user) => updated(user, { userTypeId: 3 }),
  'a lab change': async (user) => updated(user, { labId: (await app.createLab()).id }),
  'an email change': (user) => updated(user, { email: `moved-${user.email}` }),
}

describe('sign-in in progress', () => {
  it.each(Object.entries(CHANGES))('opens no session after %s [SAFE-17]', async (_, change) => {
    const user = await app.createUser('Doctor')
    const checks = blockChecks()
    const late = signIn(user.email)
    await checks.reached()
    expect((await change(user)).status).toBe(200)
    checks.open()
    const { client, status } = await late
    expect(status).toBe(401)
    expect((await client.get('/user/dashboard')).status).toBe(401)
    const open = await app.database.query('select 1 from sessions where user_id = $1', [user.id])
    expect(open).toHaveLength(0)
  })

  it('opens no session when the second factor was switched on meanwhile [SAFE-17]', async () => {
    const user = await app.createUser('Doctor')
    const checks = blockChecks()
    const late = signIn(user.email)
    await checks.reached()
    await app.database.query(
      "update users set totp_secret = '\\x01', totp_confirmed_at = now() where id = $1",
      [user.id],
    )
    checks.open()
    expect((await late).status).toBe(401)
  })

  it('waits for a concurrent change and opens no session with the old password [SAFE-17]', async () => {
    const user = await app.createUser('Doctor')
    const { promise: finish, resolve: commit } = deferred()
    const { promise: started, resolve: start } = deferred()
    const change = app.database.transaction(async (tx) => {
      await tx.query("update users set password_hash = 'another' where id = $1", [user.id])
      await tx.query('delete from sessions where user_id = $1', [user.id])
      start()
      await finish
    })
    await started
    const late = signIn(user.email)
    await sleep(500)
    commit()
    await change
    const { client, status } = await late
    expect(status).toBe(401)
    expect((await client.get('/user/dashboard')).status).toBe(401)
  })

  it('still opens a session when another field of the account changed [SAFE-17]', async () => {
    const user = await app.createUser('Doctor')
    const checks = blockChecks()
    const late = signIn(user.email)
    await checks.reached()
    expect((await updated(user, { name: 'Another Name' })).status).toBe(200)
    checks.open()
    expect((await late).status).toBe(200)
  })
})

describe('password change in progress', () => {
  const change = (client: ApiClient) =>
    client.put('/auth/password', {
      currentPassword: TEST_PASSWORD,
      password: 'the passphrase of a thief',
      confirmPassword: 'the passphrase of a thief',
    })

  it('keeps a password that was reset meanwhile [SAFE-17]', async () => {
    const client = await app.signedIn('Doctor')
    const checks = blockChecks()
    const late = change(client)
    await checks.reached()
    expect((await resetPassword(client.user)).status).toBe(200)
    checks.open()
    expect((await late).status).toBe(401)
    expect((await signIn(client.user.email, NEW_PASSWORD)).status).toBe(200)
  })

  it('changes nothing once its session was ended [SAFE-17]', async () => {
    const client = await app.signedIn('Doctor')
    const { client: elsewhere } = await signIn(client.user.email)
    const checks = blockChecks()
    const late = change(client)
    await checks.reached()
    expect((await elsewhere.post('/auth/sessions/end-others')).status).toBe(200)
    checks.open()
    expect((await late).status).toBe(401)
    expect((await signIn(client.user.email)).status).toBe(200)
  })
})

describe('reset link', () => {
  it('answers, whichever commits first, when the account is deactivated concurrently [SAFE-17]', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await app.createUser('Doctor')
      const [reset, deactivated] = await Promise.all([
        resetPassword(user),
        admin.delete(`/user/delete/${user.id}`),
      ])
      expect([200, 400]).toContain(reset.status)
      expect(deactivated.status).toBe(200)
      expect((await signIn(user.email, NEW_PASSWORD)).status).toBe(401)
    }
  })
})
