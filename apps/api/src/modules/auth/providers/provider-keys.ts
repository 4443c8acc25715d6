import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type CryptoKey, type JWK } from 'jose'
import { z } from 'zod'

/** Which ID and logout tokens may be signed with. */
export const SIGNING_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number]

const KIND_OF: Record<SigningAlgorithm, { kty: string; crv?: string }> = {
  RS256: { kty: 'RSA' },
  PS256: { kty: 'RSA' },
  ES256: { kty: 'EC', crv: 'P-256' },
  EdDSA: { kty: 'OKP', crv: 'Ed25519' },
}
const MIN_BITS = 2048
const MAX_BITS = 8192
const PRIVATE_PARTS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

const keySchema = z.looseObject({
  kty: z.enum(['RSA', 'EC', 'OKP']),
  crv: z.string().optional(),
  kid: z.string().max(200).optional(),
  use: z.literal('sig').optional(),
  alg: z.string().max(20).optional(),
})
export interface ProviderKey {
  kid: string | undefined
  alg: string | undefined
  kty: string
  crv: string | undefined
  key: KeyObject
}

/** Undefined for a key that verifies none of our algorithms, and for one with private parts. */
export const readProviderKey = (stated: unknown): ProviderKey | undefined => {
  const parsed = keySchema.safeParse(stated)
  if (!parsed.success || PRIVATE_PARTS.some((part) => part in parsed.data)) return undefined
  const { kid, alg, kty, crv } = parsed.data
  try {
    const key = createPublicKey({ key: parsed.data as JsonWebKey, format: 'jwk' })
    const bits = key.asymmetricKeyDetails?.modulusLength ?? MIN_BITS
    return bits >= MIN_BITS && bits <= MAX_BITS ? { kid, alg, kty, crv, key } : undefined
  } catch {
    return undefined
  }
}

/** @param kid undefined if the token names none */
export const isKeyFor =
  (algorithm: SigningAlgorithm, kid: string | undefined) =>
  (key: ProviderKey): boolean => {
    const { kty, crv } = KIND_OF[algorithm]
    const isOfKind = key.kty === kty && (crv === undefined || key.crv === crv)
    return isOfKind && (key.alg ?? algorithm) === algorithm && (kid === undefined || key.kid === kid)
  }

/** Of our own key pairs, which every provider with `private_key_jwt` supports. */
const OWN_ALGORITHM = 'RS256'

/** The private key as PKCS #8 (PEM), and the public one to register at the provider. */
export const newKeyPair = async (kid: string): Promise<{ pem: string; publicKey: JWK }> => {
  const pair = await generateKeyPair(OWN_ALGORITHM, { extractable: true, modulusLength: MIN_BITS })
  const publicKey = { ...(await exportJWK(pair.publicKey)), kid, use: 'sig', alg: OWN_ALGORITHM }
  return { pem: await exportPKCS8(pair.privateKey), publicKey }
}

export const openOwnKey = (pem: string): Promise<CryptoKey> => importPKCS8(pem, OWN_ALGORITHM)
