import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { CLIENT_SCOPES } from '@zelab/contract'
import { CompactSign, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { askAsClient } from '../../../testing/integrations.ts'
import { useTestApp } from '../../../testing/test-app.ts'

const PUBLIC = 'https://public.test'
const AUDIENCE = `${PUBLIC}/fhir/token`
const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

const app = await useTestApp({ publicUrl: PUBLIC })
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
const jwkOf = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid })

const addClient = async (...keys: object[]): Promise<{ id: number; clientId: string }> =>
  sure(
    await admin.post(`/integration/addClient/${lab.id}`, {
      ...{ name: 'Hospital', purpose: 'Treatment', country: 'AE', reach: { kind: 'lab' } },
      ...{ scopes: CLIENT_SCOPES.slice(0, 3), jwks: { keys } },
    }),
  )

let client = { id: 0, clientId: '' }
let second = { id: 0, clientId: '' }
beforeAll(async () => {
  client = await addClient(jwkOf(rsa.publicKey, 'rsa'), jwkOf(ec.publicKey, 'ec'))
  second = await addClient(jwkOf(other.publicKey, 'rsa'))
})
beforeEach(async () => {
  for (const table of ['rate_limits', 'integration_tokens', 'integration_assertions'])
    await app.database.query(`delete from ${table}`)
})

