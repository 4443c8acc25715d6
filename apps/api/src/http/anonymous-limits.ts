import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AppError } from '../core/app-error.ts'
import { createFairQueue, QueueFullError, type FairQueue } from '../platform/fair-queue.ts'
import { networkOf } from '../platform/network-of.ts'

/** Concurrent requests without a session, per network: one network delays no other. */
const ANONYMOUS = { atOnce: Infinity, perOwner: 4, mostWaiting: 10_000, mostWaitingPerOwner: 200 }
const RETRY_SECONDS = 2

/** Those of signed-in people of the network wait among them. */
const COOKIES = { ...ANONYMOUS, mostWaitingPerOwner: 2_000 }

/** The queues of requests, and of look-ups of cookies, which come before them. */
const createQueues = () => ({
  requests: createFairQueue<string>(ANONYMOUS),
  cookies: createFairQueue<string>(COOKIES),
})
const queuesByServer = new WeakMap<object, Record<'requests' | 'cookies', FairQueue<string>>>()

const queuesOf = ({ server }: FastifyRequest) => {
  const queues = queuesByServer.get(server.server) ?? createQueues()
  queuesByServer.set(server.server, queues)
  return queues
}

const inTurn = <Result>(
  queue: FairQueue<string>,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> =>
  queue.run(networkOf(request.ip), work).catch((error: Error) => {
    throw error instanceof QueueFullError
      ? new AppError('THROTTLED', 'TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_SECONDS })
      : error
  })

/** Runs a look-up of a cookie that may be invented: those of a network wait for each other. */
export const lookUpInTurn = <Result>(request: FastifyRequest, find: () => Promise<Result>): Promise<Result> =>
  inTurn(queuesOf(request).cookies, request, find)

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Lets the anonymous requests of a network wait for each other. */
export const limitByNetwork =
  (handler: Handler): Handler =>
  (request, reply) =>
    inTurn(queuesOf(request).requests, request, () => {
      if (reply.raw.destroyed) throw new AppError('INVALID', 'UNREADABLE_REQUEST')
      return handler(request, reply)
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
