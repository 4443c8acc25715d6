import { createHash } from 'node:crypto'
import { fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  id_ContentType_Data,
  id_ContentType_SignedData,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { requestTimestamp, type TimestampAuthority } from './request-timestamp.ts'
import type { SealKey } from './seal-key.ts'

const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const SIGNATURE_TIMESTAMP = '1.2.840.113549.1.9.16.2.14'

const SIGNED = 0
const UNSIGNED = 1

const octets = (bytes: Uint8Array) => new OctetString({ valueHex: Uint8Array.from(bytes) })

/** RFC 5035; SHA-256 is the default algorithm. */
const signingCertificateOf = (certificate: Uint8Array) => {
  const id = new Sequence({ value: [octets(createHash('sha256').update(certificate).digest())] })
  return new Sequence({ value: [new Sequence({ value: [id] })] })
}

/** In DER order, here by length. EN 319 142-1: the signing time is only in the PDF dictionary. */
const signedAttributesOf = (digest: Uint8Array, certificate: Uint8Array) => [
  new Attribute({ type: CONTENT_TYPE, values: [new ObjectIdentifier({ value: id_ContentType_Data })] }),
  new Attribute({ type: MESSAGE_DIGEST, values: [octets(digest)] }),
  new Attribute({ type: SIGNING_CERTIFICATE_V2, values: [signingCertificateOf(certificate)] }),
]

/** Detached CMS signature of a SHA-256 digest: PAdES level B-B, or B-T with a timestamp authority. */
export const signDigest = async (
  digest: Uint8Array,
  key: SealKey,
  tsa: TimestampAuthority | undefined,
): Promise<Uint8Array> => {
  const [signer, ...issuers] = key.certificates.map(({ raw }) => Certificate.fromBER(Uint8Array.from(raw)))
  const [first] = key.certificates
  if (!signer || !first) throw new Error('The key has no certificate')
  const signerInfo = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: signer.issuer, serialNumber: signer.serialNumber }),
    signedAttrs: new SignedAndUnsignedAttributes({
      type: SIGNED,
      attributes: signedAttributesOf(digest, first.raw),
    }),
  })
  const signedData = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_ContentType_Data }),
    signerInfos: [signerInfo],
    certificates: [signer, ...issuers],
  })
  await signedData.sign(key.privateKey, 0, 'SHA-256')
  if (tsa) {
    const signature = Uint8Array.from(signerInfo.signature.valueBlock.valueHexView)
    const token = await requestTimestamp(tsa, signature)
    signerInfo.unsignedAttrs = new SignedAndUnsignedAttributes({
      type: UNSIGNED,
      attributes: [
        new Attribute({ type: SIGNATURE_TIMESTAMP, values: [fromBER(Uint8Array.from(token)).result] }),
      ],
    })
  }
  const content = new ContentInfo({
    contentType: id_ContentType_SignedData,
    content: signedData.toSchema(true),
  })
  return new Uint8Array(content.toSchema().toBER())
}
