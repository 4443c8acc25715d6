import { createHash, generateKeyPairSync, randomBytes, randomUUID, type KeyObject } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { SignJWT, type JWTPayload } from 'jose'
import { PERSON_HEADER } from './provider-browser.ts'
import { startProviderServer, type ProviderClient, type ProviderPhase } from './provider-server.ts'

const PHASES: Readonly<Record<string, ProviderPhase>> = {
  '/.well-known/openid-configuration': 'discovery',
  '/keys': 'keys',
  '/authorize': 'authorize',
  '/token': 'token',
  '/userinfo': 'userinfo',
}
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

export interface SigningKey {
  kid: string
  alg: string
  privateKey: KeyObject
  publicKey: KeyObject
}

let keyCount = 0
export const newSigningKey = (alg: 'RS256' | 'PS256' | 'ES256' | 'EdDSA' | 'RS512' = 'RS256'): SigningKey => {
  const kid = `key-${++keyCount}`
  if (alg === 'ES256') return { kid, alg, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) }
  if (alg === 'EdDSA') return { kid, alg, ...generateKeyPairSync('ed25519') }
  return { kid, alg, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) }
}
export const publicJwk = ({ kid, alg, publicKey }: SigningKey) => ({
  ...publicKey.export({ format: 'jwk' }),
  ...{ kid, alg, use: 'sig' },
})

/** Claims are removed by undefined. */
type Changed<Value> = Partial<Value> | ((value: Value) => Value)
type Claims = Record<string, unknown>
const changed = <Value extends object>(value: Value, change: Changed<Value> = {}): Value =>
  typeof change === 'function' ? change(value) : { ...value, ...change }

export interface HostileChanges {
  configuration?: Changed<Claims>
  /** Of the ID token. */
  claims?: Changed<Claims>
  header?: object
  signedBy?: SigningKey
  /** Instead of signing. */
  sign?: (claims: Claims, key: SigningKey) => Promise<string> | string
  token?: Changed<Claims>
  userinfo?: Changed<Claims>
  /** The published keys. */
  keys?: object[]
  /** Runs before the token or user info is sent. */
  meanwhile?: Partial<Record<'token' | 'userinfo', () => Promise<unknown>>>
  /** Parameters of our callback. */
  callback?: (parameters: URLSearchParams) => void
}

export const nowInSeconds = () => Math.floor(Date.now() / 1000)
const sendJson = (response: ServerResponse, body: object, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const formOf = async (request: IncomingMessage) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return new URLSearchParams(Buffer.concat(parts).toString())
}
const signWith = ({ kid, alg, privateKey }: SigningKey, claims: JWTPayload, header: object = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg, kid, ...header }).sign(privateKey)

interface Grant {
  request: URLSearchParams
  sub: string
}

