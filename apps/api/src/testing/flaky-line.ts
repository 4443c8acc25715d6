import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** What happens to the bytes of one connection; the line's owner changes it while it is used. */
export interface Weather {
  /** A piece on its way to the server: what arrives there, nothing when undefined. */
  toServer?: ((piece: Buffer, line: Wire) => Buffer | undefined) | undefined
  /** A piece on its way to the client. */
  toClient?: ((piece: Buffer, line: Wire) => Buffer | undefined) | undefined
}

export interface Wire {
  /** How many bytes have been sent this way before this piece. */
  sent: number
  /** Breaks the connection on both sides at once, as a server that dies. */
  cut(): void
}

/** A line between a client and a server that can be made to lose, change or hold back bytes. */
export interface FlakyLine {
  origin: string
  weather: Weather
  /** Connections made so far. */
  count(): number
  /** Connections open now. */
  open(): number
  /** Breaks every connection. */
  cutAll(): void
  stop(): Promise<void>
}

/** Only connections of the network can be reset; a closed one has no address any more. */
const reset = (socket: Socket) => (socket.remoteAddress ? socket.resetAndDestroy() : socket.destroy())

/** @param target an address, or the path of a socket */
export const startFlakyLine = async (target: string): Promise<FlakyLine> => {
  const connectToTarget = () => {
    if (target.startsWith('/')) return connect(target)
    const { hostname, port } = new URL(target)
    return connect(Number(port), hostname)
  }
  const sockets = new Set<Socket>()
  const weather: Weather = {}
  let count = 0

  const carry = (from: Socket, to: Socket, direction: keyof Weather) => {
    let sent = 0
    const cut = () => {
      reset(from)
      reset(to)
    }
    from.on('data', (piece: Buffer) => {
      const change = weather[direction]
      const arriving = change ? change(piece, { sent, cut }) : piece
      sent += piece.length
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
    weather,
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
