import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { PLACEHOLDER_REST, PLACEHOLDER_START, RANGE, SIGNATURE_BYTES } from './add-seal-placeholder.ts'
import type { TimestampAuthority } from './request-timestamp.ts'
import { SealError } from './seal-error.ts'
import { validityProblemOf, type SealKey } from './seal-key.ts'
import { signDigest } from './sign-digest.ts'

const HASHED_AT_ONCE_BYTES = 4 * 1024 * 1024

/** A second placeholder would leave open which part a reader verifies. */
const placeholderIn = (document: Buffer): number => {
  const found = document.indexOf(PLACEHOLDER_START, 0, 'latin1')
  if (found < 0) throw new SealError('no-placeholder')
  if (document.indexOf(PLACEHOLDER_START, found + 1, 'latin1') >= 0)
    throw new SealError('several-placeholders')
  const rest = document.subarray(found + PLACEHOLDER_START.length)
  if (!rest.subarray(0, PLACEHOLDER_REST.length).equals(Buffer.from(PLACEHOLDER_REST, 'latin1')))
    throw new SealError('no-placeholder')
  return found
}

const digestOf = async (parts: readonly Buffer[]): Promise<Buffer> => {
  const hash = createHash('sha256')
  for (const part of parts) {
    for (let start = 0; start < part.length; start += HASHED_AT_ONCE_BYTES) {
      hash.update(part.subarray(start, start + HASHED_AT_ONCE_BYTES))
      await setImmediate()
    }
  }
  return hash.digest()
}

export interface SealOptions {
  at: Date
  tsa?: TimestampAuthority | undefined
}

/**
 * Signs a document that `addSealPlaceholder` prepared, and returns the sealed copy.
 * @throws {SealError} when the document or the key cannot be used
 * @throws {TimestampError} when the timestamp authority fails
 */
export const sealPdf = async (
  pdf: Uint8Array,
  key: SealKey,
  { at, tsa }: SealOptions,
): Promise<Uint8Array> => {
  const problem = validityProblemOf(key, at)
  if (problem) throw new SealError(`key-${problem}`)
  const sealed = Buffer.from(pdf)
  const placeholder = placeholderIn(sealed)

  // The signature covers everything except its own digits and their brackets.
  const gapStart = placeholder + PLACEHOLDER_START.length - 1
  const gapEnd = gapStart + 1 + PLACEHOLDER_REST.length
  const range = `[ 0 ${gapStart} ${gapEnd} ${sealed.length - gapEnd} ]`.padEnd(RANGE.length)
  sealed.write(range, placeholder + RANGE.offset, 'latin1')

  const digest = await digestOf([sealed.subarray(0, gapStart), sealed.subarray(gapEnd)])
  const signature = await signDigest(digest, key, tsa)
  if (signature.length > SIGNATURE_BYTES) throw new SealError('signature-too-long')
  sealed.write(Buffer.from(signature).toString('hex'), gapStart + 1, 'latin1')
  return sealed
}
