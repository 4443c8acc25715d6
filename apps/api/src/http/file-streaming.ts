import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { FileChunks } from '../platform/file-storage/file-storage.ts'
import { bufferPoolFor } from './buffer-pool.ts'
import { writeTurns } from './write-turns.ts'

/** Resolves when the system has taken the bytes and the buffer can be reused. */
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

/**
 * Sends the bytes of a file. The first chunk is read before the headers are sent, so that a storage failure gets an
 * error status; later failures can only end the connection.
 * @param length the total length of the chunks
 */
export const streamChunks = async (
  reply: FastifyReply,
  chunks: FileChunks,
  length: number,
): Promise<FastifyReply> => {
  const pool = bufferPoolFor(length)
  const buffer = pool.take()
  try {
    const size = await chunks.next(buffer)
    // Bypasses the framework, which only supports streams and whole bodies.
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
      // The buffer is not returned to the pool: the system may still be reading from it.
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
