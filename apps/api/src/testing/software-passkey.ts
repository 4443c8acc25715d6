import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { sure, type ApiClient } from './api-client.ts'
import { TEST_PASSWORD, type TestApp } from './test-app.ts'

/** CBOR of what an authenticator sends: integers, bytes, text and maps. */
const head = (major: number, value: number): Buffer => {
  const type = major << 5
  if (value < 24) return Buffer.from([type | value])
  if (value < 256) return Buffer.from([type | 24, value])
  return Buffer.from([type | 25, value >> 8, value & 255])
}
type Cbor = number | string | Buffer | Map<number | string, Cbor>
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()
const FLAGS = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, attested: 64 }

interface Changes {
  origin?: string
  rpId?: string
  type?: string
  challenge?: unknown
  isVerified?: boolean
  counter?: number
  userHandle?: string
  signedBy?: KeyObject
  format?: string
  statement?: Map<string, Cbor>
  /** Instead of the attestation. */
  attestation?: Buffer
}

const DEFAULT_ORIGIN = 'https://reports.test'

/** A passkey of a person who is always present and verified, unless told otherwise. */
export const createSoftwarePasskey = ({ isSynced = true, origin = DEFAULT_ORIGIN } = {}) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0
  let handle = ''

  const clientDataOf = (type: string, given: string, changes: Changes) => {
    const challenge = 'challenge' in changes ? changes.challenge : given
    return Buffer.from(
      JSON.stringify({ type, challenge, origin: changes.origin ?? origin, crossOrigin: false }),
    )
  }
  const authenticatorData = (changes: Changes, attested = Buffer.alloc(0)) => {
    const flags =
      FLAGS.present |
      (changes.isVerified === false ? 0 : FLAGS.verified) |
      (isSynced ? FLAGS.backupEligible | FLAGS.backedUp : 0) |
      (attested.length > 0 ? FLAGS.attested : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(changes.counter ?? counter)
    const rpId = changes.rpId ?? new URL(origin).hostname
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested])
  }
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }

  return {
    id: credential.id,

    /** Answers `addOptions`. */
    create(options: { challenge: string; user: { id: string } }, changes: Changes = {}) {
      handle = options.user.id
      const key = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.from([id.length >> 8, id.length & 255])
      const authData = authenticatorData(changes, Buffer.concat([Buffer.alloc(16), length, id, key]))
      const attestation = new Map<string, Cbor>([
        ['fmt', changes.format ?? 'none'],
        ['attStmt', changes.statement ?? new Map()],
        ['authData', authData],
      ])
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientDataOf(
            changes.type ?? 'webauthn.create',
            options.challenge,
            changes,
          ).toString('base64url'),
          attestationObject: (changes.attestation ?? cbor(attestation)).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      }
    },

    /** Answers `options`. The counter of a passkey that is not synced grows. */
    get(options: { challenge: string }, changes: Changes = {}) {
      if (!isSynced) counter += 1
      const clientData = clientDataOf(changes.type ?? 'webauthn.get', options.challenge, changes)
      const authData = authenticatorData(changes)
      const signature = sign(
        'sha256',
        Buffer.concat([authData, sha256(clientData)]),
        changes.signedBy ?? privateKey,
      )
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: changes.userHandle ?? handle,
        },
      }
    },
  }
}
export type SoftwarePasskey = ReturnType<typeof createSoftwarePasskey>

/** Adds a passkey to the signed-in user, after the identity check by `proof`. */
export const addPasskey = async (
  client: ApiClient,
  proof: object,
  passkey: SoftwarePasskey = createSoftwarePasskey(),
) => {
  const options = sure(await client.post('/auth/passkey/addOptions', proof))
  const added = sure(
    await client.post('/auth/passkey/add', { name: 'Test key', response: passkey.create(options) }),
  ) as { id: number; recoveryCodes?: string[] }
  return { passkey, ...added }
}

/** The answer of a passkey to a new challenge of this browser. */
export const answerChallenge = async (
  client: ApiClient,
  passkey: SoftwarePasskey,
  purpose: 'sign-in' | 'second-step' | 'confirm' = 'sign-in',
  changes: Changes = {},
) => passkey.get(sure(await client.post('/auth/passkey/options', { purpose })), changes)

export const signInWithPasskey = async (client: ApiClient, passkey: SoftwarePasskey, changes: Changes = {}) =>
  client.post('/auth/passkey/login', {
    response: await answerChallenge(client, passkey, 'sign-in', changes),
  })

/** Users with a passkey, and sign-ins with their password. */
export const createPasskeyUsers = (app: TestApp) => ({
  async withPasskey(options?: Parameters<typeof createSoftwarePasskey>[0]) {
    const client = await app.signedIn('Doctor')
    const proof = { password: TEST_PASSWORD }
    return { client, ...(await addPasskey(client, proof, createSoftwarePasskey(options))) }
  },
  signIn: ({ email }: { email: string }, more: object = {}, client = app.client()) =>
    client.post('/auth/user/login', { email, password: TEST_PASSWORD, ...more }),
})
