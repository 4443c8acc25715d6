import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { useSignInProviders } from '../../../testing/sign-in-providers.ts'
import { TEST_PASSWORD } from '../../../testing/test-app.ts'

const lines: string[] = []
const suite = await useSignInProviders({
  logger: pino(
    { level: 'trace' },
    new Writable({
      write(chunk: Buffer, _encoding, callback) {
        lines.push(chunk.toString())
        callback()
      },
    }),
  ),
})
const { app, admin, hostile, add, linked, browserOf, noticesTo } = suite

const HOME = '/user/dashboard'
const WINDOW = '/sign-in/window'
const PROOF = { password: TEST_PASSWORD }
const FIELDS = { name: 'Hospital', clientId: 'client', clientSecret: 'a secret that no one reads' }
const newFields = (more: object = {}) => ({ ...FIELDS, issuer: hostile.newIssuer().issuer, ...more })
const create = (more: object = {}, client = admin) => client.post('/provider/create', newFields(more))
const listed = async () => sure(await admin.get('/provider/getAll')) as { id: number; updatedAt: string }[]

describe('providers', () => {
  it('accept additions, changes and tests by an Admin, and record them [OIDC-21]', async () => {
    const lab = await app.createLab()
    const answer = await create({ labId: lab.id, name: ' Hospital  login ', domains: ['Hospital.example'] })
    const made = sure(answer)
    expect(answer.body.message).toBe('Provider added successfully')
    expect(made).toMatchObject({
      ...{ lab: { id: lab.id, name: lab.name }, clientId: 'client', hasSecret: true, keySet: null },
      ...{ scopes: ['openid', 'email', 'profile'], domains: ['hospital.example'], sessionHours: 8 },
      ...{ createsAccounts: false, checksSecondFactor: false, acr: null, accounts: 0, lastUsedAt: null },
      redirectUri: `https://reports.test/api/v1/auth/oidc/${made.id}/callback`,
      logoutUri: `https://reports.test/api/v1/auth/oidc/${made.id}/backchannel-logout`,
    })
    const { clientSecret: _, ...fields } = FIELDS
    const changes = { ...fields, name: 'Group login', updatedAt: made.updatedAt, sessionHours: 2 }
    const changed = sure(await admin.post(`/provider/update/${made.id}`, changes))
    expect(changed).toMatchObject({
      name: 'Group login',
      sessionHours: 2,
      hasSecret: true,
      lab: { id: lab.id },
    })
    expect(sure(await admin.post(`/provider/test/${made.id}`))).toEqual({
      keys: 1,
      ignoredKeys: 0,
      endsSessions: true,
      tellsLogouts: true,
    })
    sure(await admin.post(`/provider/remove/${made.id}`))
    expect(await listed()).toEqual([])
    const entries = await app.database.query<{ summary: string }>(
      "select summary from activity_log where action = 'provider.change' order by id desc limit 3",
    )
    expect(entries.map(({ summary }) => summary.split(' ')[0])).toEqual(['Removed', 'Changed', 'Added'])
    expect(entries[1]?.summary).toMatch(
      /: name from Hospital {2}login to Group login; session hours from 8 to 2$/,
    )
    for (const path of ['update', 'test', 'remove'])
      expect((await admin.post(`/provider/${path}/${made.id}`, changes)).status).toBe(404)
  })

  it('need a name, a client, one kind of secret, and valid lists [OIDC-21]', async () => {
    const wrong: [object, string][] = [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(61) }, 'name'],
      [{ clientId: '' }, 'clientId'],
      [{ clientSecret: '' }, 'clientSecret'],
      [{ clientSecret: undefined }, 'clientSecret'],
      [{ makesKeyPair: true }, 'clientSecret'],
      [{ scopes: ['email'] }, 'scopes'],
      [{ scopes: ['openid', 'with space'] }, 'scopes'],
      [{ domains: ['no domain'] }, 'domains'],
      [{ roles: { admins: 'Admin' } }, 'roles'],
      [{ roles: { patients: 'Patient' } }, 'roles'],
      [{ createsAccounts: true }, 'createsAccounts'],
      [{ createsAccounts: true, defaultRole: 'Doctor' }, 'defaultRole'],
      [{ defaultRole: 'Doctor' }, 'defaultRole'],
      [{ defaultRole: 'Admin' }, 'defaultRole'],
      [{ sessionHours: 0 }, 'sessionHours'],
      [{ sessionHours: 13 }, 'sessionHours'],
      [{ labId: 999_999 }, 'labId'],
      [{ issuer: 'http://login.example' }, 'issuer'],
    ]
    for (const [more, path] of wrong) {
      const answer = await create(more)
      expect(answer.status, JSON.stringify(more)).toBe(400)
      expect(answer.body.errors[0].path, JSON.stringify(more)).toMatch(new RegExp(`^${path}`))
    }
    expect(await listed()).toEqual([])
  })

  it('need an identity check of the last 15 minutes [OIDC-21]', async () => {
    const client = await app.signedIn('Admin')
    const provider = await add()
    const age = (minutes: number) =>
      app.database.query(
        `update sessions set created_at = created_at - make_interval(mins => $2),
           confirmed_at = confirmed_at - make_interval(mins => $2) where user_id = $1`,
        [client.user.id, minutes],
      )
    await age(16)
    const attempts: [string, object][] = [
      ['create', newFields()],
      [`update/${provider.id}`, FIELDS],
      [`remove/${provider.id}`, {}],
    ]
    for (const [path, body] of attempts)
      expect(await client.post(`/provider/${path}`, body), path).toMatchObject({
        status: 403,
        body: { code: 'IDENTITY_CHECK_REQUIRED' },
      })
    expect(await listed()).toHaveLength(1)
    sure(await client.post('/auth/confirm-identity', PROOF))
    sure(await client.post(`/provider/remove/${provider.id}`))
  })

  it('belong to Admins alone [OIDC-21]', async () => {
    const provider = await add()
    for (const role of ['Doctor', 'Technician', 'Receptionist'] as const) {
      const client = await app.signedIn(role)
      expect((await client.get('/provider/getAll')).status).toBe(403)
      expect((await client.get(`/provider/getDependents/${provider.id}`)).status).toBe(403)
      expect((await create({}, client)).status).toBe(403)
      for (const path of ['update', 'test', 'remove'])
        expect((await client.post(`/provider/${path}/${provider.id}`, FIELDS)).status).toBe(403)
    }
    expect((await app.client().get('/provider/getAll')).status).toBe(401)
  })

  it('refuse a stale change, an issuer and client twice, and an eleventh [OIDC-21]', async () => {
    const { id, updatedAt, at, clientId } = await add()
    await app.database.query("update sign_in_providers set updated_at = updated_at + interval '1 second'")
    const { issuer: _, ...fields } = newFields()
    expect(await admin.post(`/provider/update/${id}`, { ...fields, updatedAt })).toMatchObject({
      status: 409,
      body: { code: 'RECORD_CHANGED' },
    })
    expect(await create({ issuer: at.issuer, clientId })).toMatchObject({
      status: 409,
      body: { code: 'PROVIDER_KNOWN' },
    })
    for (let count = 1; count < 10; count++) await add()
    expect(await create()).toMatchObject({ status: 409, body: { code: 'PROVIDERS_FULL' } })
    sure(await admin.post(`/provider/remove/${id}`))
    const answers = await Promise.all([create({ clientId: 'one' }), create({ clientId: 'two' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await listed()).toHaveLength(10)
  })

  it('keep their issuer and lab, and their secret unless a new one is sent [OIDC-21]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    const sealed = async () =>
      app.database.one('select sealed_secret, sealed_key from sign_in_providers where id = $1', [provider.id])
    const before = await sealed()
    const { at, clientId, name } = provider
    const other = { issuer: 'https://evil.example', labId: (await app.createLab()).id }
    sure(await admin.post(`/provider/update/${provider.id}`, { name, clientId, ...other }))
    expect(await sealed()).toEqual(before)
    expect((await listed())[0]).toMatchObject({ issuer: at.issuer, lab: null })
    expect(await browser.go(provider.id)).toBe(HOME)
    sure(await admin.post(`/provider/update/${provider.id}`, { name, clientId, clientSecret: 'new secret' }))
    expect(await sealed()).not.toEqual(before)
    expect(await browser.go(provider.id)).toBe(HOME)
    const { form, authorization } = at.tokenRequests.at(-1) ?? {}
    const basic = Buffer.from(authorization?.replace('Basic ', '') ?? '', 'base64').toString()
    expect([form?.get('client_secret'), basic.split(':')[1]?.replace('+', ' ')]).toContain('new secret')
  })
})

