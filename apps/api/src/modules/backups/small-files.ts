import type { Readable } from 'node:stream'

/**
 * Files up to this size go through memory, several at a time: one after the other, the waiting for a disk to sync or
 * for a bucket to answer would take far longer than the files.
 */
const SMALL_BYTES = 1024 * 1024
export const FILES_AT_ONCE = 8

export const isSmall = (sizeBytes: number): boolean => sizeBytes <= SMALL_BYTES

export const readBytes = async (content: AsyncIterable<Buffer> | Readable): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Lets some pieces of work go on at the same time; a failure of one is thrown by the next call. */
export const createSomeAtOnce = () => {
  const running = new Set<Promise<void>>()
  return {
    /** Resolves when there is room for the next one. */
    async begin(work: Promise<void>): Promise<void> {
      const tracked = work.finally(() => running.delete(tracked))
      // Whoever waits next throws it.
      tracked.catch(() => {})
      running.add(tracked)
      if (running.size >= FILES_AT_ONCE) await Promise.race(running)
    },
    async finish(): Promise<void> {
      await Promise.all(running)
    },
    /** Waits for what is under way, however it ends. */
    async settle(): Promise<void> {
      await Promise.allSettled(running)
    },
  }
}
