import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AppError } from '../core/app-error.ts'
import { createFairQueue, QueueFullError, type FairQueue } from '../platform/fair-queue.ts'
import { networkOf } from '../platform/network-of.ts'

/** Concurrent requests without a session, per network: one network delays no other. */
const ANONYMOUS = { atOnce: Infinity, perOwner: 4, mostWaiting: 10_000, mostWaitingPerOwner: 200 }
const RETRY_SECONDS = 2

const queuesByServer = new WeakMap<object, FairQueue<string>>()

const queueOf = ({ server }: FastifyRequest): FairQueue<string> => {
  const known = queuesByServer.get(server.server)
  if (known) return known
  const queue = createFairQueue<string>(ANONYMOUS)
  queuesByServer.set(server.server, queue)
  return queue
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Lets the anonymous requests of a network wait for each other. */
export const limitByNetwork =
  (handler: Handler): Handler =>
  (request, reply) =>
    queueOf(request)
      .run(networkOf(request.ip), () => {
        if (reply.raw.destroyed) throw new AppError('INVALID', 'UNREADABLE_REQUEST')
        return handler(request, reply)
      })
      .catch((error: Error) => {
        throw error instanceof QueueFullError
          ? new AppError('THROTTLED', 'TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_SECONDS })
          : error
      })

const limited = new WeakSet<object>()

/** For a hook that adds the limit to every route of a scope. */
export const limitRoute = (route: RouteOptions): void => {
  const { handler } = route
  // The HEAD route of a GET route has its handler: a request that takes two places could wait for itself.
  if (limited.has(handler)) return
  route.handler = limitByNetwork(async (request, reply) => handler.call(request.server, request, reply))
  limited.add(route.handler)
}
