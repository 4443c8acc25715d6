import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import { useSignInProviders } from '../../../testing/sign-in-providers.ts'
import { addPasskey, answerChallenge, signInWithPasskey } from '../../../testing/software-passkey.ts'
import { linkIn, startMailServer } from '../../../testing/mail-server.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { TEST_PASSWORD, type TestLab } from '../../../testing/test-app.ts'
import { untilWaitsForLocks } from '../../../testing/test-database.ts'

const mail = await stopAtEnd(startMailServer())
const suite = await useSignInProviders({ smtpUrl: mail.url })
const { app, admin, add, linked, sessionsOf, noticesTo } = suite

const HOME = '/user/dashboard'
const PROOF = { password: TEST_PASSWORD }
const REASON = 'The provider is down since 7:40'

const getRule = async (lab: TestLab) => sure(await admin.get(`/lab/getSignIn/${lab.id}`))
const setRule = async (lab: TestLab, rule: string) =>
  admin.put(`/lab/updateSignIn/${lab.id}`, { rule, updatedAt: (await getRule(lab)).updatedAt })
const open = (lab: TestLab, hours: number, reason = REASON) =>
  admin.post(`/lab/openSignIn/${lab.id}`, { hours, reason })
const signIn = (email: string, password = TEST_PASSWORD, client = app.client()) =>
  client.post('/auth/user/login', { email, password })
const statusOf = async (client: ApiClient) => (await client.get(HOME)).status

/** A lab with a provider that two users signed in through. */
const newLab = async () => {
  const lab = await app.createLab()
  const provider = await add({ labId: lab.id })
  const people = [await linked(provider, 'Doctor', lab), await linked(provider, 'Technician', lab)] as const
  for (const { browser } of people) expect(await browser.go(provider.id)).toBe(HOME)
  return { lab, provider, people }
}
const newProviderOnlyLab = async () => {
  const made = await newLab()
  sure(await setRule(made.lab, 'provider'))
  return made
}

