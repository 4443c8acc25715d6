import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { closeIdleConnections } from './connection-closing.ts'

const startServer = async (finishWithinMs?: number) => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  closeIdleConnections(app, finishWithinMs)
  let hasArrived = () => {}
  const arrived = new Promise<void>((resolve) => (hasArrived = resolve))
  app.get('/slow', async () => {
    hasArrived()
    await sleep(500)
    return 'done'
  })
  app.get('/endless', () => {
    hasArrived()
    return new Promise(() => {})
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { app, port, arrived }
}

const opened: { destroy(): void }[] = []
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy()
})

const open = async (port: number) => {
  const socket = connect(port, '127.0.0.1')
  opened.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

describe('a service that shuts down', () => {
  it('closes preopened connections without waiting', async () => {
    const { app, port } = await startServer()
    await open(port)
    await app.close()
  })

  it('finishes running requests, then closes the connection', async () => {
    const { app, port, arrived } = await startServer()
    const answer = fetch(`http://127.0.0.1:${port}/slow`)
    await arrived
    await app.close()
    expect(await (await answer).text()).toBe('done')
  })

  it('ends a request that never finishes', async () => {
    const { app, port, arrived } = await startServer(300)
    const answer = fetch(`http://127.0.0.1:${port}/endless`)
    const failure = expect(answer).rejects.toThrow()
    await arrived
    await app.close()
    await failure
  })
})
