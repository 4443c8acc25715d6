import { beforeEach, describe, expect, it } from 'vitest'
import { hashSecretToken } from '../../../platform/encryption.ts'
import type { ApiClient } from '../../../testing/api-client.ts'
import { TEST_PASSWORD, type TestUser, useTestApp } from '../../../testing/test-app.ts'

const app = await useTestApp()

beforeEach(() => app.database.execute('delete from rate_limits'))

const signIn = async (client: ApiClient, { email }: { email: string }, password = TEST_PASSWORD) =>
  (await client.post('/auth/user/login', { email, password })).status

const attack = async (user: TestUser) => {
  const attacker = app.client()
  for (let attempt = 1; attempt <= 12; attempt++) await signIn(attacker, user, 'Guess@123')
  expect(await signIn(attacker, user)).toBe(429)
}

const deviceOf = (client: ApiClient) => /device=([^;]*)/.exec(client.cookieHeader())?.[1] ?? ''

const withDevice = (value: string) => {
  const client = app.client()
  client.setCookie('device', value)
  return client
}

const NEW_PASSWORD = 'a brand new passphrase'

const resetPassword = async (client: ApiClient, user: TestUser) => {
  await app.database.query(
    "insert into password_resets (user_id, token_hash, expires_at) values ($1, $2, now() + interval '1 hour')",
    [user.id, hashSecretToken('mailed token')],
  )
  const fields = { token: 'mailed token', email: user.email, password: NEW_PASSWORD }
  const response = await client.post('/auth/reset-password', { ...fields, confirmPassword: NEW_PASSWORD })
  expect(response.status).toBe(200)
}

describe('known device', () => {
  it('signs its owner in while an attacker guesses [SAFE-20]', async () => {
    const owner = await app.signedIn('Doctor')
    await owner.post('/auth/logout')
    await attack(owner.user)
    expect(await signIn(owner, owner.user)).toBe(200)
    expect(await signIn(app.client(), owner.user)).toBe(429)
  })

  it('signs its owner in when the address of a clinic is rate limited [SAFE-20]', async () => {
    const owner = await app.signedIn('Doctor')
    const attacker = app.client()
    for (let attempt = 1; attempt <= 101; attempt++)
      await signIn(attacker, { email: `guess-${attempt}@zelab.test` }, 'Guess@123')
    expect(await signIn(attacker, await app.createUser('Doctor'))).toBe(429)
    expect(await signIn(owner, owner.user)).toBe(200)
  })

  it('reaches a separate rate limit that affects no other device [SAFE-20]', async () => {
    const owner = await app.signedIn('Doctor')
    for (let attempt = 1; attempt <= 10; attempt++)
      expect(await signIn(owner, owner.user, 'Guess@123')).toBe(401)
    expect(await signIn(owner, owner.user)).toBe(429)
    expect(await signIn(app.client(), owner.user)).toBe(200)
  })

  it('gets a reset link although an attacker requested too many [SAFE-20]', async () => {
    const owner = await app.signedIn('Doctor')
    const ask = async (client: ApiClient) =>
      (await client.post('/auth/forgot-password', { email: owner.user.email })).status
    for (let request = 1; request <= 5; request++) expect(await ask(app.client())).toBe(200)
    expect(await ask(app.client())).toBe(429)
    expect(await ask(owner)).toBe(200)
  })

  it('belongs to every user of a shared workstation, and to no other user [SAFE-20]', async () => {
    const first = await app.signedIn('Receptionist')
    const second = await app.createUser('Receptionist')
    expect(await signIn(first, second)).toBe(200)
    const attacker = await app.createUser('Receptionist')
    for (const user of [first.user, second]) {
      await attack(user)
      expect(await signIn(first, user)).toBe(200)
    }
    await attack(attacker)
    expect(await signIn(first, attacker)).toBe(429)
  })

  it('keeps a signed, HttpOnly, long-lived cookie, stored as a hash [SAFE-20]', async () => {
    const user = await app.createUser('Doctor')
    const response = await app
      .client()
      .post('/auth/user/login', { email: user.email, password: TEST_PASSWORD })
    const cookie = response.headers.getSetCookie().find((header) => header.startsWith('device=')) ?? ''
    expect(cookie).toMatch(/; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
    const [, token = ''] = /^device=([\w-]{43})\.[\w-]{43};/.exec(cookie) ?? []
    const rows = await app.database.query<{ token_hash: Buffer }>(
      'select token_hash from known_devices where user_id = $1',
      [user.id],
    )
    expect(rows).toEqual([{ token_hash: hashSecretToken(token) }])
  })

  it('needs its current cookie, not a forged, unsigned or copied older one [SAFE-20]', async () => {
    const owner = await app.signedIn('Doctor')
    const copied = deviceOf(owner)
    expect(await signIn(owner, owner.user)).toBe(200)
    const [token = '', signature = ''] = deviceOf(owner).split('.')
    await attack(owner.user)
    const forged = [
      copied,
      token,
      `${token}.`,
      `${token}.${'A'.repeat(43)}`,
      `${'A'.repeat(43)}.${signature}`,
      'x'.repeat(4000),
    ]
    for (const cookie of forged) expect(await signIn(withDevice(cookie), owner.user)).toBe(429)
    expect(await signIn(owner, owner.user)).toBe(200)
  })

  it('ends with a reset, which makes the browser of the link known [SAFE-20]', async () => {
    const owner = await app.signedIn('Doctor')
    const reader = app.client()
    await resetPassword(reader, owner.user)
    await attack(owner.user)
    expect(await signIn(owner, owner.user, NEW_PASSWORD)).toBe(429)
    expect(await signIn(reader, owner.user, NEW_PASSWORD)).toBe(200)
  })

  it('ends on deactivation, after half a year, and as the fifty-first device [SAFE-20]', async () => {
    const admin = await app.signedIn('Admin')
    const owner = await app.signedIn('Doctor')
    await admin.delete(`/user/delete/${owner.user.id}`)
    const devices = () =>
      app.database.query('select 1 from known_devices where user_id = $1', [owner.user.id])
    expect(await devices()).toHaveLength(0)
    await admin.post(`/user/reactivate/${owner.user.id}`)

    await app.database.query(
      `insert into known_devices (token_hash, user_id, last_used_at)
       select sha256(n::text::bytea), $1, now() - make_interval(days => n) from generate_series(1, 60) n`,
      [owner.user.id],
    )
    expect(await signIn(owner, owner.user)).toBe(200)
    expect(await devices()).toHaveLength(50)
    await app.database.execute("update known_devices set last_used_at = now() - interval '181 days'")
    await attack(owner.user)
    expect(await signIn(owner, owner.user)).toBe(429)
    await app.services.sessions.removeExpired()
    expect(await devices()).toHaveLength(0)
  })
})
