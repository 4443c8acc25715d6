import { FileMissingError, StorageUnavailableError, type FileStorage } from '../file-storage/file-storage.ts'
import type { Metrics } from './metrics.ts'
import { startStopwatch } from './stopwatch.ts'

const outcomeOf = (error: unknown) => {
  if (error instanceof FileMissingError) return 'missing'
  return error instanceof StorageUnavailableError ? 'unavailable' : 'refused'
}

/** The same storage, its operations counted and timed. */
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
  return {
    put: (name, content, approve) => measure('put', storage.put(name, content, approve)),
    async open(name, range, pieceBytes) {
      const seconds = startStopwatch()
      const content = await measure('open', storage.open(name, range, pieceBytes))
      content.once('error', (error) => {
        storageOperations.observe({ operation: 'read', outcome: outcomeOf(error) }, seconds())
      })
      return content
    },
    find: (name) => measure('find', storage.find(name)),
    list: () => storage.list(),
    remove: (name) => measure('remove', storage.remove(name)),
    check: () => measure('check', storage.check()),
    close: () => storage.close(),
  }
}
