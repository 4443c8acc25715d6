import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const LOOK_AGAIN_MS = 100
/** Time for uploads and downloads under way; a client that takes longer has to ask again. */
const FINISH_WITHIN_MS = 30_000

/**
 * Lets requests under way finish when the service stops, and closes each connection as soon as nothing runs on it:
 * one that was busy at first would otherwise be kept open for as long as clients may reuse it. Browsers also open
 * connections ahead of any request; Node counts those as busy until their first request has come.
 */
export const closeIdleConnections = (app: FastifyInstance, finishWithinMs = FINISH_WITHIN_MS): void => {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    const closeUnused = () => {
      app.server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }
    const timer = setInterval(closeUnused, LOOK_AGAIN_MS)
    const end = setTimeout(() => app.server.closeAllConnections(), finishWithinMs)
    app.server.once('close', () => {
      clearInterval(timer)
      clearTimeout(end)
    })
  })
}
