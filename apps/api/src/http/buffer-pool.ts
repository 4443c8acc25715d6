/**
 * Reuses buffers for file downloads. Fresh buffers lie outside V8's heap but count toward it: every 64 MB sent would
 * trigger a full garbage collection (docs/decisions/0015-download-buffers.md).
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

/** Most reports fit into one large buffer; longer transfers would block it behind slow readers. */
const WHOLE = keepMemory(256 * 1024, 32)
const PIECE = keepMemory(64 * 1024, 128)

export type BufferPool = typeof WHOLE

export const bufferPoolFor = (length: number): BufferPool => (length <= WHOLE.bytes ? WHOLE : PIECE)
