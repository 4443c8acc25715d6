import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { TEST_PASSWORD, useTestApp } from '../../../testing/test-app.ts'

const app = await useTestApp()

const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })

const switchOn = async (client: ApiClient) => {
  const { secret } = (await client.post('/auth/second-factor/start', { password: TEST_PASSWORD })).body
    .data as { secret: string }
  const confirmed = await client.post('/auth/second-factor/confirm', { code: codeOf(secret) })
  expect(confirmed.status).toBe(200)
  return { secret, recoveryCodes: confirmed.body.data.recoveryCodes as string[] }
}

const signIn = (email: string, code?: string) =>
  app.client().post('/auth/user/login', { email, password: TEST_PASSWORD, ...(code && { code }) })

describe('own sessions', () => {
  it('appear in a list, from which all others can be signed out', async () => {
    const client = await app.signedIn('Doctor')
    const otherSession = app.client()
    await otherSession.post('/auth/user/login', { email: client.user.email, password: TEST_PASSWORD })
    const { data } = (await client.get('/auth/sessions')).body
    expect(data).toHaveLength(2)
    expect(data.filter((session: { isCurrent: boolean }) => session.isCurrent)).toHaveLength(1)
    expect(data[0]).toMatchObject({ address: '127.0.0.1', userAgent: expect.any(String) })
    expect((await client.post('/auth/sessions/end-others')).status).toBe(200)
    expect((await otherSession.get('/user/dashboard')).status).toBe(401)
    expect((await client.get('/auth/sessions')).body.data).toHaveLength(1)
  })

  it('end one by one, at once and for the same user only [PROFILE-11]', async () => {
    const { email, id } = await app.createUser('Doctor')
    const open = async () => {
      const session = app.client()
      await session.post('/auth/user/login', { email, password: TEST_PASSWORD })
      return session
    }
    const [mine, lost, kept] = [await open(), await open(), await open()]
    const sessionsOf = async (client: ApiClient) =>
      (await client.get('/auth/sessions')).body.data as { id: number; isCurrent: boolean }[]
    const current = async (client: ApiClient) =>
      (await sessionsOf(client)).find(({ isCurrent }) => isCurrent)?.id
    const lostId = await current(lost)
    const outsider = await app.signedIn('Doctor')
    expect((await outsider.delete(`/auth/sessions/${lostId}`)).body.code).toBe('SESSION_NOT_FOUND')
    expect((await mine.delete(`/auth/sessions/${await current(mine)}`)).body.code).toBe('OWN_SESSION')
    expect((await mine.delete(`/auth/sessions/${lostId}`)).status).toBe(200)
    expect((await lost.get('/user/dashboard')).status).toBe(401)
    expect((await kept.get('/user/dashboard')).status).toBe(200)
    expect(await sessionsOf(mine)).toHaveLength(2)
    expect((await mine.delete(`/auth/sessions/${lostId}`)).body.code).toBe('SESSION_NOT_FOUND')
    const { data } = (await (await app.signedIn('Admin')).get(`/activity/getAll?actorId=${id}&limit=1`)).body
    expect(data[0].summary).toBe('Signed out of one other session')
  })

  it('report how long they last, and are extended on request', async () => {
    const client = await app.signedIn('Doctor')
    await app.database.execute(
      "update sessions set last_seen_at = now() - interval '59 minutes' where user_id = $1",
      [client.user.id],
    )
    const response = await client.post('/auth/keep-alive')
    expect(response.body.session).toMatchObject({ idleMinutes: 60, secondFactor: 'off' })
    const hoursLeft = (new Date(response.body.session.expiresAt as string).getTime() - Date.now()) / 3_600_000
    expect(hoursLeft).toBeGreaterThan(11.9)
    expect(hoursLeft).toBeLessThanOrEqual(12)
    expect((await client.get('/auth/refresh-token')).body.session).toEqual(response.body.session)
  })
})

describe('changing the password', () => {
  const change = (client: ApiClient, currentPassword: string, password: string, confirmPassword = password) =>
    client.put('/auth/password', { currentPassword, password, confirmPassword })

  it('requires the current password and ends all other sessions', async () => {
    const client = await app.signedIn('Doctor')
    const otherSession = app.client()
    await otherSession.post('/auth/user/login', { email: client.user.email, password: TEST_PASSWORD })
    const wrong = await change(client, 'Wrong@123', 'a longer passphrase')
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors).toEqual([
      { path: 'currentPassword', message: 'The current password is incorrect' },
    ])
    expect((await change(client, TEST_PASSWORD, 'short')).body.message).toBe(
      'Password must be at least 8 characters',
    )
    expect((await change(client, TEST_PASSWORD, 'a longer passphrase', 'another')).body.message).toBe(
      "Passwords don't match",
    )
    expect((await otherSession.get('/user/dashboard')).status).toBe(200)

    expect((await change(client, TEST_PASSWORD, 'a longer passphrase')).status).toBe(200)
    expect((await client.get('/user/dashboard')).status).toBe(200)
    expect((await otherSession.get('/user/dashboard')).status).toBe(401)
    expect((await signIn(client.user.email)).status).toBe(401)
  })
})

