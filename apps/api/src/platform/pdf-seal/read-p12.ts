import { X509Certificate } from 'node:crypto'
import { OctetString } from 'asn1js'
import {
  CertBag,
  EncryptedContentInfo,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  type AuthenticatedSafe,
  CryptoEngine,
  type CryptoEngineDecryptParams,
} from 'pkijs'

/** Used before OpenSSL 3 and by macOS: 3DES for keys, 40-bit RC2 for certificates. */
const LEGACY_ALGORITHMS = new Set(['1.2.840.113549.1.12.1.3', '1.2.840.113549.1.12.1.6'])

/** node-forge decrypts only keys, but an encrypted key's structure fits any content. */
const decryptLegacy = async ({ password, encryptedContentInfo }: CryptoEngineDecryptParams) => {
  const { default: forge } = await import('node-forge')
  const encrypted = new PKCS8ShroudedKeyBag({
    encryptionAlgorithm: encryptedContentInfo.contentEncryptionAlgorithm,
    encryptedData: new OctetString({ valueHex: encryptedContentInfo.getEncryptedContent() }),
  })
  const decrypted = forge.pki.decryptPrivateKeyInfo(
    forge.asn1.fromDer(Buffer.from(encrypted.toSchema().toBER()).toString('latin1')),
    Buffer.from(password).toString('utf8'),
  )
  return Uint8Array.from(Buffer.from(forge.asn1.toDer(decrypted).getBytes(), 'latin1')).buffer
}

/** Web Crypto has neither 3DES nor RC2, and OpenSSL has RC2 only in its legacy provider. */
class LegacyCryptoEngine extends CryptoEngine {
  override async decryptEncryptedContentInfo(parameters: CryptoEngineDecryptParams): Promise<ArrayBuffer> {
    const { algorithmId } = parameters.encryptedContentInfo.contentEncryptionAlgorithm
    return LEGACY_ALGORITHMS.has(algorithmId)
      ? decryptLegacy(parameters)
      : super.decryptEncryptedContentInfo(parameters)
  }
}

export type P12Problem = 'not-a-p12' | 'wrong-password' | 'unsupported-encryption'

export interface P12Content {
  privateKeys: Uint8Array[]
  certificates: X509Certificate[]
}

/** Above this, deriving a key takes seconds. */
const ITERATIONS_MAX = 1_000_000

const engine = new LegacyCryptoEngine({ name: 'node', crypto: globalThis.crypto })

const parse = (bytes: Uint8Array): PFX | undefined => {
  try {
    return PFX.fromBER(Uint8Array.from(bytes))
  } catch {
    return undefined
  }
}

const safeOf = async (p12: PFX, password: ArrayBuffer, checkIntegrity: boolean) => {
  try {
    await p12.parseInternalValues({ password, checkIntegrity }, engine)
    return p12.parsedValue?.authenticatedSafe
  } catch {
    return undefined
  }
}

const decryptKey = async (
  { encryptionAlgorithm: contentEncryptionAlgorithm, encryptedData: encryptedContent }: PKCS8ShroudedKeyBag,
  password: ArrayBuffer,
) => {
  const encryptedContentInfo = new EncryptedContentInfo({ contentEncryptionAlgorithm, encryptedContent })
  return new Uint8Array(await engine.decryptEncryptedContentInfo({ password, encryptedContentInfo }))
}

const contentOf = async (safe: AuthenticatedSafe, password: ArrayBuffer): Promise<P12Content> => {
  await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password })) }, engine)
  // The library declares the parsed value as any.
  const parsed = safe.parsedValue as { safeContents: { value: { safeBags: { bagValue: unknown }[] } }[] }
  const content: P12Content = { privateKeys: [], certificates: [] }
  for (const { bagValue } of parsed.safeContents.flatMap(({ value }) => value.safeBags)) {
    if (bagValue instanceof CertBag && bagValue.certValue instanceof OctetString)
      content.certificates.push(new X509Certificate(Buffer.from(bagValue.certValue.getValue())))
    if (bagValue instanceof PKCS8ShroudedKeyBag)
      content.privateKeys.push(await decryptKey(bagValue, password))
    if (bagValue instanceof PrivateKeyInfo)
      content.privateKeys.push(new Uint8Array(bagValue.toSchema().toBER()))
  }
  return content
}

export const readP12 = async (
  bytes: Uint8Array,
  password: string,
): Promise<{ content: P12Content } | { problem: P12Problem }> => {
  const p12 = parse(bytes)
  const secret = Uint8Array.from(Buffer.from(password, 'utf8')).buffer
  const mac = p12?.macData
  if (!p12 || !(await safeOf(p12, secret, false))) return { problem: 'not-a-p12' }
  if (mac) {
    const digest: object = engine.getAlgorithmByOID(mac.mac.digestAlgorithm.algorithmId)
    if (!('name' in digest) || (mac.iterations ?? 1) > ITERATIONS_MAX)
      return { problem: 'unsupported-encryption' }
  }
  const safe = await safeOf(p12, secret, mac !== undefined)
  if (!safe) return { problem: 'wrong-password' }
  try {
    return { content: await contentOf(safe, secret) }
  } catch {
    // If the MAC was verified above, the password is right.
    return { problem: mac ? 'unsupported-encryption' : 'wrong-password' }
  }
}
