import type { Socket } from 'node:net'
import { REFUSAL, type RefusalCode, type Failure } from '@zelab/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export interface TrafficLimits {
  /** For the headers of a request, and for an idle connection. */
  headersTimeoutMs: number
  /** Limit of a whole request other than an upload. */
  requestTimeoutMs: number
  /** Limit of a whole upload. */
  uploadTimeoutMs: number
  /** An upload may be slower than this for one window. */
  uploadBytesPerSecond: number
  uploadWindowMs: number
  /** Limit of a connection without traffic in either direction. */
  silenceTimeoutMs: number
  maxConnections: number
  /** Not applied behind a proxy, whose address all clients share. */
  maxConnectionsPerAddress: number
}

export const DEFAULT_TRAFFIC_LIMITS: TrafficLimits = {
  headersTimeoutMs: 20_000,
  requestTimeoutMs: 60_000,
  uploadTimeoutMs: 60 * 60_000,
  uploadBytesPerSecond: 4 * 1024,
  uploadWindowMs: 30_000,
  silenceTimeoutMs: 180_000,
  maxConnections: 4_000,
  maxConnectionsPerAddress: 1_000,
}

/** Node may report silence only at its second check, so this many checks in a row close the connection. */
const SILENCE_CHECKS = 6
const CHECK_INTERVAL_MS = 1_000
const WARN_INTERVAL_MS = 60_000

const silenceCheckMs = ({ silenceTimeoutMs }: TrafficLimits) => silenceTimeoutMs / SILENCE_CHECKS

/** Timeouts of the HTTP server, which are the outer limits. */
export const serverTimeouts = (limits: TrafficLimits) => ({
  requestTimeout: Math.max(limits.uploadTimeoutMs, limits.requestTimeoutMs),
  connectionTimeout: silenceCheckMs(limits),
  http: {
    headersTimeout: limits.headersTimeoutMs,
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS * 5, limits.headersTimeoutMs),
  },
})

export const limitConnections = (
  app: FastifyInstance,
  limits: TrafficLimits,
  { isBehindProxy }: { isBehindProxy: boolean },
): void => {
  let total = 0
  let warnedAt = -Infinity
  const byAddress = new Map<string, number>()
  const refuse = (socket: Socket) => {
    socket.destroy()
    if (performance.now() - warnedAt < WARN_INTERVAL_MS) return
    warnedAt = performance.now()
    app.log.warn({ connections: total }, 'connections are rejected: there are too many')
  }
  app.server.on('connection', (socket: Socket) => {
    const address = isBehindProxy ? '' : (socket.remoteAddress ?? '')
    const fromAddress = byAddress.get(address) ?? 0
    if (total >= limits.maxConnections) return refuse(socket)
    if (!isBehindProxy && fromAddress >= limits.maxConnectionsPerAddress) return refuse(socket)
    total += 1
    byAddress.set(address, fromAddress + 1)
    socket.once('close', () => {
      total -= 1
      const left = (byAddress.get(address) ?? 1) - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    })
  })
}

export const closeSilentConnections = (app: FastifyInstance, limits: TrafficLimits): void => {
  const checkMs = silenceCheckMs(limits)
  const silent = new WeakMap<Socket, { at: number; checks: number }>()
  app.server.on('timeout', (socket: Socket) => {
    // Any other timeout belongs to a connection between requests.
    if (socket.timeout !== checkMs) return socket.destroy()
    const now = performance.now()
    const before = silent.get(socket)
    // Traffic resets the count.
    const checks = before && now - before.at < checkMs * 1.5 ? before.checks + 1 : 1
    if (checks >= SILENCE_CHECKS) return socket.destroy()
    silent.set(socket, { at: now, checks })
    socket.setTimeout(checkMs)
  })
}

interface ArrivingBody {
  request: FastifyRequest
  reply: FastifyReply
  isUpload: boolean
  startedAt: number
  window: { startedAt: number; bytesBefore: number }
}

const TIMEOUT_BODY = JSON.stringify({
  success: false,
  code: 'REQUEST_TIMEOUT' satisfies RefusalCode,
  message: REFUSAL.REQUEST_TIMEOUT,
} satisfies Failure)
const TIMEOUT_ANSWER = [
  'HTTP/1.1 408 Request Timeout',
  'Connection: close',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(TIMEOUT_BODY)}`,
  '',
  TIMEOUT_BODY,
].join('\r\n')

/** Responds instead of the handler, which still waits for the body, and aborts the body. */
const endRequest = ({ request, reply }: ArrivingBody): void => {
  const { raw } = request
  request.log.warn('ended a request whose body arrived too slowly')
  if (reply.raw.headersSent) raw.destroy()
  else raw.socket.write(TIMEOUT_ANSWER, () => raw.destroy())
}

/** Received but unread bytes are our own delay and do not count. */
const isTooSlow = (body: ArrivingBody, limits: TrafficLimits, now: number): boolean => {
  const { request, window } = body
  if (!body.isUpload) return now - body.startedAt > limits.requestTimeoutMs
  if (now - body.startedAt > limits.uploadTimeoutMs) return true
  const hasUnread = request.raw.readableLength > 0
  if (!hasUnread && now - window.startedAt < limits.uploadWindowMs) return false
  const { bytesRead } = request.raw.socket
  const seconds = (now - window.startedAt) / 1000
  const isSlow = !hasUnread && bytesRead - window.bytesBefore < seconds * limits.uploadBytesPerSecond
  body.window = { startedAt: now, bytesBefore: bytesRead }
  return isSlow
}

export const endSlowRequests = (app: FastifyInstance, limits: TrafficLimits): void => {
  const arriving = new Set<ArrivingBody>()
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (!raw.complete && (raw.headers['content-length'] ?? raw.headers['transfer-encoding']) !== undefined) {
      const now = performance.now()
      arriving.add({
        request,
        reply,
        isUpload: raw.headers['content-type']?.startsWith('multipart/') ?? false,
        startedAt: now,
        window: { startedAt: now, bytesBefore: raw.socket.bytesRead },
      })
    }
    done()
  })
  const check = () => {
    const now = performance.now()
    for (const body of arriving) {
      const { raw } = body.request
      const isOver = raw.complete || raw.destroyed
      if (!isOver && !isTooSlow(body, limits, now)) continue
      arriving.delete(body)
      if (!isOver) endRequest(body)
    }
  }
  const timer = setInterval(check, Math.min(CHECK_INTERVAL_MS, limits.requestTimeoutMs / 4)).unref()
  app.addHook('onClose', (_, done) => {
    clearInterval(timer)
    done()
  })
}
