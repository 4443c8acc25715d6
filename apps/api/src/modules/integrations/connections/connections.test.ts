import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { CLIENT_SCOPES, type ApiClient as ListedClient, type Receiver } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { createEncryption } from '../../../platform/encryption.ts'
import { sure } from '../../../testing/api-client.ts'
import { askAsClient } from '../../../testing/integrations.ts'
import { LOCALHOST_TLS as identity } from '../../../testing/localhost-certificate.ts'
import { TEST_SECRET, useTestApp } from '../../../testing/test-app.ts'

const app = await useTestApp({ outboundNetworks: ['127.0.0.0/8'], hl7Out: identity })
const lab = await app.createLab('Harbour Lab')
const admin = await app.signedIn('Admin')
const doctor = await app.signedIn('Doctor', lab)
sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
const referrerId = sure(
  await doctor.post(`/lab/addReferrer/${lab.id}`, { kind: 'clinic', name: 'Clinic' }),
).id

const common = { name: 'Hospital', purpose: 'Treatment', country: 'AE', reach: { kind: 'lab' } }
const clientFields = { ...common, scopes: ['system/DiagnosticReport.rs'], days: 30 }
const webhook = { ...common, kind: 'webhook', url: 'https://127.0.0.1:9/hook' }
const hl7 = {
  ...{ ...common, kind: 'hl7', host: '127.0.0.1', port: 2575 },
  ...{ ca: identity.cert, serverName: 'his.test' },
}
const keyOf = (kid: string, { bits = 2048, curve = '' } = {}) => {
  const { publicKey } = curve
    ? generateKeyPairSync('ec', { namedCurve: curve })
    : generateKeyPairSync('rsa', { modulusLength: bits })
  return { ...publicKey.export({ format: 'jwk' }), kid }
}
const rsaKey = keyOf('one')
const inLab = async () => (await app.createLab()).id
const addClient = (fields: object, labId = lab.id, headers = {}) =>
  admin.post(`/integration/addClient/${labId}`, fields, { headers })
const addReceiver = (fields: object, labId = lab.id, headers = {}) =>
  admin.post(`/integration/addReceiver/${labId}`, fields, { headers })
const clientsOf = async (labId: number) =>
  sure(await admin.get(`/integration/getClients/${labId}`)) as ListedClient[]
const receiversOf = async (labId: number) =>
  sure(await admin.get(`/integration/getReceivers/${labId}`)) as Receiver[]
const problemOf = ({ status, body }: Awaited<ReturnType<typeof addClient>>) =>
  `${status} ${body.errors?.[0]?.path ?? body.code}`