describe('provider only', () => {
  it('takes effect after two of the lab signed in through it, and is recorded [OIDC-23]', async () => {
    const lab = await app.createLab()
    const provider = await add({ labId: lab.id })
    expect((await setRule(lab, 'provider')).body.code).toBe('TOO_FEW_SIGNED_IN')
    const [one, two] = [await linked(provider, 'Doctor', lab), await linked(provider, 'Technician', lab)]
    expect(await one.browser.go(provider.id)).toBe(HOME)
    expect((await setRule(lab, 'provider')).body.code).toBe('TOO_FEW_SIGNED_IN')
    expect(await one.browser.go(provider.id)).toBe(HOME)
    expect((await setRule(lab, 'provider')).body.code).toBe('TOO_FEW_SIGNED_IN')
    expect(await two.browser.go(provider.id)).toBe(HOME)
    await app.createUser('Receptionist', lab)
    expect(await getRule(lab)).toMatchObject({
      ...{ rule: 'any', staff: 3, signedIn: 2, notLinked: 1 },
      providers: [{ id: provider.id, name: provider.name }],
    })
    const { updatedAt } = await getRule(lab)
    expect(sure(await setRule(lab, 'provider'))).toMatchObject({ rule: 'provider', openUntil: null })
    expect((await admin.put(`/lab/updateSignIn/${lab.id}`, { rule: 'any', updatedAt })).status).toBe(409)
    expect(sure(await setRule(lab, 'any')).rule).toBe('any')
    const entries = await app.database.query("select 1 from activity_log where action = 'lab.sign-in'")
    expect(entries).toHaveLength(2)
  })

  it('changes only by the Admin, after an identity check [OIDC-23]', async () => {
    const { lab } = await newLab()
    const doctor = await app.signedIn('Doctor', lab)
    expect((await doctor.put(`/lab/updateSignIn/${lab.id}`, { rule: 'provider' })).status).toBe(403)
    expect((await doctor.post(`/lab/openSignIn/${lab.id}`, { hours: 1, reason: REASON })).status).toBe(403)
    const client = await app.signedIn('Admin')
    await app.database.query(
      "update sessions set created_at = created_at - interval '16 minutes' where user_id = $1",
      [client.user.id],
    )
    for (const answer of [
      await client.put(`/lab/updateSignIn/${lab.id}`, { rule: 'provider' }),
      await client.post(`/lab/openSignIn/${lab.id}`, { hours: 1, reason: REASON }),
    ])
      expect(answer.body.code).toBe('IDENTITY_CHECK_REQUIRED')
    expect((await getRule(lab)).rule).toBe('any')
  })

  it('refuses passwords and passkeys exactly as wrong ones, and ends their sessions [OIDC-23]', async () => {
    const { lab, provider, people } = await newLab()
    const [{ user, browser }] = people
    const client = app.client()
    sure(await signIn(user.email, TEST_PASSWORD, client))
    const { passkey } = await addPasskey(client, PROOF)
    const elsewhere = await app.signedIn('Doctor')
    sure(await setRule(lab, 'provider'))
    expect(await statusOf(client)).toBe(401)
    expect(await statusOf(elsewhere)).toBe(200)
    const [right, wrong, unknown] = [
      await signIn(user.email),
      await signIn(user.email, 'Wrong@1234'),
      await signIn('unknown@zelab.test'),
    ]
    expect([right.status, right.body]).toEqual([wrong.status, wrong.body])
    expect([right.status, right.body]).toEqual([unknown.status, unknown.body])
    const refused = await signInWithPasskey(app.client(), passkey)
    expect(refused).toMatchObject({ status: 401, body: { code: 'PASSKEY_REFUSED' } })
    // As the second factor, a passkey is still asked for.
    expect(await browser.go(provider.id)).toBe('/?problem=SECOND_FACTOR_PASSKEY_REQUIRED')
    const second = { passkey: await answerChallenge(browser.client, passkey, 'second-step') }
    expect((await browser.client.post('/auth/oidc/second-step', second)).status).toBe(200)
    const confirming = browser.client
    const confirm = (proof: object) => confirming.post('/auth/confirm-identity', proof)
    const [own, other] = [await confirm(PROOF), await confirm({ password: 'Wrong@1234' })]
    expect([own.status, own.body]).toEqual([400, other.body])
    // As a proof of identity, too.
    expect((await confirm({ passkey: await answerChallenge(confirming, passkey, 'confirm') })).status).toBe(
      200,
    )
    expect((await confirming.get('/auth/ways')).body.data).toEqual([
      expect.objectContaining({ kind: 'provider' }),
    ])
    sure(await setRule(lab, 'any'))
    expect((await signInWithPasskey(app.client(), passkey)).status).toBe(200)
  })

  it('ends sign-ins with a password that are in progress [OIDC-23]', async () => {
    const { lab, people } = await newLab()
    const { email, id } = people[0].user
    const [rule, signedIn] = await app.database.transaction(async (tx) => {
      await tx.execute('select 1 from users where id = $1 for no key update', [id])
      const changed = setRule(lab, 'provider')
      await untilWaitsForLocks(app.database, 1)
      const waiting = signIn(email)
      await untilWaitsForLocks(app.database, 2)
      return [changed, waiting]
    })
    expect([(await rule).status, (await signedIn).status]).toEqual([200, 401])
    const ways = await app.database.query('select way from sessions where user_id = $1', [id])
    expect(ways).toEqual([{ way: 'provider' }])
  })

  it('mails how to sign in instead of a link, whose earlier ones set no password [OIDC-23]', async () => {
    const { lab, people } = await newLab()
    const { email, id } = people[0].user
    await app.services.passwordResets.send({ email }, randomUUID())
    const link = linkIn(mail.mailsTo(email).at(-1))
    sure(await setRule(lab, 'provider'))
    const password = 'some new passphrase'
    const reset = { token: link.get('token'), email, password, confirmPassword: password }
    const refused = await app.client().post('/auth/reset-password', reset)
    const unknown = await app.client().post('/auth/reset-password', { ...reset, token: 'unknown' })
    expect([refused.status, refused.body]).toEqual([unknown.status, unknown.body])
    expect((await app.client().post('/auth/forgot-password', { email })).status).toBe(200)
    await app.services.passwordResets.send({ email }, randomUUID())
    const told = mail.mailsTo(email).at(-1)
    expect(told?.text).toMatch(/provider|organization/)
    expect(told?.content).not.toContain('reset-password')
    expect(await sessionsOf(id)).toBe(1)
  })

  it('leaves other labs and Admins as they are [OIDC-23]', async () => {
    await newProviderOnlyLab()
    for (const role of ['Doctor', 'Admin'] as const)
      expect((await signIn((await app.createUser(role)).email)).status).toBe(200)
  })

  it('ends with its last provider [OIDC-25]', async () => {
    const { lab, provider, people } = await newProviderOnlyLab()
    sure(await admin.post(`/provider/remove/${provider.id}`))
    expect((await getRule(lab)).rule).toBe('any')
    expect((await signIn(people[0].user.email)).status).toBe(200)
  })
})

