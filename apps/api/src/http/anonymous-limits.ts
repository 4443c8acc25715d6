import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AppError } from '../core/app-error.ts'
import { createFairQueue, QueueFullError, type FairQueue } from '../platform/fair-queue.ts'
import { networkOf } from '../platform/network-of.ts'

/** Concurrent anonymous requests per network, so that one network does not delay others. */
const ANONYMOUS = { atOnce: Infinity, perOwner: 4, mostWaiting: 10_000, mostWaitingPerOwner: 200 }
const RETRY_SECONDS = 2

/** Unknown cookies that a network may send per minute before its look-ups are queued. */
const UNKNOWN_MAX = 20
const UNKNOWN_WITHIN_MS = 60_000
const NETWORKS_MAX = 10_000
/** Look-ups for signed-in users of the network wait in the same queue. */
const COOKIES = { ...ANONYMOUS, mostWaitingPerOwner: 2_000 }

const createQueues = () => ({
  requests: createFairQueue<string>(ANONYMOUS),
  cookies: createFairQueue<string>(COOKIES),
  unknown: new Map<string, { since: number; count: number }>(),
})
const queuesByServer = new WeakMap<object, ReturnType<typeof createQueues>>()

const queuesOf = ({ server }: FastifyRequest) => {
  const queues = queuesByServer.get(server.server) ?? createQueues()
  queuesByServer.set(server.server, queues)
  return queues
}

export const asRefusal = (error: Error): Error =>
  error instanceof QueueFullError
    ? new AppError('THROTTLED', 'TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_SECONDS })
    : error

const inTurn = <Result>(
  queue: FairQueue<string>,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> =>
  queue.run(networkOf(request.ip), work).catch((error: Error) => {
    throw asRefusal(error)
  })

/** Looks up a cookie. Look-ups of a network that sends many unknown cookies are queued. */
export const lookUpCookie = async <Result>(
  request: FastifyRequest,
  find: () => Promise<Result | null>,
): Promise<Result | null> => {
  const { cookies, unknown } = queuesOf(request)
  const network = networkOf(request.ip)
  const now = performance.now()
  const countOf = () => {
    const known = unknown.get(network)
    return known && now - known.since < UNKNOWN_WITHIN_MS ? known : { since: now, count: 0 }
  }
  const found = countOf().count < UNKNOWN_MAX ? await find() : await inTurn(cookies, request, find)
  if (found === null) {
    if (unknown.size >= NETWORKS_MAX) unknown.clear()
    const { since, count } = countOf()
    unknown.set(network, { since, count: count + 1 })
  }
  return found
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export const limitByNetwork =
  (handler: Handler): Handler =>
  (request, reply) =>
    inTurn(queuesOf(request).requests, request, () => {
      if (reply.raw.destroyed) throw new AppError('INVALID', 'UNREADABLE_REQUEST')
      return handler(request, reply)
    })

const limited = new WeakSet<object>()

export const limitRoute = (route: RouteOptions): void => {
  const { handler } = route
  // The HEAD route of a GET route shares its handler: a request with two slots could wait for itself.
  if (limited.has(handler)) return
  route.handler = limitByNetwork(async (request, reply) => handler.call(request.server, request, reply))
  limited.add(route.handler)
}