describe('secrets', () => {
  it('stay out of answers, log and activity entries, and sealed in the database [OIDC-22]', async () => {
    const secret = 'Geheimnis-4711-of-the-client'
    const provider = await add({ clientSecret: secret })
    const { browser, user } = await linked(provider)
    lines.length = 0
    const back = await browser.follow(await browser.start(provider.id))
    expect(await browser.callback(back)).toBe(HOME)
    provider.at.change({ claims: { nonce: 'wrong' } })
    await browser.go(provider.id)
    hostile.mishaps.token = (_request, response) => response.writeHead(500).end(secret)
    await browser.go(provider.id)
    const { updatedAt: _, ...fields } = provider
    const answers = [
      await admin.get('/provider/getAll'),
      await admin.post(`/provider/update/${provider.id}`, { ...FIELDS, name: fields.name }),
      await admin.post(`/provider/test/${provider.id}`),
      await admin.get(`/provider/getDependents/${provider.id}`),
      await browser.client.get('/auth/ways'),
    ]
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(secret)
    await app.services.activity.flush()
    const entries = await app.database.query('select * from activity_log')
    const stored = await app.database.query('select * from sign_in_providers')
    const { code, state } = Object.fromEntries(back.searchParams)
    for (const text of [JSON.stringify(entries), JSON.stringify(stored), lines.join('')])
      for (const hidden of [secret, Buffer.from(secret).toString('base64'), code ?? '', state ?? ''])
        expect(text.includes(hidden)).toBe(false)
    const sessions = await app.database.query<{ token: Buffer | null }>(
      'select sealed_id_token as token from sessions where user_id = $1 and provider_id is not null',
      [user.id],
    )
    expect(sessions[0]?.token?.toString() ?? '').not.toContain('eyJ')
  })

  it('never leave the server for a key pair [OIDC-22]', async () => {
    const made = sure(await create({ clientSecret: null, makesKeyPair: true }))
    const [key] = made.keySet.keys
    for (const part of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(key).not.toHaveProperty(part)
    const [stored] = await app.database.query<{ key: Buffer; public: object }>(
      'select sealed_key as key, public_key as public from sign_in_providers',
    )
    expect(stored?.key.toString('latin1')).not.toMatch(/PRIVATE|"d"/)
    const again = { ...FIELDS, clientSecret: undefined, makesKeyPair: true }
    const renewed = sure(await admin.post(`/provider/update/${made.id}`, again))
    expect(renewed.keySet.keys[0].n).not.toBe(key.n)
  })
})

describe('a change of the own email address', () => {
  it('accepts the provider as proof [OIDC-15]', async () => {
    const provider = await add()
    const { user, browser } = await linked(provider, 'Admin')
    expect(await browser.go(provider.id)).toBe(HOME)
    expect(await browser.go(provider.id, { purpose: 'confirm' })).toBe(WINDOW)
    const email = `moved-${user.email}`
    const body = { name: 'Admin Person', phone: '+971500000000', email, userTypeId: 1, provider: true }
    expect((await browser.client.put(`/user/update/${user.id}`, body)).status).toBe(200)
    expect(await noticesTo(user.id)).toContain('email-changed')
    expect(await browserOf(`person-${user.id}`).go(provider.id)).toBe(HOME)
  })
})
