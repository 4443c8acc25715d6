import { API_BASE } from '@zelab/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Replica } from '../platform/database/replica.ts'

const COOKIE = 'last-write'
/** A replica that is further behind is not in use. */
const REMEMBERED_SECONDS = 10

/** WAL position from a cookie. It needs no signature: a forged value only affects the caller's own lists. */
export const lastWriteOf = (request: FastifyRequest): string | undefined => request.cookies[COOKIE]

const hasWritten = (request: FastifyRequest, reply: FastifyReply) =>
  request.caller !== null &&
  request.method !== 'GET' &&
  request.method !== 'HEAD' &&
  reply.statusCode >= 200 &&
  reply.statusCode < 300 &&
  !request.routeOptions.config.changesNothing

/** Shows callers their own writes in lists, regardless of the process and database that respond. */
export const rememberLastWrites = (
  app: FastifyInstance,
  { replica, isHttps }: { replica: Replica; isHttps: boolean },
): void => {
  app.addHook('onSend', async (request, reply) => {
    if (!hasWritten(request, reply)) return
    reply.setCookie(COOKIE, await replica.positionOfPrimary(), {
      path: API_BASE,
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps,
      maxAge: REMEMBERED_SECONDS,
    })
  })
}