describe('adding a client', () => {
  it('shows its bearer key once, also when the request is repeated [API-OUT-10] [API-OUT-12]', async () => {
    const labId = await inLab()
    const headers = { 'idempotency-key': randomUUID() }
    const added = sure(await addClient(clientFields, labId, headers))
    expect(added.secret).toMatch(/^zlk_[\w-]{43}$/)
    const again = sure(await addClient(clientFields, labId, headers))
    expect(again).toEqual({ id: added.id, clientId: added.clientId })
    const listed = await clientsOf(labId)
    expect(listed).toHaveLength(1)
    expect(listed[0]).toMatchObject({
      ...{
        id: added.id,
        clientId: added.clientId,
        name: 'Hospital',
        state: 'active',
        includesSensitive: false,
      },
      ...{ scopes: clientFields.scopes, keyIds: null, jwksUri: null, lastUsedAt: null, legalBasis: null },
    })
    expect(Date.parse(listed[0]?.expiresAt ?? '') - Date.now()).toBeGreaterThan(29 * 86_400_000)
    expect(JSON.stringify(listed)).not.toContain(added.secret)
    const stored = await app.database.query('select * from integrations where id = $1', [added.id])
    const answers = await app.database.query('select * from idempotency_keys')
    expect(JSON.stringify([stored, answers])).not.toContain(added.secret)
    expect((await askAsClient(app, added.secret, '/events')).status).toBe(200)
  })

  it('keeps only public parts of RSA keys of 2048 bits and EC keys on P-384 [API-OUT-10]', async () => {
    const labId = await inLab()
    const { days: _, ...fields } = clientFields
    const second = keyOf('two', { curve: 'P-384' })
    const jwks = { keys: [{ ...rsaKey, use: 'sig', note: 'x' }, second] }
    const added = sure(await addClient({ ...fields, jwks }, labId))
    expect(added.secret).toBeUndefined()
    expect((await clientsOf(labId))[0]).toMatchObject({ keyIds: ['one', 'two'], expiresAt: null })
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    for (const keys of [
      [{ ...privateKey.export({ format: 'jwk' }), kid: 'private' }],
      [keyOf('short', { bits: 1024 })],
      [keyOf('curve', { curve: 'P-256' })],
      [{ ...rsaKey, kid: '' }],
      [rsaKey, rsaKey],
      [{ ...rsaKey, n: 'AAAA' }],
      [{ ...rsaKey, e: 'AQ' }],
      [{ ...rsaKey, alg: 'RS256' }],
      [{ ...rsaKey, use: 'enc' }],
      [{ ...second, x: rsaKey.n }],
      [{ kty: 'oct', k: 'AAAA', kid: 'secret' }],
    ])
      expect(problemOf(await addClient({ ...fields, jwks: { keys } }, labId))).toBe('400 jwks')
  })

  it('refuses several kinds of keys, foreign referrers and a country without legal basis [API-OUT-13]', async () => {
    const { days: _, ...fields } = clientFields
    const jwks = { keys: [rsaKey] }
    expect(problemOf(await addClient(fields))).toBe('400 days')
    expect(problemOf(await addClient({ ...clientFields, jwks }))).toBe('400 days')
    expect(problemOf(await addClient({ ...fields, jwksUri: 'https://10.0.0.1/jwks' }))).toBe('400 jwksUri')
    expect(problemOf(await addClient({ ...clientFields, country: 'DE' }))).toBe('400 legalBasis')
    const legalBasis = 'Decision 51/2021, article 2'
    sure(await addClient({ ...clientFields, country: 'de', legalBasis }))
    const reach = { kind: 'referrer', id: referrerId }
    expect(problemOf(await addClient({ ...clientFields, reach }, await inLab()))).toBe('400 reach.id')
    const { id } = sure(await addClient({ ...clientFields, reach }))
    const listed = (await clientsOf(lab.id)).find((client) => client.id === id)
    expect(listed?.reach).toEqual({ ...reach, name: 'Clinic' })
    expect((await addClient(clientFields, 999_999)).body.code).toBe('LAB_NOT_FOUND')
  })

  it('stops at 20 of a kind, without ended ones [API-OUT-13]', async () => {
    const labId = await inLab()
    const answers = await Promise.all(Array.from({ length: 22 }, () => addClient(clientFields, labId)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.find(({ status }) => status !== 200)?.body.code).toBe('INTEGRATIONS_FULL')
    sure(await addReceiver(webhook, labId))
    sure(await admin.post(`/integration/end/${(await clientsOf(labId))[0]?.id}`))
    sure(await addClient(clientFields, labId))
  })
})

describe('adding a receiver', () => {
  it('seals the secret of a webhook and shows it once [API-OUT-12]', async () => {
    const labId = await inLab()
    const headers = { 'idempotency-key': randomUUID() }
    const added = sure(await addReceiver(webhook, labId, headers))
    expect(added.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect(sure(await addReceiver(webhook, labId, headers))).toEqual({ id: added.id })
    const { sealed } = await app.database.one<{ sealed: Buffer }>(
      'select sealed_secret as sealed from integrations where id = $1',
      [added.id],
    )
    expect(createEncryption(TEST_SECRET).open(sealed)).toBe(added.secret)
    expect((await receiversOf(labId))[0]).toMatchObject({
      ...{ kind: 'webhook', url: webhook.url, host: null, waiting: 0, waitingSince: null, refused: 0 },
      failing: null,
    })
  })

  it('fills defaults for HL7, and needs its fields and HL7 sending [API-OUT-10]', async () => {
    const labId = await inLab()
    expect(sure(await addReceiver(hl7, labId)).secret).toBeUndefined()
    expect((await receiversOf(labId))[0]).toMatchObject({
      ...{ kind: 'hl7', processingId: 'T', sendingApplication: 'ZELAB', receivingFacility: null },
      sendingFacility: expect.stringMatching(/^Lab /) as string,
    })
    for (const field of ['host', 'port', 'ca', 'serverName'])
      expect(problemOf(await addReceiver({ ...hl7, [field]: undefined }, labId))).toBe(`400 ${field}`)
    for (const ca of ['x', identity.cert.replace('MI', 'XX'), identity.key])
      expect(problemOf(await addReceiver({ ...hl7, ca }, labId))).toBe('400 ca')
    expect(problemOf(await addReceiver({ ...hl7, url: webhook.url }, labId))).toBe('400 url')
    expect(problemOf(await addReceiver({ ...webhook, port: 1 }, labId))).toBe('400 port')
    expect(problemOf(await addReceiver({ ...webhook, url: undefined }, labId))).toBe('400 url')
  })

  it.each([
    ['https://10.0.0.1/', 'ADDRESS_NOT_ALLOWED'],
    ['https://[::ffff:169.254.169.254]/', 'ADDRESS_NOT_ALLOWED'],
    ['https://no-such-host.invalid/', 'ADDRESS_UNKNOWN'],
    ['http://127.0.0.1/', 'INVALID_INPUT'],
    ['https://user:password@127.0.0.1/', 'INVALID_INPUT'],
  ])('refuses the address %s [API-OUT-13]', async (url, code) => {
    const answer = await addReceiver({ ...webhook, url })
    expect([problemOf(answer), answer.body.code]).toEqual(['400 url', code])
  })
})

describe('changing a connection', () => {
  it('changes the given fields only, and refuses those of another kind [API-OUT-15]', async () => {
    const labId = await inLab()
    const { id } = sure(await addReceiver({ ...webhook, includesSensitive: true }, labId))
    const before = (await receiversOf(labId))[0]
    expect(
      (await admin.post(`/integration/update/${id}`, { name: 'Clinic', ca: identity.cert })).status,
    ).toBe(200)
    expect((await receiversOf(labId))[0]).toEqual({
      ...{ ...before, name: 'Clinic', ca: identity.cert.trim(), updatedAt: expect.any(String) as string },
    })
    const stale = { name: 'Late', updatedAt: before?.updatedAt }
    expect((await admin.post(`/integration/update/${id}`, stale)).body.code).toBe('RECORD_CHANGED')
    expect(problemOf(await admin.post(`/integration/update/${id}`, { scopes: [CLIENT_SCOPES[0]] }))).toBe(
      '400 scopes',
    )
    expect(problemOf(await admin.post(`/integration/update/${id}`, { country: 'DE' }))).toBe('400 legalBasis')
    expect((await admin.post('/integration/update/999999', { name: 'Nothing' })).status).toBe(404)
  })

  it('notes what a receiver loses only when its reach becomes narrower [API-OUT-15]', async () => {
    const { id } = sure(await addReceiver({ ...webhook, includesSensitive: true }))
    const noted = async () =>
      (await app.database.query('select 1 from report_change_backlog where integration_id = $1', [id])).length
    const update = async (fields: object) => sure(await admin.post(`/integration/update/${id}`, fields))
    await update({ name: 'Other' })
    await update({ includesSensitive: true })
    expect(await noted()).toBe(0)
    await update({ includesSensitive: false })
    expect(await noted()).toBe(1)
    await update({ reach: { kind: 'referrer', id: referrerId } })
    expect(await noted()).toBe(2)
    await update({ reach: { kind: 'lab' }, includesSensitive: true })
    expect(await noted()).toBe(2)
  })

  it('replaces the keys of a client, and never adds some to a bearer key [API-OUT-15]', async () => {
    const labId = await inLab()
    const { days: _, ...fields } = clientFields
    const { id } = sure(await addClient({ ...fields, jwks: { keys: [rsaKey] } }, labId))
    sure(await admin.post(`/integration/update/${id}`, { jwksUri: 'https://127.0.0.1/jwks' }))
    expect((await clientsOf(labId))[0]).toMatchObject({ keyIds: null, jwksUri: 'https://127.0.0.1/jwks' })
    sure(await admin.post(`/integration/update/${id}`, { jwks: { keys: [keyOf('new')] } }))
    expect((await clientsOf(labId))[0]).toMatchObject({ keyIds: ['new'], jwksUri: null })
    const bearer = sure(await addClient(clientFields, labId)).id
    const keys = { jwks: { keys: [rsaKey] } }
    expect(problemOf(await admin.post(`/integration/update/${bearer}`, keys))).toBe('400 jwks')
  })
})

it('requires a recently confirmed identity for every change that gives access to reports [API-OUT-11]', async () => {
  const { id } = sure(await addClient(clientFields))
  const late = await app.signedIn('Admin')
  await app.database.query(
    "update sessions set created_at = now() - interval '1 hour', confirmed_at = null where user_id = $1",
    [late.user.id],
  )
  for (const [path, body] of [
    [`addClient/${lab.id}`, clientFields],
    [`addReceiver/${lab.id}`, webhook],
    [`update/${id}`, { name: 'Other' }],
    [`rotate/${id}`, {}],
    [`resume/${id}`, {}],
  ] as const)
    expect((await late.post(`/integration/${path}`, body)).body.code).toBe('IDENTITY_CHECK_REQUIRED')
  expect((await late.post(`/integration/pause/${id}`)).status).toBe(200)
  expect((await late.post(`/integration/end/${id}`)).status).toBe(200)
})
