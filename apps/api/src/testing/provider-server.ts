import type http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { LOCALHOST_TLS } from './localhost-certificate.ts'

export type ProviderPhase = 'discovery' | 'keys' | 'authorize' | 'token' | 'userinfo'
export type Mishap = (request: http.IncomingMessage, response: http.ServerResponse) => void

const PART = Buffer.alloc(16_384, ' ')
const JSON_HEADERS = { 'content-type': 'application/json' }

/** Instead of an answer. */
export const MISHAPS = {
  silent: () => {},
  broken: (_request, response) => response.writeHead(500, JSON_HEADERS).end('{"error":"server_error"}'),
  cut: (request) => request.socket.destroy(),
  text: (_request, response) => response.writeHead(200, JSON_HEADERS).end('<html>Sign in</html>'),
  endless(_request, response) {
    response.writeHead(200, JSON_HEADERS)
    const write = () => {
      while (!response.destroyed && response.write(PART));
    }
    response.on('drain', write)
    write()
  },
  dripping(_request, response) {
    response.writeHead(200, JSON_HEADERS)
    const timer = setInterval(() => response.write(' '), 100)
    response.once('close', () => clearInterval(timer))
  },
  redirected: (request, response) =>
    response.writeHead(302, { location: `https://${request.headers.host}/elsewhere` }).end(),
} satisfies Record<string, Mishap>

/** The HTTPS server of a provider at localhost: `LOCALHOST_TLS`. A test may set a mishap per phase. */
export const startProviderServer = async (phaseOf: (path: string) => ProviderPhase | undefined) => {
  const mishaps: Partial<Record<ProviderPhase, Mishap>> = {}
  const requests: { phase: ProviderPhase; url: URL }[] = []
  let handle: Mishap = (_request, response) => response.writeHead(404).end()
  const server = https.createServer(LOCALHOST_TLS, (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    const phase = phaseOf(url.pathname)
    if (phase) requests.push({ phase, url })
    const mishap = phase && mishaps[phase]
    if (mishap) mishap(request, response)
    else handle(request, response)
  })
  // Tests break connections on purpose.
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `https://localhost:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    mishaps,
    requests,
    countOf: (phase: ProviderPhase) => requests.filter((request) => request.phase === phase).length,
    handleWith(handler: Mishap) {
      handle = handler
    },
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** To register at a provider. */
export interface ProviderClient {
  clientId: string
  clientSecret: string | undefined
  keySet: { keys: object[] } | null
  redirectUri: string
  logoutUri: string
  /** By default the home page. */
  postLogoutUris?: string[]
}
