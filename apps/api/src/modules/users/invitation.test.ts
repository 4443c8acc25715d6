import { describe, expect, it } from 'vitest'
import { linkIn, startMailServer } from '../../testing/mail-server.ts'
import { nextNumber, TEST_PASSWORD, useTestApp } from '../../testing/test-app.ts'
import { stopAtEnd } from '../../testing/stop-at-end.ts'

const mailServer = await stopAtEnd(startMailServer())
const app = await useTestApp({ smtpUrl: mailServer.url, withJobs: true })
const admin = await app.signedIn('Admin')
const lab = await app.createLab('City Lab')

const fields = (changes: object = {}) => ({
  name: 'Priya Nair',
  email: `priya${nextNumber()}@zelab.test`,
  phone: '+971501234567',
  userTypeId: '3',
  labId: String(lab.id),
  ...changes,
})

const mailNumber = async (email: string, number: number) => {
  await expect.poll(() => mailServer.mailsTo(email)).toHaveLength(number)
  return mailServer.mailsTo(email).at(-1)
}
const invite = async (changes?: object) => {
  const response = await admin.post('/user/invite', fields(changes))
  expect(response.status).toBe(200)
  const user = response.body.data as { id: number; email: string }
  return { ...user, link: linkIn(await mailNumber(user.email, 1)) }
}
const choose = (link: URLSearchParams, password: string) =>
  app.client().post('/auth/reset-password', {
    password,
    confirmPassword: password,
    token: link.get('token'),
    email: link.get('email'),
  })
const signIn = (email: string, password: string) => app.client().post('/auth/user/login', { email, password })
const statusOf = async (id: number) => (await admin.get(`/user/${id}`)).body.data.status
const resend = (id: number) => admin.post(`/user/resendInvitation/${id}`)

