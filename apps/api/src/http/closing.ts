import type { FastifyInstance } from 'fastify'

const LOOK_AGAIN_MS = 100

/**
 * Lets requests under way finish when the service stops, and closes each connection as soon as nothing runs on it:
 * one that was busy at first would otherwise be kept open for as long as clients may reuse it.
 */
export const closeConnectionsInTime = (app: FastifyInstance): void => {
  app.addHook('preClose', async () => {
    const timer = setInterval(() => app.server.closeIdleConnections(), LOOK_AGAIN_MS)
    app.server.once('close', () => clearInterval(timer))
  })
}
