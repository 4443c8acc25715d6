import { createHash } from 'node:crypto'
import { FileMissingError, type FileStorage } from '../../platform/file-storage/file-storage.ts'

export type StoredProblem = { is: 'missing' } | { is: 'cut'; sizeBytes: number } | { is: 'changed' }

interface RecordedFile {
  name: string
  sizeBytes: number
  sha256: Buffer
}

/** @param isQuick compares the size only */
export const storedProblemOf = async (
  storage: Pick<FileStorage, 'find' | 'open'>,
  { name, sizeBytes, sha256 }: RecordedFile,
  isQuick = false,
): Promise<StoredProblem | undefined> => {
  try {
    const found = await storage.find(name)
    if (!found) return { is: 'missing' }
    if (found.sizeBytes !== sizeBytes) return { is: 'cut', sizeBytes: found.sizeBytes }
    if (isQuick) return undefined
    const hash = createHash('sha256')
    for await (const piece of await storage.open(name)) hash.update(piece as Buffer)
    return hash.digest().equals(sha256) ? undefined : { is: 'changed' }
  } catch (error) {
    if (error instanceof FileMissingError) return { is: 'missing' }
    throw error
  }
}
