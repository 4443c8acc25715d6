import { createPrivateKey, webcrypto, type KeyObject, type X509Certificate } from 'node:crypto'
import { Certificate, type RelativeDistinguishedNames } from 'pkijs'
import { readP12, type P12Problem } from './read-p12.ts'

export type SealKeyProblem = P12Problem | 'no-key' | 'unsupported-key' | 'expired' | 'not-yet-valid'

export interface SealKey {
  privateKey: webcrypto.CryptoKey
  /** The key's certificate first, then the issuers that the file contains. */
  certificates: readonly X509Certificate[]
  validFrom: Date
  validTo: Date
  kind: string
}

export interface SealKeyDescription {
  /** The common name, or else the organization. */
  subject: string
  issuer: string
  validFrom: Date
  validTo: Date
  kind: string
  /** Whole days; negative after expiry. */
  daysLeft: number
}

const CHAIN_MAX = 10
const RSA_BITS = { min: 2048, max: 4096 }
const CURVES: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384' }
const DAY_MS = 86_400_000

/** Web Crypto's name of the algorithm; undefined if unsupported. */
const algorithmOf = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) => {
  const bits = details?.modulusLength ?? 0
  if (type === 'rsa' && bits >= RSA_BITS.min && bits <= RSA_BITS.max)
    return { kind: `RSA ${bits}`, name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const namedCurve = type === 'ec' ? CURVES[details?.namedCurve ?? ''] : undefined
  return namedCurve && { kind: `ECDSA ${namedCurve}`, name: 'ECDSA', namedCurve }
}

const keyOf = (der: Uint8Array): KeyObject | undefined => {
  try {
    return createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' })
  } catch {
    return undefined
  }
}

const chainOf = (signer: X509Certificate, others: readonly X509Certificate[]): X509Certificate[] => {
  const chain = [signer]
  while (chain.length < CHAIN_MAX) {
    const last = chain.at(-1) ?? signer
    const issuer = others.find((other) => !chain.includes(other) && last.checkIssued(other))
    if (!issuer) break
    chain.push(issuer)
  }
  return chain
}

const COMMON_NAME = '2.5.4.3'
const ORGANIZATION = '2.5.4.10'

const nameIn = ({ typesAndValues }: RelativeDistinguishedNames): string => {
  const valueOf = (type: string) => {
    // The library leaves the type of the value open; every ASN.1 string has this shape.
    const found = typesAndValues.find((entry) => entry.type === type) as
      | { value: { valueBlock: { value: string } } }
      | undefined
    return found?.value.valueBlock.value
  }
  return valueOf(COMMON_NAME) ?? valueOf(ORGANIZATION) ?? ''
}

export const describeSealKey = (key: SealKey, at: Date): SealKeyDescription => {
  const { subject, issuer } = Certificate.fromBER(Uint8Array.from(key.certificates[0]?.raw ?? []))
  return {
    subject: nameIn(subject),
    issuer: nameIn(issuer),
    validFrom: key.validFrom,
    validTo: key.validTo,
    kind: key.kind,
    daysLeft: Math.floor((key.validTo.getTime() - at.getTime()) / DAY_MS),
  }
}

/** Undefined if the certificate is valid at this time. */
export const validityProblemOf = (
  { validFrom, validTo }: Pick<SealKey, 'validFrom' | 'validTo'>,
  at: Date,
): 'expired' | 'not-yet-valid' | undefined => {
  if (at > validTo) return 'expired'
  return at < validFrom ? 'not-yet-valid' : undefined
}

interface P12File {
  p12: Uint8Array
  password: string
  at: Date
}

type LoadedSealKey =
  | { key: SealKey }
  /** The description is set for a certificate outside its validity. */
  | { problem: SealKeyProblem; description?: SealKeyDescription }

export const loadSealKey = async ({ p12, password, at }: P12File): Promise<LoadedSealKey> => {
  const read = await readP12(p12, password)
  if ('problem' in read) return read
  const { privateKeys, certificates } = read.content
  if (privateKeys.length === 0) return { problem: 'no-key' }
  const keys = privateKeys.map(keyOf).filter((key) => key !== undefined)
  if (keys.length === 0) return { problem: 'unsupported-key' }
  const pairs = keys.flatMap((key) => {
    const certificate = certificates.find((candidate) => candidate.checkPrivateKey(key))
    return certificate ? [{ key, certificate }] : []
  })
  const [pair] = pairs
  // A key without a certificate cannot seal.
  if (!pair) return { problem: 'no-key' }
  const algorithm = algorithmOf(pair.key)
  if (!algorithm) return { problem: 'unsupported-key' }

  const der = pair.key.export({ format: 'der', type: 'pkcs8' })
  const key: SealKey = {
    privateKey: await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']),
    certificates: chainOf(pair.certificate, certificates),
    validFrom: new Date(pair.certificate.validFrom),
    validTo: new Date(pair.certificate.validTo),
    kind: algorithm.kind,
  }
  const problem = validityProblemOf(key, at)
  return problem ? { problem, description: describeSealKey(key, at) } : { key }
}
