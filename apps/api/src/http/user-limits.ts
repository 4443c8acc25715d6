import type { Endpoint } from '@zelab/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createFairQueue, type FairQueue } from '../platform/fair-queue.ts'
import { AppError } from '../core/app-error.ts'
import { asRefusal, limitByNetwork } from './anonymous-limits.ts'

/** Concurrent reads per user or client, across sessions. A page sends at most six. */
const READS = { atOnce: Infinity, perOwner: 4, mostWaiting: 10_000, mostWaitingPerOwner: 100 }
/** Below the size of the smallest pool: writes that wait for each other must leave connections for other users. */
const WRITES = { ...READS, perOwner: 2 }
/** An export keeps its slot until its last byte is sent. */
const EXPORTS = { atOnce: Infinity, perOwner: 2, mostWaiting: 1_000, mostWaitingPerOwner: 10 }
/** The session is checked again if receiving or queueing the request took longer. */
const PROMPT_MS = 1_000

interface UserQueues {
  reads: FairQueue<number>
  writes: FairQueue<number>
  exports: FairQueue<number>
}

const queuesByServer = new WeakMap<object, UserQueues>()

const queuesOf = ({ server }: FastifyInstance): UserQueues => {
  const known = queuesByServer.get(server)
  if (known) return known
  const queues = {
    reads: createFairQueue<number>(READS),
    writes: createFairQueue<number>(WRITES),
    exports: createFairQueue<number>(EXPORTS),
  }
  queuesByServer.set(server, queues)
  return queues
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const ended = ({ raw }: FastifyReply) =>
  new Promise<void>((resolve) => {
    if (raw.closed || raw.writableFinished) resolve()
    else raw.once('close', resolve)
  })

/** Clients are counted by their connection. */
const ownerOf = ({ caller, client }: FastifyRequest): number | undefined =>
  caller?.user.id ?? (client ? -client.id : undefined)

/** Downloads are not counted; uploads have separate queues. */
export const limitByUser = (app: FastifyInstance, endpoint: Endpoint, handler: Handler): Handler => {
  const isRead = endpoint.method === 'GET' || endpoint.changesNothing === true
  const isExport = endpoint.file === 'export'
  // Sign-ins and emails have their own limits.
  if (endpoint.access === 'anyone')
    return endpoint.rateLimit === 'none-needed' && isRead ? limitByNetwork(handler) : handler
  if (endpoint.file === 'stored' || endpoint.filePart) return handler
  const { reads, writes, exports } = queuesOf(app)
  const queue = isRead ? reads : writes

  // In the meantime, the client may have disconnected or the session ended.
  const expectClient = async (request: FastifyRequest, { raw, elapsedTime }: FastifyReply) => {
    if (raw.destroyed) throw new AppError('INVALID', 'UNREADABLE_REQUEST')
    if (elapsedTime > PROMPT_MS && request.caller) await request.expectSession()
  }
  if (!isExport)
    return (request, reply) => {
      const owner = ownerOf(request)
      if (owner === undefined) return handler(request, reply)
      const work = async () => {
        await expectClient(request, reply)
        return handler(request, reply)
      }
      return queue.run(owner, work).catch((error: Error) => {
        throw asRefusal(error)
      })
    }
  // The slot is released when the response ends, not when the handler returns.
  return (request, reply) =>
    new Promise((resolve, reject) => {
      const work = async () => {
        await expectClient(request, reply)
        const answer = handler(request, reply)
        resolve(answer)
        await answer
        await ended(reply)
      }
      exports.run(request.caller?.user.id ?? 0, work).catch((error: Error) => reject(asRefusal(error)))
    })
}
