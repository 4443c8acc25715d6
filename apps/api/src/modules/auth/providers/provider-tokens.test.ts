import { generateKeyPairSync } from 'node:crypto'
import { CompactSign, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import {
  newSigningKey,
  nowInSeconds,
  publicJwk,
  type HostileChanges,
  type SigningKey,
} from '../../../testing/hostile-provider.ts'
import { useSignInProviders } from '../../../testing/sign-in-providers.ts'

const state = { now: undefined as Date | undefined }
const suite = await useSignInProviders({ clock: { now: () => state.now ?? new Date() } })
const { admin, add, linked, sessionsOf, hostile } = suite

const HOME = '/user/dashboard'
const REFUSED = '/?problem=PROVIDER_REFUSED'
const others = {
  RS256: newSigningKey(),
  PS256: newSigningKey('PS256'),
  ES256: newSigningKey('ES256'),
  EdDSA: newSigningKey('EdDSA'),
}

const signAs = (key: SigningKey, header: object) => (claims: Record<string, unknown>) =>
  new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid: key.kid, ...header }).sign(key.privateKey)
const pemOf = ({ publicKey }: SigningKey) => publicKey.export({ type: 'spki', format: 'pem' })
const withPublicKey = (claims: Record<string, unknown>, key: SigningKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: key.kid }).sign(Buffer.from(pemOf(key)))

const shortRsa = generateKeyPairSync('rsa', { modulusLength: 1024 })

const hostileTokens: Record<string, HostileChanges> = {
  'of another issuer': { claims: { iss: 'https://other.example' } },
  'of an issuer with a slash more': {
    claims: (claims) => ({ ...claims, iss: `${String(claims.iss)}/` }),
  },
  'without an issuer': { claims: { iss: undefined } },
  'for another client': { claims: { aud: 'other' } },
  'for no client': { claims: { aud: undefined } },
  'for several clients without azp': { claims: (claims) => ({ ...claims, aud: [claims.aud, 'other'] }) },
  'for several clients and another azp': {
    claims: (claims) => ({ ...claims, aud: [claims.aud, 'other'], azp: 'other' }),
  },
  'for our client and another azp': { claims: { azp: 'other' } },
  'with an azp that is no text': { claims: { azp: ['other'] } },
  'with another nonce': { claims: { nonce: 'x'.repeat(43) } },
  'without a nonce': { claims: { nonce: undefined } },
  'that has expired': { claims: { exp: nowInSeconds() - 60, iat: nowInSeconds() - 120 } },
  'without an end': { claims: { exp: undefined } },
  'without a time': { claims: { iat: undefined } },
  'from the future': { claims: { iat: nowInSeconds() + 300, exp: nowInSeconds() + 600 } },
  'that begins later': { claims: { nbf: nowInSeconds() + 300 } },
  'with an end that is no number': { claims: { exp: 'tomorrow' } },
  'without a person': { claims: { sub: undefined } },
  'with an empty person': { claims: { sub: '' } },
  'with a person that is no text': { claims: { sub: 7 } },
  'with a person of 300 characters': { claims: { sub: 'x'.repeat(300) } },
  'without a signature (none)': {
    sign: (claims) => new UnsecuredJWT(claims).encode(),
  },
  'without a signature (None)': {
    sign: (claims) =>
      [{ alg: 'None' }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .concat('')
        .join('.'),
  },
  'with HS256 and the public key': { sign: withPublicKey },
  'with HS256 and the client secret': {
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from('a client secret that both know')),
  },
  'with RS512': { header: { alg: 'RS512' } },
  'signed by another key with our key’s id': {
    sign: (claims, { kid }) => signAs(others.RS256, { kid })(claims),
  },
  'signed by another key with an unknown id': { signedBy: others.RS256 },
  'with its own key in the header': {
    sign: (claims, { kid }) => signAs(others.RS256, { kid, jwk: publicJwk(others.RS256) })(claims),
  },
  'with the address of its keys in the header': {
    signedBy: others.RS256,
    header: { jku: 'https://localhost:1/keys' },
  },
  'with an unknown critical header': {
    sign: (claims, { kid, privateKey }) =>
      new CompactSign(Buffer.from(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'RS256', kid, crit: ['x'], x: 1 })
        .sign(privateKey, { crit: { x: true } }),
  },
  'with changed claims': {
    async sign(claims, key) {
      const [header, , signature] = (await signAs(key, {})({ ...claims, sub: 'other' })).split('.')
      return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
    },
  },
  'that is no JWT': { sign: () => 'x.y.z' },
  'that is null': { sign: () => `${Buffer.from('null').toString('base64url')}.bnVsbA.AA` },
  'that is missing': { token: { id_token: undefined } },
  'that is no text': { token: { id_token: { sub: 'person' } } },
  'signed by a key of 1024 bits': {
    keys: [{ ...shortRsa.publicKey.export({ format: 'jwk' }), kid: 'short', alg: 'RS256', use: 'sig' }],
    sign: () => 'eyJhbGciOiJSUzI1NiIsImtpZCI6InNob3J0In0.e30.AA',
  },
}

