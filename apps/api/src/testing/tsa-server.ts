import { readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { KeyKind, TestAuthority } from './seal-keys.ts'

const TSA_CONFIG = `[tsa]
default_tsa = test_tsa
[test_tsa]
serial = tsa.serial
default_policy = 1.2.3.4.1
digests = sha256
signer_digest = sha512
ess_cert_id_alg = sha256
`

type Respond = (query: Buffer, response: http.ServerResponse) => void

/** An in-process timestamp authority based on `openssl ts`. */
export const startTsa = async (authority: TestAuthority) => {
  const issue = (name: string, kind: KeyKind) =>
    authority.issue(name, kind, '/CN=Test TSA', ['extendedKeyUsage=critical,timeStamping'])
  issue('tsa', 'ECDSA P-384')
  writeFileSync(authority.file('tsa.cnf'), TSA_CONFIG)
  writeFileSync(authority.file('tsa.serial'), '01')

  const stamp = (query: Buffer, name = 'tsa'): Buffer => {
    writeFileSync(authority.file('query.tsq'), query)
    authority.openssl(
      ...['ts', '-reply', '-queryfile', 'query.tsq', '-signer', `${name}.pem`, '-inkey', `${name}.key`],
      ...['-config', 'tsa.cnf', '-chain', 'ca.pem', '-out', 'reply.tsr'],
    )
    return readFileSync(authority.file('reply.tsr'))
  }
  const answer: Respond = (query, response) => response.end(stamp(query))
  const state = { respond: answer, queries: [] as Buffer[] }

  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const query = Buffer.concat(parts)
      state.queries.push(query)
      state.respond(query, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/tsr`,
    state,
    issue,
    stamp,
    answer,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