describe('invitation', () => {
  it('comes as a mail with a link that sets the first password [USEREDIT-06]', async () => {
    const response = await admin.post('/user/invite', fields({ email: 'new@zelab.test' }))
    expect(response.body).toMatchObject({
      message: 'Invitation sent successfully',
      data: {
        fullName: 'Priya Nair',
        userType: { name: 'Technician' },
        lab: { id: lab.id },
        status: 'invited',
      },
    })
    const mail = await mailNumber('new@zelab.test', 1)
    expect(mail?.content).toContain('Subject: You are invited to Zelab')
    expect(mail?.content).toContain('The link works once and for 7 days.')
    for (const password of ['', TEST_PASSWORD, 'brand new passphrase'])
      expect((await signIn('new@zelab.test', password)).status).toBe(401)

    expect((await choose(linkIn(mail), 'brand new passphrase')).status).toBe(200)
    expect(await statusOf(response.body.data.id)).toBe('active')
    expect((await signIn('new@zelab.test', 'brand new passphrase')).status).toBe(200)
    expect((await choose(linkIn(mail), 'another passphrase')).status).toBe(400)
  })

  it('follows the rules of Add User, except for the password', async () => {
    const taken = await app.createUser('Doctor')
    const response = await admin.post('/user/invite', fields({ email: taken.email }))
    expect(response.status).toBe(409)
    expect(response.body.message).toBe('A user with this email already exists')
    expect((await admin.post('/user/invite', fields({ labId: '' }))).body.message).toBe(
      'Lab Selection is required for non-admin users',
    )
    expect((await admin.post('/user/invite', fields({ userTypeId: 1 }))).body.data.lab).toBeNull()
  })

  it('expires after seven days', async () => {
    const { id, link } = await invite()
    const move = (days: number) =>
      app.database.execute(
        'update password_resets set expires_at = expires_at - make_interval(days => $2) where user_id = $1',
        [id, days],
      )
    const { days } = await app.database.one<{ days: number }>(
      'select round(extract(epoch from expires_at - now()) / 86400)::int as days from password_resets where user_id = $1',
      [id],
    )
    expect(days).toBe(7)
    await move(7)
    expect((await choose(link, 'brand new passphrase')).status).toBe(400)
  })

  it('invalidates the previous link when it is sent again [USEREDIT-06]', async () => {
    const { id, email, link } = await invite()
    expect((await resend(id)).body).toEqual({ success: true, message: 'Invitation sent successfully' })
    const fresh = linkIn(await mailNumber(email, 2))
    expect((await choose(link, 'brand new passphrase')).status).toBe(400)
    expect((await choose(fresh, 'brand new passphrase')).status).toBe(200)
    const again = await resend(id)
    expect(again.status).toBe(409)
    expect(again.body.message).toBe('This user already has a password')
  })

  it('comes for a forgotten password while none is set', async () => {
    const { email } = await invite()
    await app.client().post('/auth/forgot-password', { email })
    const mail = await mailNumber(email, 2)
    expect(mail?.content).toContain('Subject: You are invited to Zelab')
    expect((await choose(linkIn(mail), 'brand new passphrase')).status).toBe(200)
    await app.client().post('/auth/forgot-password', { email })
    expect((await mailNumber(email, 3))?.content).toContain('Subject: Reset your Zelab password')
  })

  it('goes to the new address when the first one was wrong', async () => {
    const { id, link } = await invite()
    const email = `right${nextNumber()}@zelab.test`
    expect((await admin.put(`/user/update/${id}`, fields({ email }))).body.data.status).toBe('invited')
    const fresh = linkIn(await mailNumber(email, 1))
    expect((await choose(link, 'brand new passphrase')).status).toBe(400)
    expect((await choose(fresh, 'brand new passphrase')).status).toBe(200)
  })

  it('becomes invalid on deactivation, which must be undone before another one is sent', async () => {
    const { id, link } = await invite()
    await admin.delete(`/user/delete/${id}`)
    expect((await choose(link, 'brand new passphrase')).status).toBe(400)
    const refused = await resend(id)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('This user is deactivated. Please reactivate the account first.')
    expect((await admin.post(`/user/reactivate/${id}`)).body.data.status).toBe('invited')
    expect((await choose(link, 'brand new passphrase')).status).toBe(400)
    expect((await resend(id)).status).toBe(200)
  })

  it('leaves an entry, and so does its mail [USEREDIT-08]', async () => {
    const { id, email } = await invite()
    await resend(id)
    await mailNumber(email, 2)
    const entries = () =>
      app.database.query<{ action: string; summary: string }>(
        "select action, summary from activity_log where object_type = 'user' and object_id = $1 order by id",
        [id],
      )
    // Recorded after the mail server has taken it.
    const expected = [
      { action: 'user.invite', summary: 'Invited Priya Nair as Technician' },
      { action: 'mail.send', summary: 'Mailed an invitation to Priya Nair' },
      { action: 'user.invite', summary: 'Invited Priya Nair again' },
      { action: 'mail.send', summary: 'Mailed an invitation to Priya Nair' },
    ]
    await expect.poll(entries).toEqual(expected)
  })
})

describe('a mail to an account that the mail server refuses', () => {
  const refusedOf = async (id: number) =>
    (await admin.get(`/user/${id}`)).body.data.refusedMail as object | null
  const refuseNext = () => Object.assign(mailServer.state, { refusals: 1, refusalCode: 550 })

  it('appears at the user until one is accepted [MAIL-60]', async () => {
    refuseNext()
    const { body } = await admin.post('/user/invite', fields())
    const { id, email } = body.data as { id: number; email: string }
    await expect.poll(() => refusedOf(id)).toMatchObject({ kind: 'invitation' })
    expect((await resend(id)).status).toBe(200)
    await mailNumber(email, 1)
    await expect.poll(() => refusedOf(id)).toBeNull()
  })

  it('appears to the Admin only, even when the user asked for a reset, until the address changes [MAIL-60]', async () => {
    const { id, email, link } = await invite()
    expect((await choose(link, TEST_PASSWORD)).status).toBe(200)
    await mailNumber(email, 1)
    const usual = await app
      .client()
      .post('/auth/forgot-password', { email: `nobody${nextNumber()}@zelab.test` })
    refuseNext()
    const answer = await app.client().post('/auth/forgot-password', { email })
    expect([answer.status, answer.body]).toEqual([usual.status, usual.body])
    await expect.poll(() => refusedOf(id)).toMatchObject({ kind: 'reset' })
    const next = `priya${nextNumber()}@zelab.test`
    await app.database.execute('update users set email = $2 where id = $1', [id, next])
    expect(await refusedOf(id)).toBeNull()
  })

  it('says, like every mail, that a program sent it [MAIL-61]', async () => {
    const { email } = await invite()
    expect(mailServer.mailsTo(email)[0]?.content).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
  })
})