describe('an ID token', () => {
  it.each(Object.keys(hostileTokens))('%s signs no one in [OIDC-06]', async (name) => {
    const provider = await add()
    const { user, browser } = await linked(provider)
    provider.at.change(hostileTokens[name] ?? {})
    expect(await browser.go(provider.id)).toBe(REFUSED)
    expect(await sessionsOf(user.id)).toBe(0)
    const [listed] = (await admin.get('/provider/getAll')).body.data
    expect(listed.lastProblem).toEqual(expect.any(String))
    provider.at.change({})
    expect(await browser.go(provider.id)).toBe(HOME)
  })

  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'] as const)(
    'passes when signed with %s [OIDC-06]',
    async (alg) => {
      const provider = await add()
      const { browser } = await linked(provider)
      provider.at.keys.unshift(others[alg])
      expect(await browser.go(provider.id)).toBe(HOME)
    },
  )

  it('passes when signed for us among others, and 30 s early or late [OIDC-06]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    const accepted: HostileChanges['claims'][] = [
      ({ aud, ...claims }) => ({ ...claims, aud: [aud], azp: aud }),
      ({ aud, ...claims }) => ({ ...claims, aud: [aud, 'other'], azp: aud }),
      { iat: nowInSeconds() + 25 },
      { exp: nowInSeconds() - 20 },
    ]
    for (const claims of accepted) {
      provider.at.change({ claims: claims ?? {} })
      expect(await browser.go(provider.id)).toBe(HOME)
    }
  })

  it('fails from another client of the same provider [OIDC-06]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    let stolen = ''
    provider.at.change({
      async sign(claims, key) {
        stolen = await signAs(key, {})({ ...claims, aud: 'other-application', nonce: 'other' })
        return stolen
      },
    })
    expect(await browser.go(provider.id)).toBe(REFUSED)
    expect(stolen).not.toBe('')
  })
})

describe('the keys of a provider', () => {
  it('load again after an hour, or for an unknown id, at most once a minute [OIDC-07]', async () => {
    const started = Date.now()
    const provider = await add()
    const { browser } = await linked(provider)
    const after = (seconds: number) => (state.now = new Date(started + seconds * 1000))
    const readings = () =>
      hostile.requests.filter(({ url }) => url.href === `${provider.at.issuer}/keys`).length
    // The clock is ours alone.
    provider.at.change({ claims: (claims) => ({ ...claims, iat: seconds(), exp: seconds() + 300 }) })
    const seconds = () => Math.floor((state.now?.getTime() ?? Date.now()) / 1000)
    try {
      after(0)
      expect(await browser.go(provider.id)).toBe(HOME)
      const first = readings()
      expect(await browser.go(provider.id)).toBe(HOME)
      expect(readings()).toBe(first)

      provider.at.rotateKey()
      expect(await browser.go(provider.id)).toBe(HOME)
      expect(readings()).toBe(first + 1)
      provider.at.rotateKey()
      after(50)
      expect(await browser.go(provider.id)).toBe(REFUSED)
      expect(readings()).toBe(first + 1)
      after(62)
      expect(await browser.go(provider.id)).toBe(HOME)
      expect(readings()).toBe(first + 2)
      after(62 + 3500)
      expect(await browser.go(provider.id)).toBe(HOME)
      expect(readings()).toBe(first + 2)
      after(62 + 3700)
      expect(await browser.go(provider.id)).toBe(HOME)
      expect(readings()).toBe(first + 3)
    } finally {
      state.now = undefined
    }
  })

  it('sign no one in after the hour once withdrawn [OIDC-07]', async () => {
    const started = Date.now()
    const provider = await add()
    const { browser } = await linked(provider)
    const former = provider.at.keys[0] as SigningKey
    expect(await browser.go(provider.id)).toBe(HOME)
    provider.at.rotateKey()
    try {
      state.now = new Date(started + 3_700_000)
      const seconds = Math.floor(state.now.getTime() / 1000)
      provider.at.change({ signedBy: former, claims: { iat: seconds, exp: seconds + 300 } })
      expect(await browser.go(provider.id)).toBe(REFUSED)
    } finally {
      state.now = undefined
    }
  })

  it('serve signatures alone, and never with private parts [OIDC-07]', async () => {
    const key = newSigningKey()
    for (const published of [
      { ...publicJwk(key), use: 'enc' },
      { ...key.privateKey.export({ format: 'jwk' }), kid: key.kid, alg: 'RS256' },
      { ...publicJwk(key), alg: 'RS512' },
      { kty: 'oct', k: 'c2VjcmV0', kid: key.kid, alg: 'HS256' },
    ]) {
      const provider = await add()
      const { browser } = await linked(provider)
      provider.at.change({ keys: [published], signedBy: key })
      expect(await browser.go(provider.id), JSON.stringify(Object.keys(published))).toBe(REFUSED)
    }
  })
})