const createIssuer = (issuer: string, firstKey: SigningKey) => {
  const grants = new Map<string, Grant>()
  const clients = new Map<string, ProviderClient>()
  /** Claims by `sub`. */
  const people: Record<string, Claims> = {}
  /** The first one signs. */
  const keys = [firstKey]
  const authorizations: URLSearchParams[] = []
  const tokenRequests: { form: URLSearchParams; authorization: string | undefined }[] = []
  let changes: HostileChanges = {}
  const signingKey = () => keys[0] as SigningKey

  const configuration = () =>
    changed<Claims>(
      {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
        end_session_endpoint: `${issuer}/end`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'PS256', 'ES256', 'EdDSA'],
        token_endpoint_auth_methods_supported: [
          'client_secret_basic',
          'client_secret_post',
          'private_key_jwt',
        ],
        backchannel_logout_supported: true,
        backchannel_logout_session_supported: true,
      },
      changes.configuration,
    )

  const idToken = ({ request, sub }: Grant) => {
    const { claims: change, header, signedBy = signingKey(), sign } = changes
    const now = nowInSeconds()
    const claims = changed<Claims>(
      {
        ...{ iss: issuer, aud: request.get('client_id'), sub, nonce: request.get('nonce') },
        ...{ iat: now, exp: now + 300, sid: `session-of-${sub}` },
        ...(request.has('max_age') && { auth_time: now }),
        ...people[sub],
      },
      change,
    )
    return sign ? sign(claims, signedBy) : signWith(signedBy, claims, header)
  }

  const authorize = (url: URL, request: IncomingMessage, response: ServerResponse) => {
    const { searchParams } = url
    authorizations.push(searchParams)
    const code = randomBytes(16).toString('hex')
    grants.set(code, { request: searchParams, sub: String(request.headers[PERSON_HEADER]) })
    const parameters = new URLSearchParams({ code, state: searchParams.get('state') ?? '' })
    changes.callback?.(parameters)
    response.writeHead(303, { location: `${searchParams.get('redirect_uri')}?${parameters}` }).end()
  }

  const exchange = async (request: IncomingMessage, response: ServerResponse) => {
    const form = await formOf(request)
    tokenRequests.push({ form, authorization: request.headers.authorization })
    const grant = grants.get(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.request.get('code_challenge') !== challenge)
      return void sendJson(response, { error: 'invalid_grant' }, 400)
    const answer: Claims = {
      ...{ access_token: grant.sub, token_type: 'Bearer', expires_in: 300 },
      id_token: await idToken(grant),
    }
    await changes.meanwhile?.token?.()
    sendJson(response, changed(answer, changes.token))
  }

  const showUser = async (request: IncomingMessage, response: ServerResponse) => {
    const sub = request.headers.authorization?.replace('Bearer ', '') ?? ''
    await changes.meanwhile?.userinfo?.()
    sendJson(response, changed<Claims>({ sub, ...people[sub] }, changes.userinfo))
  }

  return {
    ...{ issuer, people, keys, clients, authorizations, tokenRequests },
    register: (client: ProviderClient) => void clients.set(client.clientId, client),
    rotateKey(alg?: Parameters<typeof newSigningKey>[0]) {
      keys.splice(0, keys.length, newSigningKey(alg))
    },
    /** A logout token for one of `clients`. */
    logoutToken: (clientId: string, change: Changed<Claims>, header: object = {}, key = signingKey()) =>
      signWith(
        key,
        changed<Claims>(
          {
            ...{ iss: issuer, aud: clientId, iat: nowInSeconds(), exp: nowInSeconds() + 120 },
            ...{ jti: randomUUID(), events: { [LOGOUT_EVENT]: {} } },
          },
          change,
        ),
        { typ: 'logout+jwt', ...header },
      ),
    handle(phase: ProviderPhase, url: URL, request: IncomingMessage, response: ServerResponse) {
      if (phase === 'discovery') sendJson(response, configuration())
      else if (phase === 'keys') sendJson(response, { keys: changes.keys ?? keys.map(publicJwk) })
      else if (phase === 'authorize') authorize(url, request, response)
      else if (phase === 'token') void exchange(request, response)
      else void showUser(request, response)
    },
    /** Until the next call. */
    change(given: HostileChanges) {
      changes = given
    },
  }
}
export type HostileIssuer = ReturnType<typeof createIssuer>

/** A server with any number of issuers, whose answers each test changes. It signs in the person of the browser at once. */
export const startHostileProvider = async () => {
  const pathIn = (path: string) => path.replace(/^\/\d+/, '')
  const server = await startProviderServer((path) => PHASES[pathIn(path)])
  const issuers: HostileIssuer[] = []
  const firstKey = newSigningKey()
  server.handleWith((request, response) => {
    const url = new URL(request.url ?? '/', server.issuer)
    const issuer = issuers[Number(/^\/(\d+)\//.exec(url.pathname)?.[1] ?? -1)]
    const phase = PHASES[pathIn(url.pathname)]
    if (issuer && phase) issuer.handle(phase, url, request, response)
    else response.writeHead(404).end()
  })
  return {
    ...server,
    newIssuer(people: Record<string, Claims> = {}): HostileIssuer {
      const issuer = createIssuer(`${server.issuer}/${issuers.length}`, firstKey)
      Object.assign(issuer.people, people)
      issuers.push(issuer)
      return issuer
    },
  }
}
