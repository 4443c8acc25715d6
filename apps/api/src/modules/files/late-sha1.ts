import { createHash } from 'node:crypto'
import type { Context } from '../../core/context.ts'
import { FileMissingError } from '../../platform/file-storage/file-storage.ts'
import { noteSha1 } from './report-files.repository.ts'

const LARGEST_BYTES = 64 * 1024 * 1024
const AT_ONCE = 2

/** Notes the SHA-1 of files that earlier versions stored, when a client reads one. */
export const createLateSha1 = ({ database, storage }: Pick<Context, 'database' | 'storage'>) => {
  let running = 0
  const compute = async (name: string, checksum: string): Promise<Buffer | undefined> => {
    const [sha256, sha1] = [createHash('sha256'), createHash('sha1')]
    for await (const piece of await storage.open(name)) {
      sha256.update(piece as Buffer)
      sha1.update(piece as Buffer)
    }
    return sha256.digest('hex') === checksum ? sha1.digest() : undefined
  }
  /** Undefined if the file is large, missing or damaged, or if others are being read. */
  return async (file: { name: string; sizeBytes: number; checksum: string }): Promise<Buffer | undefined> => {
    if (file.sizeBytes > LARGEST_BYTES || running >= AT_ONCE) return undefined
    running += 1
    try {
      const sha1 = await compute(file.name, file.checksum)
      if (sha1) await noteSha1(database, file.name, sha1)
      return sha1
    } catch (error) {
      if (error instanceof FileMissingError) return undefined
      throw error
    } finally {
      running -= 1
    }
  }
}
export type LateSha1 = ReturnType<typeof createLateSha1>
