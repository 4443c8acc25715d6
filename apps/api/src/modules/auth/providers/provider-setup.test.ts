import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { caseOf } from '../../../testing/cases.ts'
import { newSigningKey, publicJwk, type HostileChanges } from '../../../testing/hostile-provider.ts'
import { PROVIDER_APP, useSignInProviders } from '../../../testing/sign-in-providers.ts'
import { startTestApp, type TestAppOptions } from '../../../testing/test-app.ts'

const { app, admin, hostile, add, linked } = await useSignInProviders()

const HOME = '/user/dashboard'
const FIELDS = { name: 'Hospital', clientId: 'client', clientSecret: 'secret' }
const create = (issuer: string, client = admin, more: object = {}) =>
  client.post('/provider/create', { ...FIELDS, issuer, ...more })
const problemOf = async (answer: ReturnType<typeof create>) => {
  const { status, body } = await answer
  expect(status).toBe(400)
  return body.errors[0] as { path: string; message: string }
}
const newestEntry = async () => {
  const [entry] = await app.database.query<{ summary: string }>(
    "select summary from activity_log where action = 'provider.change' order by id desc limit 1",
  )
  return entry?.summary
}

describe('setting up a provider', () => {
  it.each([
    ['https://login.invalid', /^The host name could not be found \(login\.invalid\)\.$/],
    ['https://localhost:1', /^The connection was refused \(localhost:1\)\.$/],
  ])('says why %s cannot be used, in the log too [OIDC-52]', async (issuer, reason) => {
    const problem = await problemOf(create(issuer))
    expect(problem).toEqual({ path: 'issuer', message: expect.stringMatching(reason) as string })
    expect(await newestEntry()).toBe(`Could not use the sign-in provider Hospital: ${problem.message}`)
  })

  it('says that the authority is unknown, and that the network is not listed [OIDC-52]', async () => {
    const { issuer } = hostile.newIssuer()
    for (const [options, reason] of [
      [
        { outboundCa: undefined },
        /authority that the server does not know \(localhost:\d+\)\. Name .*NODE_EXTRA_CA_CERTS/,
      ],
      [{ outboundNetworks: [] }, /internal network that OUTBOUND_NETWORKS does not list \(localhost:\d+\)/],
    ] as [TestAppOptions, RegExp][]) {
      const other = await startTestApp({ ...PROVIDER_APP, ...options })
      try {
        expect((await problemOf(create(issuer, await other.signedIn('Admin')))).message).toMatch(reason)
      } finally {
        await other.stop()
      }
    }
  })

  it('names the issuer that the configuration names [OIDC-52]', async () => {
    const at = hostile.newIssuer()
    const file = JSON.parse(caseOf('openid-configuration-names-another-issuer.json').toString()) as {
      issuer: string
    }
    const attempts: [HostileChanges, string, RegExp][] = [
      [
        {},
        `${at.issuer}/`,
        /names another issuer, https:\/\/localhost:\d+\/\d+\. Enter it exactly like this/,
      ],
      [{}, `${at.issuer}/.well-known/openid-configuration`, /Enter it exactly like this/],
      [
        { configuration: { issuer: file.issuer } },
        at.issuer,
        /names the issuer https:\/\/login\.example\/\{tenantid\}\/v2\.0 for any organization/,
      ],
      [{ configuration: { issuer: 'https://x.example/<b>\n' } }, at.issuer, /names another issuer\.$/],
    ]
    for (const [changes, issuer, reason] of attempts) {
      at.change(changes)
      expect(await problemOf(create(issuer))).toEqual({
        path: 'issuer',
        message: expect.stringMatching(reason) as string,
      })
    }
  })

  it('refuses a key pair that the provider does not accept [OIDC-52]', async () => {
    const at = hostile.newIssuer()
    at.change({ configuration: { token_endpoint_auth_methods_supported: ['client_secret_basic'] } })
    const pair = { clientSecret: null, makesKeyPair: true }
    expect(await problemOf(create(at.issuer, admin, pair))).toEqual({
      path: 'clientSecret',
      message: 'The provider accepts no key pair (private_key_jwt). Use a client secret.',
    })
    sure(await create(at.issuer))
  })

  it('shows the addresses before it is saved [OIDC-53]', async () => {
    const { reservation, ...addresses } = sure(await admin.post('/provider/reserve'))
    const other = sure(await admin.post('/provider/reserve'))
    expect(other.redirectUri).not.toBe(addresses.redirectUri)
    const { issuer } = hostile.newIssuer()
    expect(sure(await create(issuer, admin, { reservation }))).toMatchObject(addresses)
    expect((await create(hostile.newIssuer().issuer, admin, { reservation })).status).toBe(409)
    const forged = `${Number(other.reservation.split('.')[0]) + 1000}.${other.reservation.split('.')[1]}`
    const made = sure(await create(hostile.newIssuer().issuer, admin, { reservation: forged }))
    expect(made.redirectUri).not.toContain(`/${forged.split('.')[0]}/`)
  })
})