const seconds = () => Math.floor(Date.now() / 1000)
const claimsOf = (changes: JWTPayload = {}): JWTPayload => ({
  ...{ iss: client.clientId, sub: client.clientId, aud: AUDIENCE, exp: seconds() + 60, jti: randomUUID() },
  ...changes,
})
const sign = (claims: JWTPayload, header: object = {}, key: KeyObject = rsa.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS384', kid: 'rsa', ...header }).sign(key)
const post = (form: Record<string, string> | string) =>
  askAsClient(app, undefined, '/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  })
const formOf = (assertion: string) => ({
  grant_type: 'client_credentials',
  client_assertion_type: TYPE,
  client_assertion: assertion,
})
const ask = (assertion: string, scope = 'system/DiagnosticReport.rs') => post({ ...formOf(assertion), scope })

describe('a signed assertion', () => {
  it('gets a token of 300 s for the asked scopes, with either kind of key [API-OUT-20]', async () => {
    const answer = await ask(await sign(claimsOf()))
    expect(answer.body).toEqual({
      ...{ token_type: 'bearer', expires_in: 300, scope: 'system/DiagnosticReport.rs' },
      access_token: expect.stringMatching(/^[\w-]{43}$/) as string,
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect((await askAsClient(app, answer.body.access_token, '/events')).status).toBe(200)
    const stored = await app.database.query('select * from integration_tokens')
    expect(JSON.stringify(stored)).not.toContain(answer.body.access_token)
    const byEc = await ask(await sign(claimsOf(), { alg: 'ES384', kid: 'ec' }, ec.privateKey), 'system/*.rs')
    expect(byEc.body.scope).toBe(CLIENT_SCOPES.slice(0, 3).join(' '))
    const patients = await ask(await sign(claimsOf()), 'system/Patient.rs')
    expect((await askAsClient(app, patients.body.access_token, '/events')).status).toBe(403)
    await app.database.query('update integration_tokens set expires_at = now()')
    expect((await askAsClient(app, answer.body.access_token, '/events')).status).toBe(401)
  })

  it('gets all that the client has without a scope, as MedplumClient asks [API-OUT-154]', async () => {
    const { status, body } = await post(formOf(await sign(claimsOf())))
    expect([status, body.scope]).toEqual([200, CLIENT_SCOPES.slice(0, 3).join(' ')])
    expect((await askAsClient(app, body.access_token, '/R4/Patient')).status).toBe(200)
  })

  it.each([
    ['system/*.read', 'system/Patient.rs system/DiagnosticReport.rs system/DocumentReference.rs', 200, 404],
    ['system/Patient.read', 'system/Patient.rs', 200, 404],
    ['system/Patient.r', 'system/Patient.r', 403, 404],
    ['system/Patient.s', 'system/Patient.s', 200, 403],
    [
      'system/*.s system/Patient.r',
      'system/Patient.rs system/DiagnosticReport.s system/DocumentReference.s',
      200,
      404,
    ],
  ])(
    'gets the scope "%s" as "%s", which is what it may do [API-OUT-143]',
    async (scope, granted, searches, reads) => {
      const { body } = await ask(await sign(claimsOf()), scope)
      expect(body.scope).toBe(granted)
      const statusOf = async (path: string) => (await askAsClient(app, body.access_token, path)).status
      expect(await statusOf('/R4/Patient')).toBe(searches)
      expect(await statusOf('/R4/Patient/patient-999999')).toBe(reads)
    },
  )

  it('tolerates clocks 30 s late or early, and must end within 5 minutes [API-OUT-20]', async () => {
    expect((await ask(await sign(claimsOf({ exp: seconds() - 25 })))).status).toBe(200)
    expect((await ask(await sign(claimsOf({ exp: seconds() + 325 })))).status).toBe(200)
    expect((await ask(await sign(claimsOf({ exp: seconds() - 35 })))).status).toBe(401)
    expect((await ask(await sign(claimsOf({ exp: seconds() + 340 })))).status).toBe(401)
  })

  it('counts once, even when two requests send it at once, for each client [API-OUT-22]', async () => {
    const claims = claimsOf()
    const assertion = await sign(claims)
    const answers = await Promise.all([ask(assertion), ask(assertion), ask(assertion)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    expect((await ask(await sign({ ...claims, exp: seconds() + 200 }))).status).toBe(401)
    const foreign = { ...claims, iss: second.clientId, sub: second.clientId }
    expect((await ask(await sign(foreign, {}, other.privateKey))).status).toBe(200)
  })
})

const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' })
const hostile: Record<string, () => Promise<string> | string> = {
  'without a signature (none)': () => new UnsecuredJWT(claimsOf()).encode(),
  'with HS256 and the public key': () =>
    new SignJWT(claimsOf()).setProtectedHeader({ alg: 'HS256', kid: 'rsa' }).sign(Buffer.from(pem)),
  'with RS256': () => sign(claimsOf(), { alg: 'RS256' }),
  'with PS384': () => sign(claimsOf(), { alg: 'PS384' }),
  'without a key id': () => sign(claimsOf(), { kid: undefined }),
  'with an unknown key id': () => sign(claimsOf(), { kid: 'unknown' }),
  'with the key id of another kind of key': () => sign(claimsOf(), { kid: 'ec' }),
  'signed by the key of another client': () => sign(claimsOf(), {}, other.privateKey),
  'for another client': () => sign(claimsOf({ iss: second.clientId, sub: second.clientId })),
  'with its own key in the header': () =>
    sign(claimsOf(), { jwk: jwkOf(other.publicKey, 'rsa') }, other.privateKey),
  'with another issuer than subject': () => sign(claimsOf({ sub: second.clientId })),
  'of an unknown client': () => sign(claimsOf({ iss: randomUUID(), sub: randomUUID() })),
  'of a client that is no UUID': () => sign(claimsOf({ iss: "' or 1=1", sub: "' or 1=1" })),
  'without an issuer': () => sign(claimsOf({ iss: undefined, sub: undefined })),
  'for another address': () => sign(claimsOf({ aud: 'https://other.test/fhir/token' })),
  'for several addresses': () => sign(claimsOf({ aud: [AUDIENCE, 'https://other.test/'] })),
  'for no address': () => sign(claimsOf({ aud: undefined })),
  'without an end': () => sign(claimsOf({ exp: undefined })),
  'that has ended': () => sign(claimsOf({ exp: seconds() - 60 })),
  'that ends too late': () => sign(claimsOf({ exp: seconds() + 3600 })),
  'that begins later': () => sign(claimsOf({ nbf: seconds() + 120 })),
  'without an id': () => sign(claimsOf({ jti: undefined })),
  'with an empty id': () => sign(claimsOf({ jti: '' })),
  'with a huge id': () => sign(claimsOf({ jti: 'x'.repeat(400) })),
  'with an id that is no text': () => sign(Object.assign(claimsOf(), { jti: 7 })),
  'with an unknown critical header': () =>
    new CompactSign(Buffer.from(JSON.stringify(claimsOf())))
      .setProtectedHeader({ alg: 'RS384', kid: 'rsa', crit: ['x'], x: 1 })
      .sign(rsa.privateKey, { crit: { x: true } }),
  'with changed claims': async () => {
    const [header, , signature] = (await sign(claimsOf())).split('.')
    return [header, Buffer.from(JSON.stringify(claimsOf())).toString('base64url'), signature].join('.')
  },
  'that is no JWT': () => 'x.y.z',
  'that is null': () => Buffer.from('null').toString('base64url').concat('.bnVsbA.AA'),
}

describe('a hostile assertion', () => {
  it.each(Object.keys(hostile))('%s answers invalid_client [API-OUT-21]', async (name) => {
    const answer = await ask((await hostile[name]?.()) ?? '')
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ error: 'invalid_client' })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(await app.database.query('select 1 from integration_tokens')).toEqual([])
  })

  it('reaches a limit of its network, which right ones do not use up [API-OUT-25]', async () => {
    for (let count = 0; count < 25; count += 1) expect((await ask(await sign(claimsOf()))).status).toBe(200)
    let last = await ask('x.y.z')
    for (let count = 0; count < 20; count += 1) last = await ask('x.y.z')
    expect(last.status).toBe(429)
    expect(last.body.error).toBe('temporarily_unavailable')
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(await sign(claimsOf()))).status).toBe(429)
  })

  it('fails for a paused or ended client [API-OUT-21]', async () => {
    const own = await addClient(jwkOf(rsa.publicKey, 'rsa'))
    const assertion = () => sign(claimsOf({ iss: own.clientId, sub: own.clientId }))
    expect((await ask(await assertion())).status).toBe(200)
    sure(await admin.post(`/integration/pause/${own.id}`))
    expect((await ask(await assertion())).status).toBe(401)
    sure(await admin.post(`/integration/resume/${own.id}`))
    expect((await ask(await assertion())).status).toBe(200)
    sure(await admin.post(`/integration/end/${own.id}`))
    expect((await ask(await assertion())).status).toBe(401)
  })
})

describe('a request for a token', () => {
  const form = { grant_type: 'client_credentials', client_assertion_type: TYPE, client_assertion: 'x.y.z' }
  it.each([
    ['invalid_request', { ...form, grant_type: '' }],
    ['unsupported_grant_type', { ...form, grant_type: 'password' }],
    ['invalid_request', { ...form, client_assertion_type: 'x' }],
    ['invalid_request', { ...form, client_assertion: '' }],
    ['invalid_request', ''],
    ['invalid_request', 'grant_type=client_credentials&grant_type=client_credentials'],
    ['invalid_request', { ...form, scope: 'x'.repeat(20_000) }],
  ])('answers %s as RFC 6749 says [API-OUT-23]', async (error, sent) => {
    const answer = await post(sent)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).toEqual({ error, error_description: expect.any(String) as string })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('gets invalid_request as JSON [API-OUT-23]', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await askAsClient(app, undefined, '/token', { method: 'POST', headers, body: '{}' })
    expect(answer.body.error).toBe('invalid_request')
  })

  it.each([
    '',
    'system/Binary.r',
    'system/Patient.rs system/Binary.r',
    'user/Patient.rs',
    'system/*.cruds',
    'system/Patient.c',
    'system/Patient.',
    'system/*.sr',
    'system/Binary.s',
    'openid',
  ])('gets invalid_scope with the scope "%s" [API-OUT-23]', async (scope) => {
    const answer = await ask(await sign(claimsOf()), scope)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_scope'])
  })

  it('matches the description in the SMART configuration, which is open [API-OUT-30]', async () => {
    const { status, body, headers } = await askAsClient(app, undefined, '/R4/.well-known/smart-configuration')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('application/json')
    expect(body).toMatchObject({
      ...{ token_endpoint: AUDIENCE, grant_types_supported: ['client_credentials'] },
      token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
    })
  })
})

it('expired tokens and assertions are deleted, others stay [API-OUT-32]', async () => {
  await ask(await sign(claimsOf()))
  await app.database.query("update integration_tokens set expires_at = now() - interval '1 second'")
  await app.database.query("update integration_assertions set expires_at = now() - interval '1 second'")
  await ask(await sign(claimsOf()))
  await app.services.clientTokens.removeExpired()
  for (const table of ['integration_tokens', 'integration_assertions'])
    expect(await app.database.query(`select 1 from ${table}`)).toHaveLength(1)
})
