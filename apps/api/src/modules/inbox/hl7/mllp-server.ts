import { constants, createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import type { Logger } from 'pino'
import type { Context, Clock } from '../../../core/context.ts'
import { networkOf } from '../../../platform/network-of.ts'
import type { Hl7Messages, Hl7Peer } from './hl7-messages.service.ts'
import { serveMllpConnection, type MllpLimits } from './mllp-connection.ts'
import { createReceiveBudget } from '../../../platform/hl7/receive-budget.ts'

const LINES_PER_MINUTE = 20
const MINUTE_MS = 60_000

/** At most 20 lines a minute, then the number of omitted ones, because attackers can open any number of connections. */
const createProblemLog = (logger: Pick<Logger, 'warn'>, clock: Clock) => {
  let minute = 0
  let lines = 0
  let leftOut = 0

  return (details: Record<string, unknown>, text: string): void => {
    const now = Math.floor(clock.now().getTime() / MINUTE_MS)
    if (now !== minute) {
      minute = now
      lines = 0
    }
    if (lines >= LINES_PER_MINUTE) {
      leftOut += 1
      return
    }
    lines += 1
    logger.warn({ ...details, ...(leftOut > 0 && { leftOut }) }, text)
    leftOut = 0
  }
}

const MIB = 1024 * 1024
const SECOND = 1000
const MINUTE = 60 * SECOND

export interface MllpServerLimits extends MllpLimits {
  connections: number
  connectionsPerSource: number
  handshakesPerNetwork: number
  handshakes: number
  handshakeMs: number
  bufferedBytes: number
  stopMs: number
}

export const MLLP_LIMITS: MllpServerLimits = {
  connections: 50,
  connectionsPerSource: 8,
  handshakesPerNetwork: 16,
  handshakes: 50,
  handshakeMs: 15 * SECOND,
  maxMessageBytes: 32 * MIB,
  bufferedBytes: 128 * MIB,
  idleMs: 10 * MINUTE,
  stalledMs: MINUTE,
  messageMs: 10 * MINUTE,
  lingerMs: 2 * SECOND,
  stopMs: 30 * SECOND,
}

export interface MllpServerSettings {
  port: number
  host: string
  certFile: string
  keyFile: string
  clientCaFile: string
}

const fingerprintOf = (socket: TLSSocket): string | undefined => {
  // Undefined after the peer has closed the connection, although the types disagree.
  const { raw } = socket.getPeerCertificate() as { raw?: Buffer }
  return raw && createHash('sha256').update(raw).digest('hex')
}

const codeOf = (error: Error) => (error as NodeJS.ErrnoException).code ?? error.name

/** Accepts senders whose client certificate belongs to a source. */
export const createMllpServer = ({
  settings,
  messages,
  logger,
  clock,
  limits = MLLP_LIMITS,
}: Pick<Context, 'clock'> & {
  settings: MllpServerSettings
  messages: Hl7Messages
  logger: Pick<Logger, 'warn' | 'info'>
  limits?: MllpServerLimits
}) => {
  const log = createProblemLog(logger, clock)
  const budget = createReceiveBudget(limits.bufferedBytes)
  const sockets = new Set<Socket>()
  const senders = new Set<{ drain(): void }>()
  const perSource = new Map<number, number>()
  const handshakes = new Map<Socket, string>()
  let established = 0
  let isStopping = false

  const server = createServer({
    cert: readFileSync(settings.certFile),
    key: readFileSync(settings.keyFile),
    ca: readFileSync(settings.clientCaFile),
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    handshakeTimeout: limits.handshakeMs,
    // A resumed session would skip certificate verification.
    secureOptions: constants.SSL_OP_NO_TICKET,
  })

  /** The oldest connection of the network over its limit, else of the network with the most connections. */
  const oldestToEvict = (network: string): Socket | undefined => {
    const counts = new Map<string, number>()
    for (const one of handshakes.values()) counts.set(one, (counts.get(one) ?? 0) + 1)
    const isNetworkFull = (counts.get(network) ?? 0) > limits.handshakesPerNetwork
    if (!isNetworkFull && handshakes.size <= limits.handshakes) return undefined
    const most = isNetworkFull ? network : [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
    for (const [socket, one] of handshakes) if (one === most) return socket
    return undefined
  }

  // Anonymous connections must not use up the slots of real senders.
  server.prependListener('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    handshakes.set(socket, network)
    sockets.add(socket)
    socket.once('close', () => {
      handshakes.delete(socket)
      sockets.delete(socket)
    })
    const evicted = oldestToEvict(network)
    if (!evicted) return
    const details = { network: handshakes.get(evicted) }
    log(details, 'an HL7 connection was closed: too many without a certificate')
    handshakes.delete(evicted)
    evicted.destroy()
  })

  server.on('tlsClientError', (error, socket) => {
    log({ address: socket.remoteAddress, code: codeOf(error) }, 'an HL7 connection was closed: no TLS')
    socket.destroy()
  })

  const countSource = (socket: Socket, sourceId: number) => {
    const count = (perSource.get(sourceId) ?? 0) + 1
    if (count > limits.connectionsPerSource) return false
    perSource.set(sourceId, count)
    socket.once('close', () => {
      const others = (perSource.get(sourceId) ?? 1) - 1
      if (others > 0) perSource.set(sourceId, others)
      else perSource.delete(sourceId)
    })
    return true
  }

  const refuse = (socket: Socket, details: Record<string, unknown>, reason: string) => {
    log({ address: socket.remoteAddress, ...details }, `an HL7 connection was closed: ${reason}`)
    socket.destroy()
  }

  const serve = (socket: TLSSocket, peer: Hl7Peer, sourceId: number) => {
    const sender = serveMllpConnection(socket, {
      limits,
      budget,
      handler: {
        answer: (message) => messages.answer(peer, message),
        refuseLong: (beginning, maxBytes) => messages.refuseLong(beginning, maxBytes),
        onProblem: (reason) =>
          log({ address: peer.address, sourceId }, `an HL7 connection was closed: ${reason}`),
      },
    })
    senders.add(sender)
    socket.once('close', () => senders.delete(sender))
  }

  const accept = async (socket: TLSSocket) => {
    const certificate = fingerprintOf(socket)
    const address = socket.remoteAddress
    if (isStopping || certificate === undefined || address === undefined) {
      socket.destroy()
      return
    }
    if (established > limits.connections) {
      refuse(socket, { certificate }, 'too many connections')
      return
    }
    // Nothing is received yet, so shutdown need not wait for the database.
    const unidentified = { drain: () => void socket.destroy() }
    senders.add(unidentified)
    const source = await messages
      .findSource({ certificate, address })
      .finally(() => senders.delete(unidentified))
    if (socket.destroyed) return
    if (!source) refuse(socket, { certificate }, 'no source has this certificate and address')
    else if (!countSource(socket, source.id))
      refuse(socket, { sourceId: source.id }, 'too many connections of its source')
    else serve(socket, { certificate, address }, source.id)
  }

  server.on('secureConnection', (socket) => {
    established += 1
    socket.once('close', () => {
      established -= 1
    })
    // The `close` event follows.
    socket.on('error', () => {})
    socket.setKeepAlive(true, limits.stalledMs)
    socket.setNoDelay(true)
    for (const waiting of handshakes.keys())
      if (waiting.remotePort === socket.remotePort && waiting.remoteAddress === socket.remoteAddress)
        handshakes.delete(waiting)
    accept(socket).catch((error: unknown) => refuse(socket, { err: error }, 'its source could not be read'))
  })

  return {
    /** @returns the port, for tests that listen on port 0 */
    async start(): Promise<number> {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(settings.port, settings.host, () => {
          server.off('error', reject)
          server.on('error', (error) => log({ err: error }, 'the HL7 server failed'))
          resolve()
        })
      })
      return (server.address() as AddressInfo).port
    },

    bufferedBytes: budget.total,

    async stop(): Promise<void> {
      isStopping = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const sender of senders) sender.drain()
      for (const socket of handshakes.keys()) socket.destroy()
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, limits.stopMs)
      await closed
      clearTimeout(timer)
    },
  }
}

export type MllpServer = ReturnType<typeof createMllpServer>
