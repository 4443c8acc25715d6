import type { FastifyInstance } from 'fastify'

const SLOW_MS = 2_000

/** Logs the route pattern without values, so that no id, name or search text is logged (AMB-90). */
export const logRequests = (app: FastifyInstance, { isBehindProxy }: { isBehindProxy: boolean }): void => {
  let hasWarned = isBehindProxy
  app.addHook('onRequest', (request, _, done) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true
      request.log.warn(
        'X-Forwarded-For is ignored, so all users behind the proxy count as one address: set TRUST_PROXY',
      )
    }
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime)
    request.log[ms > SLOW_MS ? 'warn' : 'info'](
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms,
      },
      'request',
    )
    done()
  })
}
