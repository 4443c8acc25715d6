import type { Readable } from 'node:stream'

/** Smaller files are buffered concurrently, because sequential writes would mostly wait for the disk or the bucket. */
const SMALL_BYTES = 1024 * 1024
export const FILES_AT_ONCE = 8

export const isSmall = (sizeBytes: number): boolean => sizeBytes <= SMALL_BYTES

export const readBytes = async (content: AsyncIterable<Buffer> | Readable): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The next call throws the failure of an earlier task. */
export const createConcurrencyLimit = () => {
  const running = new Set<Promise<void>>()
  return {
    async begin(work: Promise<void>): Promise<void> {
      const tracked = work.finally(() => running.delete(tracked))
      // The next `begin` or `finish` throws it.
      tracked.catch(() => {})
      running.add(tracked)
      if (running.size >= FILES_AT_ONCE) await Promise.race(running)
    },
    async finish(): Promise<void> {
      await Promise.all(running)
    },
    async settle(): Promise<void> {
      await Promise.allSettled(running)
    },
  }
}
