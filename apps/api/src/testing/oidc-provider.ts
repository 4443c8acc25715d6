import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Provider, type Context } from 'oidc-provider'
import { startProviderServer, type ProviderClient, type ProviderPhase } from './provider-server.ts'
import { PERSON_HEADER } from './provider-browser.ts'
import { logoutPage, typedAccount } from './provider-login-page.ts'
import type { TestApp } from './test-app.ts'

const PHASES: Readonly<Record<string, ProviderPhase>> = {
  '/.well-known/openid-configuration': 'discovery',
  '/jwks': 'keys',
  '/auth': 'authorize',
  '/token': 'token',
  '/me': 'userinfo',
}

/** Claims by `sub`. */
type People = Record<string, Record<string, unknown>>

/** The adapter of the package forgets with its instance, which rotates with the keys. */
const createAdapter = (records: Map<string, Record<string, unknown>>) =>
  class {
    readonly model: string
    constructor(model: string) {
      this.model = model
    }
    private find_(isWanted: (record: Record<string, unknown>) => boolean) {
      return [...records].find(([key, record]) => key.startsWith(`${this.model}:`) && isWanted(record))?.[1]
    }
    upsert(id: string, record: Record<string, unknown>) {
      records.set(`${this.model}:${id}`, record)
      return Promise.resolve()
    }
    find(id: string) {
      return Promise.resolve(records.get(`${this.model}:${id}`))
    }
    findByUid(uid: string) {
      return Promise.resolve(this.find_((record) => record.uid === uid))
    }
    async consume(id: string) {
      Object.assign((await this.find(id)) ?? {}, { consumed: Math.floor(Date.now() / 1000) })
    }
    destroy(id: string) {
      records.delete(`${this.model}:${id}`)
      return Promise.resolve()
    }
    revokeByGrantId(grantId: string) {
      // A sign-in of another person goes on after it.
      for (const [key, record] of records)
        if (record.grantId === grantId && !key.startsWith('Interaction:')) records.delete(key)
      return Promise.resolve()
    }
  }

let keys = 0
const newKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  ...{ kid: `key-${++keys}`, use: 'sig', alg: 'RS256' },
})

/** As a person who signs in at once, and agrees to everything. */
const grantAll = async ({ oidc }: Context) => {
  const grant = new oidc.provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId })
  grant.addOIDCScope('openid email profile groups')
  await grant.save()
  return grant
}

export interface OidcProviderOptions {
  /** Otherwise, claims of the person are at the userinfo endpoint alone. */
  hasClaimsInIdToken?: boolean
  /** Of every sign-in. */
  acr?: string
}

/** A provider of the `oidc-provider` package; its people are named by `createProviderBrowser`, or type their account. */
export const startOidcProvider = async (
  app: Pick<TestApp, 'origin'>,
  { hasClaimsInIdToken = false, acr }: OidcProviderOptions = {},
) => {
  const server = await startProviderServer((path) => PHASES[path])
  const { issuer } = server
  const people: People = {}
  const records = new Map<string, Record<string, unknown>>()
  const logoutAnswers: number[] = []
  const errors: Error[] = []
  let signingKeys = [newKey()]

  /** Calls to the public address of the application reach the test app. */
  const callBack = async (url: string | URL, { method, headers, body }: RequestInit) => {
    const { pathname } = new URL(url)
    const init = { method: method ?? 'GET', headers: headers ?? {}, body: body ?? null }
    const answer = await fetch(app.origin + pathname, init)
    logoutAnswers.push(answer.status)
    return answer
  }

  const createProvider = () => {
    const provider = new Provider(issuer, {
      adapter: createAdapter(records),
      jwks: { keys: signingKeys },
      cookies: { keys: ['a key of cookies'] },
      fetch: callBack,
      findAccount: (_context: Context, sub: string) =>
        people[sub] && { accountId: sub, claims: () => ({ ...people[sub], sub }) },
      claims: {
        openid: ['sub', 'acr'],
        email: ['email', 'email_verified'],
        profile: ['name', 'groups', 'realm_access'],
      },
      scopes: ['openid', 'email', 'profile'],
      ...(acr && { acrValues: [acr] }),
      conformIdTokenClaims: !hasClaimsInIdToken,
      loadExistingGrant: grantAll,
      pkce: { required: () => true },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (context: Context, form: string) =>
            Object.assign(context, { body: logoutPage(form) }),
          postLogoutSuccessSource: (context: Context) => Object.assign(context, { body: 'Signed out' }),
        },
      },
      // Otherwise each of them is logged with a hint to configure it.
      ttl: Object.fromEntries(
        ['AccessToken', 'AuthorizationCode', 'IdToken', 'Interaction', 'Session', 'Grant'].map((name) => [
          name,
          600,
        ]),
      ),
      renderError: (context: Context, error: object) =>
        Object.assign(context, { body: JSON.stringify(error) }),
    })
    for (const event of ['server_error', 'backchannel.error'])
      provider.on(event, (_context, error) => errors.push(error))
    return provider
  }
  let provider = createProvider()

  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const named = request.headers[PERSON_HEADER]
    const accountId = named ?? (await typedAccount(request, response, (account) => account in people))
    if (accountId === undefined) return
    const result =
      typeof accountId === 'string' && people[accountId]
        ? { login: { accountId, ...(acr && { acr }) } }
        : { error: 'access_denied' }
    await provider.interactionFinished(request, response, result)
  }
  server.handleWith((request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response)
    else provider.callback()(request, response)
  })

  return {
    ...server,
    people,
    /** Statuses of our answers to logout tokens. */
    logoutAnswers,
    errors,
    register({ clientId, clientSecret, keySet, redirectUri, logoutUri, postLogoutUris }: ProviderClient) {
      records.set(`Client:${clientId}`, {
        client_id: clientId,
        ...(keySet
          ? { jwks: keySet, token_endpoint_auth_method: 'private_key_jwt' }
          : { client_secret: clientSecret }),
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: postLogoutUris ?? [new URL('/', redirectUri).href],
        backchannel_logout_uri: logoutUri,
        backchannel_logout_session_required: true,
      })
    },
    /** @param keepsFormer for tokens that were signed with it */
    rotateKeys({ keepsFormer = false } = {}) {
      signingKeys = [newKey(), ...(keepsFormer ? signingKeys : [])]
      provider = createProvider()
    },
    async endSessions(clientId: string, sub: string, sid?: string) {
      const client = await provider.Client.find(clientId)
      await client?.backchannelLogout(sub, sid)
    },
  }
}
export type OidcProvider = Awaited<ReturnType<typeof startOidcProvider>>
