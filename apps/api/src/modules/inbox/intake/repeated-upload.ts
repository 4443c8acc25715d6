import { createHash } from 'node:crypto'
import { conflict } from '../../../core/app-error.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { ArrivingDocument } from './arrival.ts'
import { findUploadedItem, isKeyOfAnotherUpload } from './intake.repository.ts'

const keyReused = () => conflict('IDEMPOTENCY_KEY_REUSED')

const digestOf = async (content: AsyncGenerator<Buffer>): Promise<Buffer> => {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest()
}

/**
 * Returns undefined for a new key. Rejects a key that came with another file. Files that were removed meanwhile
 * cannot be compared.
 */
export const findRepeatedUpload = async (
  db: Queryable,
  upload: { userId: number; key: string },
  digest: () => Promise<Buffer | undefined>,
): Promise<number | undefined> => {
  const known = await findUploadedItem(db, upload)
  if (!known) {
    if (await isKeyOfAnotherUpload(db, upload)) throw keyReused()
    return undefined
  }
  const sha256 = await digest()
  if (sha256 && known.sha256 && !sha256.equals(known.sha256)) throw keyReused()
  return known.id
}

export const digestOfDocument = (document: ArrivingDocument | undefined) => async () =>
  document?.content && digestOf(document.content)
