import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const LOOK_AGAIN_MS = 100
/** Time for uploads and downloads in progress; slower clients have to retry. */
const FINISH_WITHIN_MS = 30_000

/** Browsers preopen connections, which Node counts as busy until the first request. */
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
