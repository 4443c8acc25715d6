import { DatabaseUnavailableError, isStatementTimeout, type Database, type ReadList } from './database.ts'
import type { Replica } from './replica.ts'

export const createListReader = ({
  primary,
  replica,
  onRead,
}: {
  primary: Database
  replica: Replica | undefined
  /** Told where a list was read, where there is a choice. */
  onRead: (source: 'replica' | 'primary') => void
}): ReadList => {
  if (!replica) return (_, read) => read(primary)
  const readPrimary: ReadList = (_, read) => {
    onRead('primary')
    return read(primary)
  }
  return async (reader, read) => {
    const database = await replica.databaseSince(reader.lastWrite)
    if (!database) return readPrimary(reader, read)
    try {
      const found = await replica.unlessLost(read(database))
      onRead('replica')
      return found
    } catch (error) {
      // What takes too long there takes too long here.
      if (isStatementTimeout(error)) throw error
      if (error instanceof DatabaseUnavailableError) replica.distrust()
      // It also cancels what is in the way of what it takes over, and lacks for a moment what a migration adds.
      return readPrimary(reader, read)
    }
  }
}
