import { DatabaseUnavailableError, isStatementTimeout, type Database, type ReadList } from './database.ts'
import type { Replica } from './replica.ts'

export const createListReader = ({
  primary,
  replica,
  onRead,
}: {
  primary: Database
  replica: Replica | undefined
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
      // A query that is too slow for the replica is too slow for the primary.
      if (isStatementTimeout(error)) throw error
      if (error instanceof DatabaseUnavailableError) replica.distrust()
      // The replica also cancels queries that conflict with replay, and briefly lacks what a migration adds.
      return readPrimary(reader, read)
    }
  }
}