describe('testing a provider', () => {
  const test = (id: number) => admin.post(`/provider/test/${id}`)

  it('tells by a token request that the client secret is wrong [OIDC-52]', async () => {
    const { id, at } = await add()
    expect((await test(id)).status).toBe(200)
    const attempts: [number, string, string[]?][] = [
      [400, 'invalid_client'],
      [401, 'invalid_client'],
      [401, 'other'],
      [401, ''],
      [400, 'unauthorized_client'],
      [403, 'unauthorized_client', ['client_secret_basic']],
    ]
    for (const [status, error, methods = ['client_secret_post']] of attempts) {
      at.change({ configuration: { token_endpoint_auth_methods_supported: methods } })
      hostile.mishaps.token = (_request, response) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(error && JSON.stringify({ error }))
      expect(await problemOf(test(id)), `${status} ${error}`).toEqual({
        path: 'clientSecret',
        message: `The provider does not accept the client ID with its secret or key (${methods.join()})${
          error === 'unauthorized_client' ? ', its redirect URI or the authorization code flow' : ''
        }.`,
      })
    }
    hostile.mishaps.token = (_request, response) =>
      response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":"invalid_code"}')
    expect((await test(id)).status).toBe(200)
  })

  it('says which algorithms are accepted when no key can be used [OIDC-52]', async () => {
    const { id, at } = await add()
    const refusal = {
      path: 'issuer',
      message: 'The provider has no key that can be used (RS256, PS256, ES256, EdDSA).',
    }
    at.change({ keys: [publicJwk(newSigningKey('RS512'))] })
    expect(await problemOf(test(id))).toEqual(refusal)
    at.change({})
    for (const body of ['JWKS unavailable', 'null', '{}']) {
      hostile.mishaps.keys = (_request, response) => response.writeHead(403).end(body)
      expect(await problemOf(test(id)), body).toEqual(refusal)
    }
  })

  it('says that only the first 50 keys are used [OIDC-52]', async () => {
    const { id, at } = await add()
    const keys = Array.from({ length: 60 }, () => publicJwk(newSigningKey('EdDSA')))
    at.change({ keys })
    expect(sure(await test(id))).toMatchObject({ keys: 50, ignoredKeys: 10 })
  })

  it('reads the keys again; a key that was replaced under its id needs no test [OIDC-54]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    expect(await browser.go(provider.id)).toBe(HOME)
    const replace = () => {
      const kid = provider.at.keys[0]?.kid ?? ''
      provider.at.keys.splice(0, 1, { ...newSigningKey(), kid })
    }
    replace()
    expect(await browser.go(provider.id)).toBe(HOME)
    // Within a minute, only the test reads them again.
    replace()
    expect(await browser.go(provider.id)).toBe('/?problem=PROVIDER_REFUSED')
    sure(await test(provider.id))
    expect(await browser.go(provider.id)).toBe(HOME)
  })
})

describe('the last problem of a provider', () => {
  const lastProblem = async () => sure(await admin.get('/provider/getAll'))[0].lastProblem as string | null

  it('contains no text of a visitor, and ends with a good sign-in [OIDC-55]', async () => {
    const provider = await add()
    const { browser, user } = await linked(provider)
    provider.at.change({
      callback: (parameters) => {
        parameters.delete('code')
        parameters.set('error', 'call_555_0199')
        parameters.set('error_description', 'Call 555 0199')
      },
    })
    expect(await browser.go(provider.id)).toBe('/?problem=PROVIDER_REFUSED')
    expect(await lastProblem()).toBeNull()
    provider.at.change({ claims: { nonce: 'wrong' } })
    expect(await browser.go(provider.id)).toBe('/?problem=PROVIDER_REFUSED')
    expect(await lastProblem()).not.toBeNull()
    provider.at.change({})
    expect(await browser.go(provider.id)).toBe(HOME)
    expect(await lastProblem()).toBeNull()
    const entries = await app.database.query<{ summary: string }>(
      "select summary from activity_log where action = 'session.refuse' and summary like '%555%'",
    )
    expect([entries, user.id > 0]).toEqual([[], true])
  })

  it('is no error that a person brought back, which the activity log names [OIDC-55]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    provider.at.change({
      callback: (parameters) => {
        parameters.delete('code')
        parameters.set('error', 'invalid_scope')
      },
    })
    expect(await browser.go(provider.id)).toBe('/?problem=PROVIDER_REFUSED')
    expect(await lastProblem()).toBeNull()
    const [entry] = await app.database.query<{ summary: string }>(
      "select summary from activity_log where action = 'session.refuse' order by id desc limit 1",
    )
    expect(entry?.summary).toMatch(/sent the person back without a sign-in \(invalid_scope\)$/)
  })
})
