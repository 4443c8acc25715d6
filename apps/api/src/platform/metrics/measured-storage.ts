import { FileMissingError, StorageUnavailableError, type FileStorage } from '../file-storage/file-storage.ts'
import type { Metrics } from './metrics.ts'
import { startStopwatch } from './stopwatch.ts'

const outcomeOf = (error: unknown) => {
  if (error instanceof FileMissingError) return 'missing'
  return error instanceof StorageUnavailableError ? 'unavailable' : 'refused'
}

/** Counts and times the operations of a storage. */
export const measureStorage = (storage: FileStorage, { storageOperations }: Metrics): FileStorage => {
  const measure = async <Result>(operation: string, work: Promise<Result>): Promise<Result> => {
    const seconds = startStopwatch()
    try {
      const result = await work
      storageOperations.observe({ operation, outcome: 'ok' }, seconds())
      return result
    } catch (error) {
      storageOperations.observe({ operation, outcome: outcomeOf(error) }, seconds())
      throw error
    }
  }
  const noteReadFailure = (error: unknown, seconds: number) =>
    storageOperations.observe({ operation: 'read', outcome: outcomeOf(error) }, seconds)
  return {
    async stage(name, content) {
      const staged = await measure('stage', storage.stage(name, content))
      return { ...staged, commit: () => measure('commit', staged.commit()) }
    },
    receiveTemporary: (content) => measure('stage', storage.receiveTemporary(content)),
    async open(name, range) {
      const seconds = startStopwatch()
      const content = await measure('open', storage.open(name, range))
      content.once('error', (error) => noteReadFailure(error, seconds()))
      return content
    },
    async openChunks(name, range) {
      const seconds = startStopwatch()
      const chunks = await measure('open', storage.openChunks(name, range))
      return {
        ...chunks,
        next: (buffer) =>
          chunks.next(buffer).catch((error: unknown) => {
            noteReadFailure(error, seconds())
            throw error
          }),
      }
    },
    find: (name) => measure('find', storage.find(name)),
    list: () => storage.list(),
    remove: (name) => measure('remove', storage.remove(name)),
    freeBytes: () => storage.freeBytes(),
    check: () => measure('check', storage.check()),
    close: () => storage.close(),
  }
}
