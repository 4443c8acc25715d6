import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'

export interface VirusScanner {
  /** Rejects with VirusScannerUnavailableError unless the result is clear. */
  scan(content: Readable): Promise<'clean' | 'infected'>
}

export class VirusScannerUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The virus scanner gave no answer', { cause })
    this.name = 'VirusScannerUnavailableError'
  }
}

const DEFAULT_PORT = 3310
const CONNECT_TIMEOUT_MS = 5_000
/** Scanning a large archive takes time; longer silence counts as a failure. */
const ANSWER_TIMEOUT_MS = 60_000
const LONGEST_ANSWER = 4096
const COMMAND = 'zINSTREAM\0'
const LENGTH_BYTES = 4

const openSocket = (url: URL): Socket =>
  url.protocol === 'unix:'
    ? connect({ path: decodeURIComponent(url.pathname) })
    : connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || DEFAULT_PORT) })

/** Listens from the start: clamd may respond and close the connection before it has read everything. */
const answerOf = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    socket.on('data', (part: Buffer) => {
      answer += part.toString('latin1')
      if (answer.includes('\0') || answer.length > LONGEST_ANSWER) resolve(answer)
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The connection closed without an answer')))
    socket.on('timeout', () => socket.destroy(new Error('No answer in time')))
  })

/** Returns false when the daemon responded or closed the connection early. */
const send = async (
  socket: Socket,
  content: AsyncIterable<Buffer>,
  isDone: () => boolean,
): Promise<boolean> => {
  const write = async (bytes: Buffer | string) => {
    if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
  }
  const frame = (length: number) => {
    const bytes = Buffer.alloc(LENGTH_BYTES)
    bytes.writeUInt32BE(length)
    return bytes
  }
  await write(COMMAND)
  for await (const chunk of content) {
    if (isDone() || socket.destroyed) return false
    if (chunk.length === 0) continue
    await write(frame(chunk.length))
    await write(chunk)
  }
  await write(frame(0))
  return true
}

const verdictOf = (answer: string): 'clean' | 'infected' => {
  const text = answer.replace(/\0.*$/s, '').trim()
  if (/^stream: OK$/.test(text)) return 'clean'
  if (/^stream: .+ FOUND$/.test(text)) return 'infected'
  throw new Error(`clamd answered: ${text.slice(0, 200)}`)
}

/** @param address `tcp://host:3310` or `unix:///path/of/the/socket` */
export const createClamdScanner = (
  address: string,
  {
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
    answerTimeoutMs = ANSWER_TIMEOUT_MS,
  }: { connectTimeoutMs?: number; answerTimeoutMs?: number } = {},
): VirusScanner => {
  const url = new URL(address)
  return {
    async scan(content) {
      const socket = openSocket(url)
      socket.setTimeout(connectTimeoutMs)
      socket.once('connect', () => socket.setTimeout(answerTimeoutMs))
      try {
        let isAnswered = false
        const answer = answerOf(socket).finally(() => (isAnswered = true))
        const sending = send(socket, content as AsyncIterable<Buffer>, () => isAnswered)
        // Truncated content must not pass as a short clean file.
        const [text, isWhole] = await Promise.all([answer, sending])
        const verdict = verdictOf(text)
        if (verdict === 'clean' && !isWhole) throw new Error('clamd answered before it had the whole file')
        return verdict
      } catch (error) {
        throw new VirusScannerUnavailableError(error)
      } finally {
        socket.destroy()
        content.destroy()
      }
    },
  }
}
