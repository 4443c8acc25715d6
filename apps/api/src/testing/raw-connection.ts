import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { WAIT_MS } from '../../../../test-limits.ts'

export interface RawAnswer {
  status: number
  headers: Map<string, string>
  body: string
}

export class RawConnection {
  readonly socket: Socket
  private received = Buffer.alloc(0)
  private isClosed = false

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (bytes) => (this.received = Buffer.concat([this.received, bytes])))
    socket.on('close', () => (this.isClosed = true))
    socket.on('end', () => (this.isClosed = true))
    // A reset also closes the connection.
    socket.on('error', () => (this.isClosed = true))
  }

  static async open(origin: string): Promise<RawConnection> {
    const { hostname, port } = new URL(origin)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    await once(socket, 'connect')
    return new RawConnection(socket)
  }

  get closed(): boolean {
    return this.isClosed
  }

  send(bytes: Buffer | string): void {
    if (!this.socket.destroyed) this.socket.write(bytes)
  }

  request(line: string, headers: Record<string, string | number>, body: Buffer | string = ''): void {
    const lines = Object.entries({ host: 'reports.test', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    this.send([`${line} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    if (body.length > 0) this.send(body)
  }

  /** Undefined when the connection closes without a response; throws on a timeout. */
  async answer(): Promise<RawAnswer | undefined> {
    const end = performance.now() + WAIT_MS
    while (performance.now() < end) {
      const found = this.take()
      if (found) return found
      if (this.isClosed) return undefined
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    throw new Error('Received neither an answer nor the end of the connection')
  }

  close(): void {
    this.socket.destroy()
  }

  private take(): RawAnswer | undefined {
    const end = this.received.indexOf('\r\n\r\n')
    if (end === -1) return undefined
    const [first = '', ...lines] = this.received.subarray(0, end).toString('latin1').split('\r\n')
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
      }),
    )
    const status = Number(first.split(' ')[1])
    const length = Number(headers.get('content-length') ?? 0)
    if (this.received.length < end + 4 + length) return undefined
    const body = this.received.subarray(end + 4, end + 4 + length).toString('utf8')
    this.received = this.received.subarray(end + 4 + length)
    return { status, headers, body }
  }
}
