import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface ChunkTransforms {
  /** Undefined drops the chunk. */
  toServer?: ((chunk: Buffer, connection: ProxiedConnection) => Buffer | undefined) | undefined
  toClient?: ((chunk: Buffer, connection: ProxiedConnection) => Buffer | undefined) | undefined
}

export interface ProxiedConnection {
  sent: number
  cut(): void
}

export interface FlakyProxy {
  origin: string
  transforms: ChunkTransforms
  count(): number
  open(): number
  cutAll(): void
  stop(): Promise<void>
}

/** Only network connections can be reset; a closed one has no address. */
const reset = (socket: Socket) => (socket.remoteAddress ? socket.resetAndDestroy() : socket.destroy())

/** @param target an address, or the path of a socket */
export const startFlakyProxy = async (target: string): Promise<FlakyProxy> => {
  const connectToTarget = () => {
    if (target.startsWith('/')) return connect(target)
    const { hostname, port } = new URL(target)
    return connect(Number(port), hostname)
  }
  const sockets = new Set<Socket>()
  const transforms: ChunkTransforms = {}
  let count = 0

  const carry = (from: Socket, to: Socket, direction: keyof ChunkTransforms) => {
    let sent = 0
    const cut = () => {
      reset(from)
      reset(to)
    }
    from.on('data', (chunk: Buffer) => {
      const change = transforms[direction]
      const arriving = change ? change(chunk, { sent, cut }) : chunk
      sent += chunk.length
      if (arriving && !to.destroyed) to.write(arriving)
    })
    from.on('end', () => to.end())
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
  }

  const server = createServer((client) => {
    count++
    const upstream = connectToTarget()
    sockets.add(client)
    client.on('close', () => sockets.delete(client))
    carry(client, upstream, 'toServer')
    carry(upstream, client, 'toClient')
  })
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    transforms,
    count: () => count,
    open: () => sockets.size,
    cutAll,
    stop: () =>
      new Promise((resolve) => {
        cutAll()
        server.close(() => resolve())
      }),
  }
}
