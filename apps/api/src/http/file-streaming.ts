import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { FileChunks } from '../platform/file-storage/file-storage.ts'

/** Fresh buffers count toward V8's heap limit: every 64 MB sent would trigger a full garbage collection (ADR 15). */
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

/** Most reports fit into one large buffer; longer transfers would keep it occupied for slow readers. */
const LARGE = createPool(256 * 1024, 32)
const SMALL = createPool(64 * 1024, 128)

const bufferPoolFor = (length: number) => (length <= LARGE.bytes ? LARGE : SMALL)

/** A chunk takes about 0.1 ms of CPU time; hundreds in a row would delay other requests by seconds (ADR 15). */
const CHUNKS_IN_A_ROW = 8

/** Limits the work per iteration of the event loop. Waiters continue in order. */
export const createTurns = (atOnce: number) => {
  const waiting: (() => void)[] = []
  let left = atOnce
  let isScheduled = false

  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      const next = waiting.splice(0, atOnce)
      left = atOnce - next.length
      for (const resolve of next) resolve()
      if (next.length > 0) schedule()
    })
  }

  return {
    take: (): Promise<void> => {
      schedule()
      if (left === 0) return new Promise((resolve) => waiting.push(resolve))
      left -= 1
      return Promise.resolve()
    },
  }
}

const writeTurns = createTurns(CHUNKS_IN_A_ROW)

/** Resolves when the buffer can be reused. */
const write = (response: ServerResponse, bytes: Buffer, isLast: boolean) =>
  new Promise<void>((resolve, reject) => {
    const onWritten = (error?: Error | null) => (error ? reject(error) : resolve())
    if (isLast) response.end(bytes, onWritten)
    else response.write(bytes, onWritten)
  })

/** Rejects when the connection ends. Node only calls back for writes that it has started. */
const connectionEnd = ({ req: { socket } }: ServerResponse) => {
  let stop = () => {}
  const ended = new Promise<never>((_, reject) => {
    const onClose = () => reject(new Error('The client disconnected'))
    if (socket.destroyed) onClose()
    else socket.once('close', onClose)
    stop = () => void socket.off('close', onClose)
  })
  return { ended, stop }
}

const sendAll = async (
  response: ServerResponse,
  chunks: FileChunks,
  { buffer, size: firstSize, length }: { buffer: Buffer; size: number; length: number },
) => {
  let size = firstSize
  for (let left = length - size; ; left -= size) {
    await writeTurns.take()
    await write(response, buffer.subarray(0, size), left <= 0)
    if (left <= 0) return
    size = await chunks.next(buffer)
    if (size === 0) throw new Error('The file ended before its end')
  }
}

/** The first chunk is read before the headers are sent, so that a storage failure gets an error status. */
export const streamChunks = async (
  reply: FastifyReply,
  chunks: FileChunks,
  length: number,
): Promise<FastifyReply> => {
  const pool = bufferPoolFor(length)
  const buffer = pool.take()
  try {
    const size = await chunks.next(buffer)
    // Bypasses Fastify, which only supports streams and complete bodies.
    void reply.header('content-length', length).hijack()
    const response = reply.raw
    response.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
    if (reply.request.method === 'HEAD') {
      pool.release(buffer)
      response.end()
      return reply
    }
    const connection = connectionEnd(response)
    try {
      await Promise.race([sendAll(response, chunks, { buffer, size, length }), connection.ended])
      pool.release(buffer)
    } catch (error) {
      // The buffer is not returned to the pool, because the system may still be reading from it.
      if (!response.destroyed) reply.request.log.error({ err: error }, 'sending a file failed midway')
      response.destroy()
    } finally {
      connection.stop()
    }
    return reply
  } finally {
    chunks.close()
  }
}
