import type { KeyObject } from 'node:crypto'
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type CryptoKey, type JWK } from 'jose'
import { z } from 'zod'
import { openPublicKey } from '../../../platform/outbound/key-sets.ts'

/** Which ID and logout tokens may be signed with. */
export const SIGNING_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number]

const KIND_OF: Record<SigningAlgorithm, { kty: string; crv?: string }> = {
  RS256: { kty: 'RSA' },
  PS256: { kty: 'RSA' },
  ES256: { kty: 'EC', crv: 'P-256' },
  EdDSA: { kty: 'OKP', crv: 'Ed25519' },
}
const OWN_KEY_BITS = 2048

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

/** @param kid undefined if the token names none */
export const isKeyFor =
  (algorithm: SigningAlgorithm, kid: string | undefined) =>
  (key: ProviderKey): boolean => {
    const { kty, crv } = KIND_OF[algorithm]
    const isOfKind = key.kty === kty && (crv === undefined || key.crv === crv)
    return isOfKind && (key.alg ?? algorithm) === algorithm && (kid === undefined || key.kid === kid)
  }

/** Undefined for a key that verifies no accepted algorithm. */
export const readProviderKey = (stated: unknown): ProviderKey | undefined => {
  const parsed = keySchema.safeParse(stated)
  const key = parsed.success ? openPublicKey(parsed.data) : undefined
  if (!parsed.success || !key) return undefined
  const { kid, alg, kty, crv } = parsed.data
  const read = { kid, alg, kty, crv, key }
  return SIGNING_ALGORITHMS.some((algorithm) => isKeyFor(algorithm, kid)(read)) ? read : undefined
}

/** Algorithm of the product's key pairs: every provider with `private_key_jwt` supports it. */
const OWN_ALGORITHM = 'RS256'

/** The private key as PKCS #8 (PEM), and the public one to register at the provider. */
export const newKeyPair = async (kid: string): Promise<{ pem: string; publicKey: JWK }> => {
  const pair = await generateKeyPair(OWN_ALGORITHM, { extractable: true, modulusLength: OWN_KEY_BITS })
  const publicKey = { ...(await exportJWK(pair.publicKey)), kid, use: 'sig', alg: OWN_ALGORITHM }
  return { pem: await exportPKCS8(pair.privateKey), publicKey }
}

export const openOwnKey = (pem: string): Promise<CryptoKey> => importPKCS8(pem, OWN_ALGORITHM)
