import type { FastifyInstance } from 'fastify'

/**
 * One line a request: the route's pattern and no values, so that no id, name or search text gets into a log
 * (AMB-90). The request id goes back to the client, to be named when something went wrong.
 */
export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
    done()
  })
}
