import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'

export interface ReceivedSmsRequest {
  method: string
  path: string
  headers: http.IncomingHttpHeaders
  body: string
}

type Mishap = 'none' | 'hang' | 'reset' | 'lost-answer' | 'endless'

/** An in-process SMS gateway. It responds with `status` and `answer`, unless a mishap is set. */
export const startSmsServer = async ({ tls }: { tls?: { key: string; cert: string } } = {}) => {
  const received: ReceivedSmsRequest[] = []
  const state = {
    status: 200,
    answer: '{"status":"accepted"}',
    headers: {} as Record<string, string>,
    mishap: 'none' as Mishap,
    beforeAnswer: undefined as ((body: string) => Promise<void>) | undefined,
  }
  const respond = (request: http.IncomingMessage, response: http.ServerResponse, body: string) => {
    const { method = '', url: path = '', headers } = request
    received.push({ method, path, headers, body })
    if (state.mishap === 'hang') return
    if (state.mishap === 'reset')
      return void (tls ? request.socket.destroy() : request.socket.resetAndDestroy())
    if (state.mishap === 'lost-answer') return void request.socket.end('HTTP/1.1 2')
    response.writeHead(state.status, { 'content-type': 'application/json', ...state.headers })
    if (state.mishap === 'endless') return void response.write(state.answer)
    response.end(state.answer)
  }
  const listener: http.RequestListener = (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      void Promise.resolve(state.beforeAnswer?.(body)).then(() => respond(request, response, body))
    })
    // Tests break connections on purpose.
    request.on('error', () => {})
  }
  const server = tls ? https.createServer(tls, listener) : http.createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://localhost:${port}/messages`,
    received,
    state,
    messagesTo: (to: string) =>
      received
        .map(({ body }) => JSON.parse(body) as Record<string, string>)
        .filter((message) => message.to === to),
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
export type SmsServer = Awaited<ReturnType<typeof startSmsServer>>
