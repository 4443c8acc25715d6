import { DatabaseUnavailableError } from './database/database.ts'

interface Waiting<Item> {
  item: Item
  resolve: () => void
  reject: (error: unknown) => void
}

/** Items that arrive during a write share the next batch. A rejected item fails only for its caller. */
export const createBatchWriter = <Item>(
  write: (items: Item[]) => Promise<void>,
  mostItems = 500,
): ((item: Item) => Promise<void>) => {
  let waiting: Waiting<Item>[] = []
  let isWriting = false

  const writeBatch = async (batch: Waiting<Item>[]): Promise<void> => {
    try {
      await write(batch.map(({ item }) => item))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      // Without a database, no item can be written, and retrying each would delay the next batch.
      if (batch.length > 1 && !(error instanceof DatabaseUnavailableError))
        for (const one of batch) await writeBatch([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  const work = async () => {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostItems)
      waiting = waiting.slice(mostItems)
      await writeBatch(batch)
    }
    isWriting = false
  }

  return (item) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isWriting) void work()
    })
}
