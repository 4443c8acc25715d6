import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hashSecretToken, newSecretToken } from '../../../platform/encryption.ts'
import type { ApiAnswer, ApiClient } from '../../../testing/api-client.ts'
import { startMailServer } from '../../../testing/mail-server.ts'
import { TEST_PASSWORD, type TestUser, useTestApp } from '../../../testing/test-app.ts'
import { WAIT_MS } from '../../../../../../test-limits.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const mailServer = await stopAtEnd(startMailServer())
const app = await useTestApp({ smtpUrl: mailServer.url, withJobs: true })

beforeEach(() => app.database.execute('delete from rate_limits'))

const PROOF = { password: TEST_PASSWORD }
type SignedIn = ApiClient & { user: TestUser }

const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })

const start = (client: ApiClient, proof: object = PROOF) => client.post('/auth/second-factor/start', proof)

const confirm = async (client: ApiClient, secret: string) => {
  const response = await client.post('/auth/second-factor/confirm', { code: codeOf(secret) })
  expect(response.status).toBe(200)
  return response.body.data.recoveryCodes as string[]
}

const secured = async () => {
  const client = await app.signedIn('Doctor')
  const { secret } = (await start(client)).body.data as { secret: string }
  const recoveryCodes = await confirm(client, secret)
  const otherSession = app.client()
  const signIn = { email: client.user.email, ...PROOF, code: recoveryCodes[9] }
  expect((await otherSession.post('/auth/user/login', signIn)).status).toBe(200)
  return { client, secret, recoveryCodes, otherSession }
}

const changePassword = (client: ApiClient, currentPassword: string, further: object = {}) =>
  client.put('/auth/password', {
    currentPassword,
    password: 'a longer passphrase',
    confirmPassword: 'a longer passphrase',
    ...further,
  })

const isSignedIn = async (client: ApiClient) => (await client.get('/user/dashboard')).status === 200

const expectMail = (email: string, subject: string) =>
  vi.waitFor(
    () => {
      const contents = mailServer.mailsTo(email).map(({ content }) => content.replace(/\r\n /g, ' '))
      expect(contents.filter((content) => content.includes(`Subject: ${subject}\r\n`))).toHaveLength(1)
    },
    { timeout: WAIT_MS },
  )

const entriesOf = async (action: string, user: TestUser) =>
  (
    await app.database.query<{ summary: string }>(
      'select summary from activity_log where action = $1 and object_id = $2 order by id',
      [action, user.id],
    )
  ).map(({ summary }) => summary)

const problemOf = (response: { body: { errors?: { path: string }[] } }) => response.body.errors?.[0]?.path

describe('changing how an account signs in', () => {
  const CHANGES: Record<string, (client: SignedIn, proof: object) => Promise<ApiAnswer>> = {
    'starting or replacing a second factor': start,
    'renewing the recovery codes': (client, proof) =>
      client.post('/auth/second-factor/recovery-codes', proof),
    'removing the second factor': (client, proof) => client.post('/auth/second-factor/remove', proof),
    'changing the password': (client, { password, code }: { password?: string; code?: string }) =>
      changePassword(client, password ?? '', { code }),
  }

  it.each(Object.entries(CHANGES))(
    'requires the password and a code and records each failure: %s [SAFE-21]',
    async (_, change) => {
      const { client, recoveryCodes } = await secured()
      const code = recoveryCodes[0]
      expect((await change(client, {})).status).toBe(400)
      expect(await change(client, { password: 'Wrong@123', code }).then(problemOf)).toMatch(
        /^(currentP|p)assword$/,
      )
      expect(await change(client, PROOF).then(problemOf)).toBe('code')
      expect(await change(client, { ...PROOF, code: '000000' }).then(problemOf)).toBe('code')
      expect((await change(client, { ...PROOF, code })).status).toBe(200)
      expect(await entriesOf('user.confirm-refuse', client.user)).toEqual([
        'Refused a change of the account: wrong password',
        'Refused a change of the account: wrong second factor',
      ])
    },
  )

  it.each(Object.entries(CHANGES))('reaches a rate limit like a sign-in: %s [SAFE-21]', async (_, change) => {
    const { client, recoveryCodes } = await secured()
    for (let attempt = 1; attempt <= 10; attempt++)
      expect((await change(client, { password: 'Guess@123' })).status).toBe(400)
    const limited = await change(client, { ...PROOF, code: recoveryCodes[0] })
    expect(limited.status).toBe(429)
    expect((await start(await app.signedIn('Doctor'))).status).toBe(200)
    const signIn = { email: client.user.email, ...PROOF, code: recoveryCodes[1] }
    expect((await app.client().post('/auth/user/login', signIn)).status).toBe(200)
  })
})

