import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports of outgoing connections, one of which could take the port before a server listens on it, or again. */
const PORTS = { from: 20_000, to: 30_000 }

const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer().listen(port, '127.0.0.1')
  const isListening = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  probe.close()
  return isListening
}

/** A port of this machine for a server that a test starts. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(PORTS.from, PORTS.to)
  return (await isFree(port)) ? port : freePort()
}