describe('second factor', () => {
  it('applies only where it is on, and each code works once', async () => {
    const client = await app.signedIn('Doctor')
    expect((await signIn(client.user.email)).status).toBe(200)
    const { secret } = await switchOn(client)

    const missing = await signIn(client.user.email)
    expect(missing.status).toBe(401)
    expect(missing.body).toEqual({
      success: false,
      code: 'SECOND_FACTOR_CODE_REQUIRED',
      message: 'Please enter the code from your authenticator app',
      errors: [{ path: 'code', message: 'Please enter the code from your authenticator app' }],
    })
    expect((await signIn(client.user.email, '000000')).body.errors[0].path).toBe('code')
    // Codes work once, and this one confirmed the second factor.
    expect((await signIn(client.user.email, codeOf(secret))).status).toBe(401)
    const next = codeOf(secret, 1)
    expect((await signIn(client.user.email, `${next.slice(0, 3)} ${next.slice(3)}`)).status).toBe(200)
    expect((await signIn(client.user.email, next)).status).toBe(401)
  })

  it('stays secret in a sign-in with a wrong password', async () => {
    const client = await app.signedIn('Doctor')
    await switchOn(client)
    const response = await app
      .client()
      .post('/auth/user/login', { email: client.user.email, password: 'Guess@123' })
    expect(response.body).toEqual({
      success: false,
      code: 'WRONG_CREDENTIALS',
      message: 'Invalid email or password',
    })
  })

  it('returns a QR code and a secret, stored encrypted, and is off until a code confirms it', async () => {
    const client = await app.signedIn('Doctor')
    const { data } = (await client.post('/auth/second-factor/start', { password: TEST_PASSWORD })).body
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(data.qrCode).toMatch(/^data:image\/svg\+xml;base64,/)
    expect((await signIn(client.user.email)).status).toBe(200)
    const { found } = await app.database.one<{ found: boolean }>(
      "select encode(totp_pending_secret, 'escape') like '%' || $2 || '%' as found from users where id = $1",
      [client.user.id, data.secret],
    )
    expect(found).toBe(false)
    const wrong = await client.post('/auth/second-factor/confirm', { code: '123456' })
    expect(wrong.status).toBe(400)
    expect(wrong.body.message).toBe('This code is incorrect or has already been used')
  })

  it('comes with ten recovery codes that work once each', async () => {
    const client = await app.signedIn('Doctor')
    const { recoveryCodes } = await switchOn(client)
    expect(new Set(recoveryCodes).size).toBe(10)
    const code = recoveryCodes[0] as string
    expect((await signIn(client.user.email, code.toUpperCase())).status).toBe(200)
    expect((await signIn(client.user.email, code)).status).toBe(401)
    const renewed = await client.post('/auth/second-factor/recovery-codes', {
      password: TEST_PASSWORD,
      code: recoveryCodes[2],
    })
    expect(renewed.body.data.recoveryCodes).toHaveLength(10)
    expect((await signIn(client.user.email, recoveryCodes[1])).status).toBe(401)
    expect((await signIn(client.user.email, renewed.body.data.recoveryCodes[1])).status).toBe(200)
  })

  it('needs the password and a code to be switched off', async () => {
    const client = await app.signedIn('Doctor')
    const { recoveryCodes } = await switchOn(client)
    const remove = (password: string) =>
      client.post('/auth/second-factor/remove', { password, code: recoveryCodes[0] })
    expect((await remove('Wrong@123')).status).toBe(400)
    expect((await remove(TEST_PASSWORD)).status).toBe(200)
    expect((await signIn(client.user.email)).status).toBe(200)
  })

  it('blocks everything else until it is set up when a role requires it', async () => {
    const admin = await app.signedIn('Admin')
    await admin.put('/settings/security', {
      idleMinutes: 60,
      absoluteHours: 12,
      secondFactorRoles: ['Technician'],
    })
    const technician = await app.signedIn('Technician')
    const doctor = await app.signedIn('Doctor')
    expect((await doctor.get('/user/dashboard')).status).toBe(200)
    const refused = await technician.get('/user/dashboard')
    expect(refused.status).toBe(403)
    expect(refused.body.message).toBe(
      'Your role needs a second factor. Please set it up on your profile page first.',
    )
    expect((await technician.get('/auth/refresh-token')).body.session.secondFactor).toBe('required')
    await switchOn(technician)
    expect((await technician.get('/user/dashboard')).status).toBe(200)
    const required = await technician.post('/auth/second-factor/remove', { password: TEST_PASSWORD })
    expect(required.status).toBe(409)
    await admin.put('/settings/security', { idleMinutes: 60, absoluteHours: 12, secondFactorRoles: [] })
  })
})
