import { writeFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import { ContentInfo, SignedData } from 'pkijs'
import { addSealPlaceholder } from '../platform/pdf-seal/add-seal-placeholder.ts'
import type { TestAuthority } from './seal-keys.ts'

export const createSealablePdf = async ({
  placeholders = 1,
  useObjectStreams = true,
  title = 'Report',
  signedAt = new Date(),
} = {}): Promise<Uint8Array> => {
  const document = await PDFDocument.create()
  document.addPage()
  document.setTitle(title)
  for (let count = 0; count < placeholders; count += 1)
    addSealPlaceholder(document, { name: 'Lab مختبر', reason: 'Copy of the report', signedAt })
  return document.save({ useObjectStreams })
}

export const readSeal = (pdf: Uint8Array) => {
  const text = Buffer.from(pdf).toString('latin1')
  const range = /\/ByteRange \[ (\d+) (\d+) (\d+) (\d+) \]/.exec(text)?.slice(1).map(Number)
  const [start = -1, length = -1, restStart = -1, restLength = -1] = range ?? []
  const digits = text.slice(start + length + 1, restStart - 1)
  const padded = Buffer.from(digits, 'hex')
  // Long form of a DER length, with two bytes.
  const signature = padded.subarray(0, 4 + padded.readUInt16BE(2))
  const content = ContentInfo.fromBER(Uint8Array.from(signature))
  const signedData = new SignedData({ schema: content.content as object })
  return {
    range: { start, length, restStart, restLength },
    gap: text.slice(start + length, restStart),
    covered: Buffer.concat([
      pdf.subarray(start, start + length),
      pdf.subarray(restStart, restStart + restLength),
    ]),
    signature,
    signedData,
    signer: signedData.signerInfos[0],
  }
}

/** Verifies a seal as a CAdES signature; throws for an invalid one. */
export const verifyWithOpenssl = (authority: TestAuthority, pdf: Uint8Array): string => {
  const { covered, signature } = readSeal(pdf)
  writeFileSync(authority.file('seal.der'), signature)
  writeFileSync(authority.file('covered.bin'), covered)
  return authority.openssl(
    ...[
      'cms',
      '-verify',
      '-cades',
      '-binary',
      '-inform',
      'DER',
      '-in',
      'seal.der',
      '-content',
      'covered.bin',
    ],
    ...['-CAfile', 'ca.pem', '-purpose', 'any', '-out', 'verified.bin'],
  )
}
