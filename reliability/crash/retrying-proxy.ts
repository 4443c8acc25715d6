import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { WAIT_MS } from '../../test-limits.ts'

interface Passed {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

const PAUSE_MS = 50

const wholeOf = async (stream: IncomingMessage) => Buffer.concat((await stream.toArray()) as Buffer[])

const pass = (target: string, incoming: IncomingMessage, body: Buffer): Promise<Passed> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(target)
    const outgoing = request(
      {
        hostname,
        port,
        method: incoming.method,
        path: incoming.url,
        agent: false,
        headers: { ...incoming.headers, connection: 'close', 'content-length': body.length },
      },
      (answer) => {
        wholeOf(answer).then((content) => {
          // A truncated response does not count.
          if (!answer.complete) return reject(new Error('cut off'))
          resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: content })
        }, reject)
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })

const wasNeverHandedOver = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'

/** Retries unaccepted requests, and accepted ones only if they are reads or have an Idempotency-Key. */
export const startRetryingProxy = async (targets: string[]) => {
  let turn = 0
  let repeated = 0
  const server = createServer((incoming, outgoing) => {
    const answer = async () => {
      const body = await wholeOf(incoming)
      const mayRepeat =
        incoming.method === 'GET' || incoming.method === 'HEAD' || 'idempotency-key' in incoming.headers
      const deadline = Date.now() + WAIT_MS / 2
      for (;;) {
        const target = targets[turn++ % targets.length] ?? ''
        try {
          return await pass(target, incoming, body)
        } catch (error) {
          if (!(mayRepeat || wasNeverHandedOver(error)) || Date.now() > deadline) throw error
          repeated += 1
          await sleep(PAUSE_MS)
        }
      }
    }
    answer().then(
      ({ status, headers, body }) => {
        outgoing.writeHead(status, { ...headers, connection: 'keep-alive', 'content-length': body.length })
        outgoing.end(incoming.method === 'HEAD' ? undefined : body)
      },
      () => outgoing.writeHead(502).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    repeated: () => repeated,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
