/**
 * Reuses buffers for file downloads. Fresh buffers lie outside V8's heap but count toward it: every 64 MB sent would
 * trigger a full garbage collection (docs/decisions/0015-download-buffers.md).
 */
const createPool = (bytes: number, capacity: number) => {
  const free: Buffer[] = []
  return {
    bytes,
    take: (): Buffer => free.pop() ?? Buffer.allocUnsafeSlow(bytes),
    release: (buffer: Buffer): void => {
      if (free.length < capacity) free.push(buffer)
    },
  }
}

/** Most reports fit into one large buffer; longer transfers would block it behind slow readers. */
const LARGE = createPool(256 * 1024, 32)
const SMALL = createPool(64 * 1024, 128)

export type BufferPool = typeof LARGE

export const bufferPoolFor = (length: number): BufferPool => (length <= LARGE.bytes ? LARGE : SMALL)
