/**
 * Memory for pieces of files on their way out, used again and again. New memory for each piece would lie outside of
 * V8's heap but count for it: every 64 MB sent would have the whole heap collected, which grows dear with its age
 * (measured in docs/decisions/0015-download-buffers.md).
 */
const keepMemory = (bytes: number, kept: number) => {
  const free: Buffer[] = []
  return {
    bytes,
    take: (): Buffer => free.pop() ?? Buffer.allocUnsafeSlow(bytes),
    giveBack: (memory: Buffer): void => {
      if (free.length < kept) free.push(memory)
    },
  }
}

/** Most reports fit into one piece of the larger size; what is longer stays long, beside many slow readers. */
const WHOLE = keepMemory(256 * 1024, 32)
const PIECE = keepMemory(64 * 1024, 128)

export type BufferPool = typeof WHOLE

export const bufferPoolFor = (length: number): BufferPool => (length <= WHOLE.bytes ? WHOLE : PIECE)