describe('an opening', () => {
  it('lets passwords and passkeys in for some hours, and ends by itself [OIDC-24]', async () => {
    const { lab, people } = await newProviderOnlyLab()
    const { user } = people[0]
    for (const [hours, reason] of [
      [0, REASON],
      [25, REASON],
      [1.5, REASON],
      [2, 'short'],
    ] as const)
      expect((await open(lab, hours, reason)).status, `${hours} ${reason}`).toBe(400)
    const opened = sure(await open(lab, 2))
    expect(opened).toMatchObject({ rule: 'provider', openReason: REASON })
    const hours = (Date.parse(opened.openUntil) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(1.9)
    expect(hours).toBeLessThanOrEqual(2)
    const client = app.client()
    const answer = await signIn(user.email, TEST_PASSWORD, client)
    expect(answer.status).toBe(200)
    expect(Date.parse(answer.body.session.expiresAt)).toBeLessThanOrEqual(Date.parse(opened.openUntil))
    expect((await client.post('/auth/confirm-identity', PROOF)).status).toBe(200)

    await app.database.query(
      `update lab_sign_in_settings set open_until = open_until - interval '121 minutes' where lab_id = $1`,
      [lab.id],
    )
    await app.database.query(
      `update sessions set ends_at = ends_at - interval '121 minutes' where user_id = $1 and way = 'password'`,
      [user.id],
    )
    expect(await statusOf(client)).toBe(401)
    expect((await signIn(user.email)).status).toBe(401)
    expect(await getRule(lab)).toMatchObject({ rule: 'provider', openUntil: null, openReason: null })
  })

  it('leaves an activity entry, and mail to all Admins and the Doctors of the lab [OIDC-24]', async () => {
    const { lab, people } = await newProviderOnlyLab()
    const [doctor, technician] = people
    const otherAdmin = await app.createUser('Admin')
    const otherDoctor = await app.createUser('Doctor')
    sure(await open(lab, 1))
    for (const user of [doctor.user, otherAdmin, admin.user])
      expect(await noticesTo(user.id)).toContain('sign-in-opened')
    for (const user of [technician.user, otherDoctor])
      expect(await noticesTo(user.id)).not.toContain('sign-in-opened')
    const [entry] = await app.database.query<{ summary: string }>(
      "select summary from activity_log where action = 'lab.sign-in' order by id desc limit 1",
    )
    expect(entry?.summary).toContain(REASON)
    await app.services.accountNotices.send(
      { userId: otherAdmin.id, notice: 'sign-in-opened', details: REASON },
      randomUUID(),
    )
    expect(mail.mailsTo(otherAdmin.email).at(-1)?.text).toContain(REASON)
  })

  it('ends when the rule is saved again, with the sessions that began in it [OIDC-24]', async () => {
    const { lab, people } = await newProviderOnlyLab()
    const { user, browser } = people[0]
    sure(await open(lab, 4))
    const client = app.client()
    sure(await signIn(user.email, TEST_PASSWORD, client))
    expect(await browser.client.get(HOME)).toMatchObject({ status: 200 })
    sure(await setRule(lab, 'provider'))
    expect(await statusOf(client)).toBe(401)
    expect(await statusOf(browser.client)).toBe(200)
    expect((await signIn(user.email)).status).toBe(401)
  })

  it('happens once from what an Admin saw, and stays when nothing is changed [OIDC-24]', async () => {
    const { lab } = await newProviderOnlyLab()
    const { updatedAt } = await getRule(lab)
    const ask = () => admin.post(`/lab/openSignIn/${lab.id}`, { hours: 2, reason: REASON, updatedAt })
    const answers = await Promise.all([ask(), ask()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    sure(await admin.put(`/lab/updateSignIn/${lab.id}`, {}))
    expect((await getRule(lab)).openReason).toBe(REASON)
  })

  it('ends its sessions when it is shorter than the one before [OIDC-24]', async () => {
    const { lab, people } = await newProviderOnlyLab()
    sure(await open(lab, 24))
    const client = app.client()
    sure(await signIn(people[0].user.email, TEST_PASSWORD, client))
    const { openUntil } = sure(await open(lab, 1))
    const [{ endsAt } = { endsAt: '' }] = await app.database.query<{ endsAt: string }>(
      `select ends_at as "endsAt" from sessions where user_id = $1 and way = 'password'`,
      [people[0].user.id],
    )
    expect(Date.parse(endsAt)).toBeLessThanOrEqual(Date.parse(openUntil))
  })

  it('exists only for labs that are provider only [OIDC-24]', async () => {
    const { lab } = await newLab()
    expect((await open(lab, 1)).body.code).toBe('SIGN_IN_NOT_LIMITED')
  })
})

describe('Admins', () => {
  it('keep a way in without a provider, two of them once they exist [OIDC-26]', async () => {
    const provider = await add()
    await app.database.execute(
      `update users set deactivated_at = now() where user_type_id = 1 and id <> ${admin.user.id}`,
    )
    const other = await app.signedIn('Admin')
    const { id, passkey } = await addPasskey(other, PROOF)
    const third = await linked(provider, 'Admin')
    await app.database.query('update users set password_hash = null where id = any($1)', [
      [other.user.id, third.user.id],
    ])
    await app.database.query(
      `insert into provider_links (provider_id, user_id, subject) values ($1, $2, 'other-admin')`,
      [provider.id, other.user.id],
    )
    // The other Admin’s passkey is one of two ways without a provider.
    const proof = { passkey: await answerChallenge(other, passkey, 'confirm') }
    const answer = await other.post(`/auth/passkey/remove/${id}`, proof)
    expect(answer).toMatchObject({ status: 409, body: { code: 'LAST_WAY_IN_OF_ADMINS' } })
    const reset = await admin.post(`/user/resetSecondFactor/${other.user.id}`, PROOF)
    expect(reset.body.code).toBe('LAST_WAY_IN_OF_ADMINS')
    // The last Admin with a password cannot be deactivated, although others have a provider.
    await app.database.query('delete from passkeys where user_id = $1', [other.user.id])
    expect(await third.browser.go(provider.id)).toBe(HOME)
    const last = await third.browser.client.delete(`/user/delete/${admin.user.id}`)
    expect(last.body.code).toBe('LAST_ADMIN')
  })
})
