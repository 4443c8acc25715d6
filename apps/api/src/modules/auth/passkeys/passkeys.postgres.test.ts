import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import {
  addPasskey,
  answerChallenge,
  createPasskeyUsers,
  createSoftwarePasskey,
  signInWithPasskey,
} from '../../../testing/software-passkey.ts'
import { TEST_PASSWORD, useTestApp } from '../../../testing/test-app.ts'

const app = await useTestApp({ appUrl: 'https://reports.test' })
const { withPasskey, signIn } = createPasskeyUsers(app)
const PROOF = { password: TEST_PASSWORD }

const lastEntry = async (userId: number) =>
  (
    await app.database.query<{ summary: string }>(
      `select summary from activity_log where object_id = $1 and object_type = 'user' or actor_id = $1
        order by id desc limit 1`,
      [userId],
    )
  )[0]?.summary

describe('a passkey', () => {
  it('signs in without a password and a code, and the session says so [PASSKEY-01]', async () => {
    const { client, passkey } = await withPasskey()
    const browser = app.client()
    const answer = await signInWithPasskey(browser, passkey)
    expect(answer.status).toBe(200)
    expect(answer.body.data.id).toBe(client.user.id)
    expect(answer.body.session).toMatchObject({
      secondFactor: 'on',
      hasAuthenticator: false,
      passkey: 'added',
    })
    const [session] = sure(await browser.get('/auth/sessions'))
    expect(session).toMatchObject({ isCurrent: true, way: 'passkey' })
    expect(await lastEntry(client.user.id)).toBe('Signed in with a passkey')
  })

  it('needs an identity check to be added, and ends the other sessions [PASSKEY-02]', async () => {
    const client = await app.signedIn('Doctor')
    const other = app.client()
    await signIn(client.user, {}, other)
    for (const proof of [{}, { password: 'Wrong@1234' }])
      expect((await client.post('/auth/passkey/addOptions', proof)).status).toBe(400)
    const { passkey } = await addPasskey(client, PROOF)
    expect((await other.get('/user/dashboard')).status).toBe(401)
    expect((await client.get('/user/dashboard')).status).toBe(200)
    // The same passkey again, by its owner and by another account.
    const stranger = await app.signedIn('Technician')
    for (const [one, proof] of [
      [client, { passkey: await answerChallenge(client, passkey, 'confirm') }],
      [stranger, PROOF],
    ] as const) {
      const options = sure(await one.post('/auth/passkey/addOptions', proof))
      const answer = await one.post('/auth/passkey/add', { name: 'Again', response: passkey.create(options) })
      expect(answer).toMatchObject({ status: 409, body: { code: 'PASSKEY_KNOWN' } })
    }
  })

  it('fails to be added with certificates, an unknown format, or unreadable values [PASSKEY-15]', async () => {
    const client = await app.signedIn('Doctor')
    const certificates = new Map([['x5c', Buffer.alloc(300)]])
    const attempts = [
      { format: 'apple', statement: certificates },
      { format: 'packed', statement: certificates },
      { format: 'tpm' },
      { origin: 'https://evil.test' },
      { isVerified: false },
      ...[5, null, {}].map((challenge) => ({ challenge })),
      ...[
        Buffer.alloc(0),
        Buffer.alloc(15_000, 0x81),
        Buffer.from([1]),
        Buffer.from('baffffffff', 'hex'),
      ].map((attestation) => ({ attestation })),
    ]
    for (const changes of attempts) {
      const options = sure(await client.post('/auth/passkey/addOptions', PROOF))
      const response = createSoftwarePasskey().create(options, changes)
      const answer = await client.post('/auth/passkey/add', { name: 'Key', response })
      expect(answer, JSON.stringify(changes)).toMatchObject({
        status: 400,
        body: { code: 'PASSKEY_REFUSED' },
      })
    }
  })

  it('follows the password, or a recovery code does instead [PASSKEY-03]', async () => {
    const { client, passkey, recoveryCodes = [] } = await withPasskey()
    expect(recoveryCodes).toHaveLength(10)
    const browser = app.client()
    expect(await signIn(client.user, {}, browser)).toMatchObject({
      status: 401,
      body: { code: 'SECOND_FACTOR_PASSKEY_REQUIRED', errors: [{ path: 'code' }] },
    })
    const options = sure(await browser.post('/auth/passkey/options', { purpose: 'second-step' }))
    expect(options.allowCredentials).toEqual([])
    const answer = passkey.get(options)
    expect((await signIn(client.user, { passkey: answer }, browser)).status).toBe(200)
    expect((await signIn(client.user, { passkey: answer }, browser)).status).toBe(401)
    expect((await signIn(client.user, { code: recoveryCodes[0] })).status).toBe(200)
    expect((await signIn(client.user, { code: recoveryCodes[0] })).status).toBe(401)
    // A passkey of someone else is none.
    const { passkey: foreign } = await withPasskey()
    const proof = { passkey: await answerChallenge(browser, foreign, 'second-step') }
    expect((await signIn(client.user, proof, browser)).status).toBe(401)
  })

  it('fails with a wrong origin, host, type, key, owner, or without a PIN [PASSKEY-04]', async () => {
    const { passkey } = await withPasskey()
    const { passkey: other } = await withPasskey()
    const forged = createSoftwarePasskey()
    const attempts = [
      { origin: 'https://evil.test' },
      { rpId: 'evil.test' },
      { type: 'webauthn.create' },
      { isVerified: false },
      { userHandle: Buffer.alloc(32).toString('base64url') },
      ...[5, null, {}].map((challenge) => ({ challenge })),
    ]
    for (const changes of attempts) {
      const answer = await signInWithPasskey(app.client(), passkey, changes)
      expect(answer, JSON.stringify(changes)).toMatchObject({
        status: 401,
        body: { code: 'PASSKEY_REFUSED' },
      })
    }
    expect((await signInWithPasskey(app.client(), forged)).status).toBe(401)
    const browser = app.client()
    const genuine = await answerChallenge(browser, passkey)
    const swapped = { ...genuine, id: other.id, rawId: other.id }
    expect((await browser.post('/auth/passkey/login', { response: swapped })).status).toBe(401)
  })

  it('answers a challenge once, in its browser, for its purpose and within two minutes [PASSKEY-05]', async () => {
    const { client, passkey } = await withPasskey()
    const login = (browser: typeof client | ReturnType<typeof app.client>, response: object) =>
      browser.post('/auth/passkey/login', { response })
    const browser = app.client()
    const first = await answerChallenge(browser, passkey)
    const second = await answerChallenge(browser, passkey)
    const other = app.client()
    expect((await login(other, first)).status).toBe(401)
    await answerChallenge(other, passkey)
    expect((await login(other, first)).status).toBe(401)
    const twice = await Promise.all([login(browser, first), login(browser, first)])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await login(browser, second)).status).toBe(200)
    for (const purpose of ['second-step', 'confirm'] as const)
      expect((await login(client, await answerChallenge(client, passkey, purpose))).status).toBe(401)
    const late = await answerChallenge(browser, passkey)
    await app.database.query("update passkey_challenges set expires_at = expires_at - interval '121 seconds'")
    expect((await login(browser, late)).status).toBe(401)
    const made = await answerChallenge(browser, passkey)
    expect(
      Buffer.from(
        JSON.parse(Buffer.from(made.response.clientDataJSON, 'base64url').toString()).challenge,
        'base64url',
      ),
    ).toHaveLength(32)
  })

  it('fails on a single device when its counter does not grow, but not when synced [PASSKEY-06]', async () => {
    const { client, passkey } = await withPasskey({ isSynced: false })
    expect((await signInWithPasskey(app.client(), passkey)).status).toBe(200)
    expect((await signInWithPasskey(app.client(), passkey)).status).toBe(200)
    expect((await signInWithPasskey(app.client(), passkey, { counter: 1 })).status).toBe(401)
    expect(await lastEntry(client.user.id)).toMatch(/the counter of the passkey “Test key” did not grow/)
    const [stored] = await app.database.query(
      'select counter::int as counter from passkeys where user_id = $1',
      [client.user.id],
    )
    expect(stored).toEqual({ counter: 2 })
    expect(
      await app.database.query(
        "select 1 from graphile_worker._private_jobs j where payload::text like '%passkey-refused%'",
      ),
    ).toHaveLength(1)
    expect((await signInWithPasskey(app.client(), passkey)).status).toBe(200)

    const { passkey: synced } = await withPasskey()
    for (const counter of [5, 3, 0])
      expect((await signInWithPasskey(app.client(), synced, { counter })).status).toBe(200)
  })

  it('signs no one in once removed or when the account is deactivated [PASSKEY-07]', async () => {
    const { client, id, passkey } = await withPasskey()
    const admin = await app.signedIn('Admin')
    sure(await admin.delete(`/user/delete/${client.user.id}`))
    expect((await signInWithPasskey(app.client(), passkey)).status).toBe(401)
    sure(await admin.post(`/user/reactivate/${client.user.id}`))
    const browser = app.client()
    expect((await signInWithPasskey(browser, passkey)).status).toBe(200)
    const proof = { passkey: await answerChallenge(browser, passkey, 'confirm') }
    expect((await browser.post(`/auth/passkey/remove/${id}`, { password: 'Wrong@1234' })).status).toBe(400)
    expect((await browser.post(`/auth/passkey/remove/${id}`, proof)).status).toBe(200)
    expect((await signInWithPasskey(app.client(), passkey)).status).toBe(401)
    expect((await signIn(client.user)).status).toBe(200)
  })

  it('signs no one in if it is removed, or the account changed, meanwhile [PASSKEY-07]', async () => {
    const changes = [
      'update users set access_version = access_version + 1 where id = $1',
      'delete from passkeys where user_id = $1',
    ]
    for (const statement of changes) {
      const { client, passkey } = await withPasskey()
      const browser = app.client()
      const response = await answerChallenge(browser, passkey)
      let answer: Promise<{ status: number }> = Promise.resolve({ status: 0 })
      // The sign-in has read the passkey, and waits to note its use.
      await app.database.transaction(async (tx) => {
        await tx.execute('select 1 from passkeys where user_id = $1 for update', [client.user.id])
        answer = browser.post('/auth/passkey/login', { response })
        await sleep(300)
        await tx.execute(statement, [client.user.id])
      })
      expect((await answer).status, statement).toBe(401)
      expect(await lastEntry(client.user.id)).not.toMatch(/counter/)
    }
  })

  it('confirms the identity of its owner only, and replaces password and code [PASSKEY-08]', async () => {
    const { client, passkey } = await withPasskey()
    const { passkey: foreign } = await withPasskey()
    const confirm = async (key: typeof passkey) =>
      client.post('/auth/confirm-identity', { passkey: await answerChallenge(client, key, 'confirm') })
    expect(await confirm(foreign)).toMatchObject({ status: 400, body: { code: 'PASSKEY_REFUSED' } })
    expect((await confirm(passkey)).status).toBe(200)
    expect((await client.post('/auth/confirm-identity', PROOF)).body.code).toBe(
      'SECOND_FACTOR_PASSKEY_REQUIRED',
    )
    const password = 'Another@456'
    const change = { password, confirmPassword: password }
    expect((await client.put('/auth/password', change)).status).toBe(400)
    const proof = { passkey: await answerChallenge(client, passkey, 'confirm') }
    expect((await client.put('/auth/password', { ...change, ...proof })).status).toBe(200)
    const visitor = app.client()
    expect((await visitor.post('/auth/passkey/options', { purpose: 'confirm' })).status).toBe(401)
  })

  it('belongs to its user: others cannot rename or remove it, and ten are the most [PASSKEY-09]', async () => {
    const { client, id, passkey } = await withPasskey()
    const stranger = await app.signedIn('Doctor')
    expect((await stranger.post(`/auth/passkey/rename/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await stranger.post(`/auth/passkey/remove/${id}`, PROOF)).status).toBe(404)
    expect(sure(await client.post(`/auth/passkey/rename/${id}`, { name: 'Bench 3' }))).toMatchObject({
      name: 'Bench 3',
      isSynced: true,
      isOfFormerAddress: false,
    })
    const proof = async () => ({ passkey: await answerChallenge(client, passkey, 'confirm') })
    for (let count = 1; count < 10; count++)
      expect((await addPasskey(client, await proof())).recoveryCodes).toBeUndefined()
    expect((await client.get('/auth/passkeys')).body.data).toHaveLength(10)
    expect((await client.post('/auth/passkey/addOptions', await proof())).body.code).toBe('PASSKEYS_FULL')
  })
})
