import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { openPublicKey } from '../../../platform/outbound/key-sets.ts'

const text = z.string().max(3_000)
const kid = z.string().min(1).max(200)
const common = {
  kid,
  use: z.literal('sig').optional(),
  key_ops: z
    .array(z.string())
    .max(10)
    .refine((operations) => operations.includes('verify'))
    .optional(),
}
const publicKeySchema = z.discriminatedUnion('kty', [
  z.object({ ...common, kty: z.literal('RSA'), n: text, e: text, alg: z.literal('RS384').optional() }),
  z.object({
    ...{ ...common, kty: z.literal('EC'), crv: z.literal('P-384'), x: text, y: text },
    alg: z.literal('ES384').optional(),
  }),
])
export type PublicKey = z.output<typeof publicKeySchema>

export const algorithmOf = ({ kty }: PublicKey): 'RS384' | 'ES384' => (kty === 'RSA' ? 'RS384' : 'ES384')

export const openKey = (key: PublicKey): KeyObject =>
  createPublicKey({ key: key as JsonWebKey, format: 'jwk' })

/** The public parts of a key for RS384 or ES384; undefined for any other key, and for one with private parts. */
export const readPublicKey = (stated: unknown): PublicKey | undefined => {
  const key = publicKeySchema.safeParse(stated)
  return key.success && openPublicKey(stated as object) ? key.data : undefined
}

/** Undefined if a key cannot be used, or two have the same id. */
export const readKeySet = (stated: { keys: readonly unknown[] }): { keys: PublicKey[] } | undefined => {
  const keys = stated.keys.map(readPublicKey).filter((key) => key !== undefined)
  const isWhole =
    keys.length === stated.keys.length && new Set(keys.map((key) => key.kid)).size === keys.length
  return isWhole ? { keys } : undefined
}
