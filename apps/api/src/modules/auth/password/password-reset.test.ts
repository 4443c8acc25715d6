import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { linkIn, startMailServer } from '../../../testing/mail-server.ts'
import { TEST_PASSWORD, useTestApp } from '../../../testing/test-app.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const mailServer = await stopAtEnd(startMailServer())
const app = await useTestApp({ smtpUrl: mailServer.url, withJobs: true })

const mailsTo = (email: string) => mailServer.mailsTo(email)

const askForLink = async (email: string) => {
  const before = mailsTo(email).length
  const response = await app.client().post('/auth/forgot-password', { email })
  expect(response.status).toBe(200)
  await expect.poll(() => mailsTo(email).length).toBe(before + 1)
  return linkIn(mailsTo(email).at(-1))
}

const reset = (client: ApiClient, link: URLSearchParams, password: string, confirmPassword = password) =>
  client.post('/auth/reset-password', {
    password,
    confirmPassword,
    token: link.get('token'),
    email: link.get('email'),
  })

const signIn = (email: string, password: string) => app.client().post('/auth/user/login', { email, password })

describe('forgot password', () => {
  it('sends a refused mail again under the same Message-ID; both links work [PROC-03]', async () => {
    const user = await app.createUser('Doctor')
    mailServer.state.lostAnswers = 1
    await app.client().post('/auth/forgot-password', { email: user.email })
    await expect.poll(() => mailsTo(user.email)).toHaveLength(2)
    await askForLink(user.email)
    const ids = mailsTo(user.email).map(({ content }) => /^Message-ID: (<.+>)\r$/m.exec(content)?.[1])
    expect(ids[0]).toMatch(/^<\d+-\d+@zelab\.test>$/)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
    const [first, second] = mailsTo(user.email).map(linkIn)
    expect(first?.get('token')).not.toBe(second?.get('token'))
    expect((await reset(app.client(), first as URLSearchParams, 'brand new passphrase')).status).toBe(200)
  })

  it('mails a link that sets a new password once [API-AUTH-11 API-AUTH-12 API-AUTH-13]', async () => {
    const user = await app.createUser('Doctor')
    const link = await askForLink(user.email)
    expect(link.get('email')).toBe(user.email)
    const response = await reset(app.client(), link, 'brand new passphrase')
    expect(response.body).toEqual({ success: true, message: 'Password reset successfully' })
    expect((await signIn(user.email, TEST_PASSWORD)).status).toBe(401)
    expect((await signIn(user.email, 'brand new passphrase')).status).toBe(200)
    const again = await reset(app.client(), link, 'another passphrase')
    expect(again.status).toBe(400)
    expect(again.body.message).toBe('This password reset link is invalid or has expired')
  })

  it('answers an unknown address like a known one and mails nothing to it [FORGOT-04]', async () => {
    const user = await app.createUser('Doctor')
    const known = await app.client().post('/auth/forgot-password', { email: user.email })
    const unknown = await app.client().post('/auth/forgot-password', { email: 'unknown@zelab.test' })
    expect(unknown.status).toBe(known.status)
    expect(unknown.body).toEqual(known.body)
    await expect.poll(() => mailsTo(user.email)).toHaveLength(1)
    expect(mailsTo('unknown@zelab.test')).toEqual([])
  })

  it('never answers with the token and stores only its hash', async () => {
    const user = await app.createUser('Doctor')
    const link = await askForLink(user.email)
    const token = link.get('token') ?? ''
    const response = await app.client().post('/auth/forgot-password', { email: user.email })
    expect(JSON.stringify(response.body)).not.toContain(token)
    const { found } = await app.database.one<{ found: boolean }>(
      "select bool_or(encode(token_hash, 'escape') like '%' || $1 || '%') as found from password_resets",
      [token],
    )
    expect(found).toBe(false)
  })

  it('retries when the mail server rejects the mail', async () => {
    const user = await app.createUser('Doctor')
    mailServer.state.refusals = 1
    await app.client().post('/auth/forgot-password', { email: user.email })
    await expect.poll(() => mailsTo(user.email)).toHaveLength(1)
  })

  it('rejects an invalid address', async () => {
    const response = await app.client().post('/auth/forgot-password', { email: 'invalid' })
    expect(response.status).toBe(400)
    expect(response.body.message).toBe('Please enter a valid email address')
  })
})

describe('reset link', () => {
  it('expires after 60 minutes', async () => {
    const user = await app.createUser('Doctor')
    const link = await askForLink(user.email)
    await app.database.query("update password_resets set expires_at = expires_at - interval '60 minutes'")
    expect((await reset(app.client(), link, 'brand new passphrase')).status).toBe(400)
    expect((await signIn(user.email, TEST_PASSWORD)).status).toBe(200)
  })

  it('works only while the account has the address it was mailed to', async () => {
    const link = await askForLink((await app.createUser('Doctor')).email)
    link.set('email', (await app.createUser('Admin')).email)
    expect((await reset(app.client(), link, 'brand new passphrase')).status).toBe(400)
  })

  it('ends every session of the user', async () => {
    const client = await app.signedIn('Doctor')
    await reset(app.client(), await askForLink(client.user.email), 'brand new passphrase')
    expect((await client.get('/user/dashboard')).status).toBe(401)
  })

  it('trims both fields before validating them [VAL-RESET-01]', async () => {
    const user = await app.createUser('Doctor')
    const link = await askForLink(user.email)
    const blanks = await reset(app.client(), link, '        ')
    expect(blanks.status).toBe(400)
    expect(blanks.body.message).toBe('Password must be at least 8 characters')
    expect((await reset(app.client(), link, '  passphrase one ', 'passphrase one')).status).toBe(200)
    expect((await signIn(user.email, 'passphrase one')).status).toBe(200)
  })

  it('accepts 8 characters and rejects 7 [VAL-RESET-02 VAL-RESET-03]', async () => {
    const link = await askForLink((await app.createUser('Doctor')).email)
    const short = await reset(app.client(), link, ' sevench ')
    expect(short.status).toBe(400)
    expect(short.body.message).toBe('Password must be at least 8 characters')
    expect((await reset(app.client(), link, 'eightchr')).status).toBe(200)
  })

  it('rejects two different passwords and stays valid [VAL-RESET-04]', async () => {
    const link = await askForLink((await app.createUser('Doctor')).email)
    const differing = await reset(app.client(), link, 'passphrase one', 'passphrase two')
    expect(differing.status).toBe(400)
    expect(differing.body.message).toBe("Passwords don't match")
    expect((await reset(app.client(), link, 'passphrase one')).status).toBe(200)
  })
})