describe('second factor', () => {
  it('works until its replacement is confirmed, which ends other sessions and notifies the owner [SAFE-21]', async () => {
    const { client, secret, recoveryCodes, otherSession } = await secured()
    const started = await start(client, { ...PROOF, code: codeOf(secret, 1) })
    const { secret: fresh } = started.body.data as { secret: string }
    expect(await isSignedIn(otherSession)).toBe(true)
    const signIn = (code: string | undefined) =>
      app.client().post('/auth/user/login', { email: client.user.email, ...PROOF, code })
    expect((await signIn(recoveryCodes[0])).status).toBe(200)
    await confirm(client, fresh)
    expect(await isSignedIn(otherSession)).toBe(false)
    expect(await isSignedIn(client)).toBe(true)
    expect((await signIn(recoveryCodes[1])).status).toBe(401)
    expect((await signIn(codeOf(fresh, 1))).status).toBe(200)
    expect((await entriesOf('user.second-factor', client.user)).at(-1)).toBe('Replaced the second factor')
    await expectMail(client.user.email, 'The second factor of your Zelab account is on')
    await expectMail(client.user.email, 'The second factor of your Zelab account was replaced')
  })

  it('takes effect only in the session that started the setup, within its time limit [SAFE-21]', async () => {
    const client = await app.signedIn('Doctor')
    const otherSession = app.client()
    await otherSession.post('/auth/user/login', { email: client.user.email, ...PROOF })
    const { secret } = (await start(client)).body.data as { secret: string }
    const confirmBy = async (caller: ApiClient) =>
      (await caller.post('/auth/second-factor/confirm', { code: codeOf(secret) })).status
    expect(await confirmBy(otherSession)).toBe(400)
    await app.database.execute(
      "update users set totp_pending_until = totp_pending_until - interval '15 minutes'",
    )
    expect(await confirmBy(client)).toBe(400)
  })

  it('limits the rate of confirmation codes [SAFE-21]', async () => {
    const client = await app.signedIn('Doctor')
    const { secret } = (await start(client)).body.data as { secret: string }
    for (let attempt = 1; attempt <= 10; attempt++)
      expect((await client.post('/auth/second-factor/confirm', { code: '000000' })).status).toBe(400)
    expect((await client.post('/auth/second-factor/confirm', { code: codeOf(secret) })).status).toBe(429)
  })

  it('uses recovery codes of at least 112 bits; earlier codes still work [SAFE-21]', async () => {
    const { client, recoveryCodes } = await secured()
    const signs = '23456789abcdefghjkmnpqrstuvwxyz'
    for (const code of recoveryCodes) {
      expect(code).toMatch(new RegExp(`^[${signs}]{6}(-[${signs}]{6}){3}$`))
      expect(code.replaceAll('-', '').length * Math.log2(signs.length)).toBeGreaterThanOrEqual(112)
    }
    await app.database.query('insert into recovery_codes (user_id, code_hash) values ($1, $2)', [
      client.user.id,
      hashSecretToken('abcde23456'),
    ])
    const signIn = { email: client.user.email, ...PROOF, code: 'abcde-23456' }
    expect((await app.client().post('/auth/user/login', signIn)).status).toBe(200)
    await expectMail(client.user.email, 'The second factor of your Zelab account is on')
  })

  it('ends other sessions and notifies the owner when it is removed or its codes are renewed [SAFE-21]', async () => {
    const { client, recoveryCodes, otherSession } = await secured()
    const renewed = await client.post('/auth/second-factor/recovery-codes', {
      ...PROOF,
      code: recoveryCodes[0],
    })
    expect(await isSignedIn(otherSession)).toBe(false)
    await expectMail(client.user.email, 'The recovery codes of your Zelab account were replaced')
    const [code, other] = renewed.body.data.recoveryCodes as string[]
    const back = app.client()
    await back.post('/auth/user/login', { email: client.user.email, ...PROOF, code: other })
    expect((await client.post('/auth/second-factor/remove', { ...PROOF, code })).status).toBe(200)
    expect(await isSignedIn(back)).toBe(false)
    await expectMail(client.user.email, 'The second factor of your Zelab account is off')
  })
})

