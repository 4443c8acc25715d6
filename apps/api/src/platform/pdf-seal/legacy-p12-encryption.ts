import { CryptoEngine, PKCS8ShroudedKeyBag, type CryptoEngineDecryptParams } from 'pkijs'
import { OctetString } from 'asn1js'

/** Encryption of files from before OpenSSL 3 and of macOS: 3DES for keys, 40-bit RC2 for certificates. */
const LEGACY_ALGORITHMS = new Set(['1.2.840.113549.1.12.1.3', '1.2.840.113549.1.12.1.6'])

/** node-forge decrypts keys only, but the structure of an encrypted key fits any content. */
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

/** Web Crypto has neither 3DES nor RC2, and OpenSSL has RC2 in its legacy provider only. */
export class LegacyCryptoEngine extends CryptoEngine {
  override async decryptEncryptedContentInfo(parameters: CryptoEngineDecryptParams): Promise<ArrayBuffer> {
    const { algorithmId } = parameters.encryptedContentInfo.contentEncryptionAlgorithm
    return LEGACY_ALGORITHMS.has(algorithmId)
      ? decryptLegacy(parameters)
      : super.decryptEncryptedContentInfo(parameters)
  }
}
