import type { FastifyInstance } from 'fastify'

/**
 * One line a request: the route's pattern and no values, so that no id, name or search text gets into a log
 * (AMB-90). The request id goes back to the client, to be named when something went wrong.
 */
export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
}