describe('mailed reset links', () => {
  const linkFor = async (user: TestUser) => {
    const token = newSecretToken()
    await app.database.query(
      "insert into password_resets (user_id, token_hash, expires_at) values ($1, $2, now() + interval '1 hour')",
      [user.id, hashSecretToken(token)],
    )
    const password = 'the passphrase of the link'
    return (email = user.email) =>
      app.client().post('/auth/reset-password', { token, email, password, confirmPassword: password })
  }

  it('become invalid when the password changes, and the owner is notified [SAFE-21]', async () => {
    const client = await app.signedIn('Doctor')
    const [use, useOther] = [await linkFor(client.user), await linkFor(client.user)]
    expect((await changePassword(client, TEST_PASSWORD)).status).toBe(200)
    expect((await use()).status).toBe(400)
    expect((await useOther()).status).toBe(400)
    await expectMail(client.user.email, 'Your Zelab password was changed')
  })

  it('notify the owner when one was used, and invalidate the others [SAFE-21]', async () => {
    const user = await app.createUser('Doctor')
    const [use, useOther] = [await linkFor(user), await linkFor(user)]
    expect((await use()).status).toBe(200)
    expect((await useOther()).status).toBe(400)
    await expectMail(user.email, 'Your Zelab password was changed')
  })

  it('become invalid when the email changes, and both addresses are notified [SAFE-21]', async () => {
    const admin = await app.signedIn('Admin')
    const user = await app.createUser('Doctor')
    const use = await linkFor(user)
    const { data } = (await admin.get(`/user/${user.id}`)).body
    const email = `moved-${user.email}`
    const fields = { name: data.fullName, phone: data.phone, email, userTypeId: 2, labId: user.labId }
    expect((await admin.put(`/user/update/${user.id}`, fields)).status).toBe(200)
    expect((await use()).status).toBe(400)
    expect((await use(email)).status).toBe(400)
    for (const address of [user.email, email])
      await expectMail(address, 'The email address of your Zelab account was changed')
  })
})

describe('own email', () => {
  it('changes only with the current password, and a code where the second factor is on [SAFE-21]', async () => {
    const admin = await app.signedIn('Admin')
    const { secret } = (await start(admin)).body.data as { secret: string }
    const [code, another] = await confirm(admin, secret)
    const otherSession = app.client()
    await otherSession.post('/auth/user/login', { email: admin.user.email, ...PROOF, code: another })
    const { data } = (await admin.get(`/user/${admin.user.id}`)).body
    const fields = { name: data.fullName, phone: data.phone, userTypeId: 1 }
    const change = (changes: object) => admin.put(`/user/update/${admin.user.id}`, { ...fields, ...changes })
    const email = `moved-${admin.user.email}`
    expect((await change({ email: admin.user.email, name: 'Another Name' })).status).toBe(200)
    expect(await change({ email }).then(problemOf)).toBe('currentPassword')
    expect(await change({ email, currentPassword: 'Wrong@123', code }).then(problemOf)).toBe(
      'currentPassword',
    )
    expect(await change({ email, currentPassword: TEST_PASSWORD }).then(problemOf)).toBe('code')
    expect((await change({ email, currentPassword: TEST_PASSWORD, code })).status).toBe(200)
    expect(await entriesOf('user.confirm-refuse', admin.user)).toHaveLength(1)
    expect(await isSignedIn(admin)).toBe(true)
    expect(await isSignedIn(otherSession)).toBe(false)
  })
})

describe('Admin', () => {
  const reset = (admin: ApiClient, user: TestUser, proof: object = PROOF) =>
    admin.post(`/user/resetSecondFactor/${user.id}`, proof)

  it('resets a lost second factor with their own password; it is recorded and the owner is notified [SAFE-21]', async () => {
    const admin = await app.signedIn('Admin')
    const { client, otherSession } = await secured()
    const { data: before } = (await admin.get(`/user/${client.user.id}`)).body
    expect(before.hasSecondFactor).toBe(true)
    expect(await reset(admin, client.user, { password: 'Wrong@123' }).then(problemOf)).toBe('password')
    const response = await reset(admin, client.user)
    expect(response.body).toMatchObject({ message: 'Second factor reset', data: { hasSecondFactor: false } })
    expect(await isSignedIn(client)).toBe(false)
    expect(await isSignedIn(otherSession)).toBe(false)
    const signIn = { email: client.user.email, ...PROOF }
    expect((await app.client().post('/auth/user/login', signIn)).status).toBe(200)
    expect(await entriesOf('user.reset-second-factor', client.user)).toEqual([
      'Reset the second factor of Doctor Person',
    ])
    await expectMail(client.user.email, 'The second factor of your Zelab account was reset')
    expect((await reset(admin, client.user)).status).toBe(409)
  })

  it('cannot reset their own second factor that way, and other roles cannot reset any [SAFE-21]', async () => {
    const admin = await app.signedIn('Admin')
    const { client } = await secured()
    expect((await reset(admin, admin.user)).status).toBe(409)
    expect((await reset(client, admin.user)).status).toBe(403)
  })
})
