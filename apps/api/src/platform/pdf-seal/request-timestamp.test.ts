import { writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestAuthority, SEAL_PASSWORD, type TestAuthority } from '../../testing/seal-keys.ts'
import { createSealablePdf, readSeal, verifyWithOpenssl } from '../../testing/sealed-pdf.ts'
import { startTsa } from '../../testing/tsa-server.ts'
import { TimestampError } from './seal-error.ts'
import { loadSealKey, type SealKey } from './seal-key.ts'
import { sealPdf } from './seal-pdf.ts'

const SIGNATURE_TIMESTAMP = '1.2.840.113549.1.9.16.2.14'
const MB = 1024 * 1024
/** After the start of the certificates' validity, which are issued while the tests run. */
const at = new Date(Date.now() + 60_000)

let authority: TestAuthority
let tsa: Awaited<ReturnType<typeof startTsa>>
let key: SealKey

beforeAll(async () => {
  authority = createTestAuthority()
  authority.issue('lab', 'RSA 2048')
  const loaded = await loadSealKey({ p12: authority.p12('lab'), password: SEAL_PASSWORD, at })
  if ('problem' in loaded) throw new Error(loaded.problem)
  key = loaded.key
  tsa = await startTsa(authority)
  tsa.issue('rsa-tsa', 'RSA 2048')
})
afterEach(() => {
  tsa.state.respond = tsa.answer
  tsa.state.queries.length = 0
})
afterAll(async () => {
  await tsa.stop()
  authority.remove()
})

const seal = async (timeoutMs?: number, url = tsa.url) =>
  sealPdf(await createSealablePdf(), key, {
    at,
    tsa: { url, ...(timeoutMs !== undefined && { timeoutMs }) },
  })

const altered = (query: Buffer, start: number[]) => {
  const copy = Buffer.from(query)
  const place = copy.indexOf(Buffer.from(start)) + start.length + 3
  copy[place] = (copy[place] ?? 0) ^ 1
  return copy
}
const IMPRINT = [0x04, 0x20]
const NONCE = [0x02, 0x10]

describe('the signature with a timestamp authority', () => {
  it.each(['tsa', 'rsa-tsa'])(
    'carries a timestamp of the key %s that OpenSSL verifies [STAMP-36]',
    async (name) => {
      let reply: Buffer = Buffer.alloc(0)
      tsa.state.respond = (query, response) => {
        reply = tsa.stamp(query, name)
        response.end(reply)
      }
      const sealed = await seal()
      verifyWithOpenssl(authority, sealed)
      const { signer } = readSeal(sealed)
      const [attribute, ...others] = signer?.unsignedAttrs?.attributes ?? []
      expect(others).toEqual([])
      expect(attribute?.type).toBe(SIGNATURE_TIMESTAMP)
      // The library declares attribute values as any.
      const token = attribute?.values[0] as { toBER(): ArrayBuffer }
      const bytes = Buffer.from(token.toBER())
      expect(bytes.equals(reply.subarray(reply.length - bytes.length))).toBe(true)
      writeFileSync(authority.file('token.der'), bytes)
      writeFileSync(
        authority.file('signature.bin'),
        Buffer.from(signer?.signature.valueBlock.valueHexView ?? []),
      )
      const said = authority.openssl(
        ...['ts', '-verify', '-token_in', '-in', 'token.der', '-data', 'signature.bin', '-CAfile', 'ca.pem'],
      )
      expect(said).toContain('Verification: OK')
      const [query] = tsa.state.queries
      expect(query && authority.openssl('ts', '-query', '-in', 'query.tsq', '-text')).toMatch(
        /Hash Algorithm: sha256[^]*Nonce: 0x[0-9A-F]{32}\n[^]*Certificate required: yes/,
      )
    },
  )

  it('comes with another nonce in each request [STAMP-36]', async () => {
    await seal()
    await seal()
    const nonces = tsa.state.queries.map((query) =>
      query.subarray(query.indexOf(Buffer.from(NONCE))).toString('hex'),
    )
    expect(new Set(nonces).size).toBe(2)
  })
})

const end =
  (body: Buffer | string, status = 200, headers = {}) =>
  (_query: Buffer, response: ServerResponse) =>
    void response.writeHead(status, headers).end(body)

describe('a document is not sealed', () => {
  it.each([
    ['answers 500', () => end('Internal error', 500), 'answered 500'],
    ['answers a web page', () => end('<html>Sign in</html>'), 'is not a timestamp'],
    ['answers nothing', () => end(''), 'is not a timestamp'],
    ['redirects', () => end('', 302, { location: `${tsa.url}/other` }), 'cannot be reached'],
    [
      'stamps another imprint',
      () => (query: Buffer, response: ServerResponse) => response.end(tsa.stamp(altered(query, IMPRINT))),
      'of another signature',
    ],
    [
      'answers another request',
      () => (query: Buffer, response: ServerResponse) => response.end(tsa.stamp(altered(query, NONCE))),
      'of another request',
    ],
    [
      'answers with a broken signature',
      () => (query: Buffer, response: ServerResponse) => {
        const reply = tsa.stamp(query)
        reply[reply.length - 1] = (reply.at(-1) ?? 0) ^ 1
        response.end(reply)
      },
      'no valid signature',
    ],
    [
      'refuses',
      () => (query: Buffer, response: ServerResponse) => {
        // SHA-224 instead of SHA-256, which the authority rejects.
        const sha256 = Buffer.from('0609608648016503040201', 'hex')
        const other = Buffer.from(query)
        other[query.indexOf(sha256) + sha256.length - 1] = 4
        response.end(tsa.stamp(other))
      },
      'refused with status 2',
    ],
  ])('when the authority %s [STAMP-37]', async (_case, respond, message) => {
    tsa.state.respond = respond()
    const error: unknown = await seal().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(TimestampError)
    expect((error as Error).message).toContain(message)
    expect(tsa.state.queries).toHaveLength(1)
  })

  it('when the authority cannot be reached [STAMP-37]', async () => {
    await expect(seal(undefined, 'http://127.0.0.1:1/')).rejects.toThrow(TimestampError)
  })

  it.each([
    ['does not answer', (_query: Buffer, _response: ServerResponse) => {}],
    ['does not end its answer', (_query: Buffer, response: ServerResponse) => void response.write('0')],
  ])('when the authority %s in time [STAMP-37]', async (_case, respond) => {
    tsa.state.respond = respond
    const started = Date.now()
    await expect(seal(300)).rejects.toThrow(TimestampError)
    expect(Date.now() - started).toBeLessThan(5000)
  })

  it('when the answer is too long, which is not read to its end [STAMP-37]', async () => {
    let sentBytes = 0
    const whenClosed = new Promise<void>((resolve) => {
      tsa.state.respond = (_query, response) => {
        const part = Buffer.alloc(64 * 1024, 0x30)
        const send = () => {
          while (sentBytes < 50 * MB && !response.destroyed) {
            sentBytes += part.length
            if (!response.write(part)) return void response.once('drain', send)
          }
          response.end()
        }
        response.once('close', resolve)
        send()
      }
    })
    await expect(seal()).rejects.toThrow('is too long')
    await whenClosed
    expect(sentBytes).toBeLessThan(20 * MB)
  })
})
