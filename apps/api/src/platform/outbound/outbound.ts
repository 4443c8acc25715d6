import { lookup as lookUp } from 'node:dns/promises'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import tls from 'node:tls'
import { asOutboundError, OutboundError } from './outbound-error.ts'
import { createAddressCheck } from './public-addresses.ts'

const ANSWER_LIMIT_BYTES = 64 * 1024
const TIMEOUT_MS = 15_000

export type AddressRefusal = 'ADDRESS_UNKNOWN' | 'ADDRESS_NOT_ALLOWED'

interface ResolvedAddress {
  address: string
  family: number
}
export type Resolve = (host: string) => Promise<ResolvedAddress[]>

const resolveAll: Resolve = (host) => lookUp(host, { all: true })

export interface OutboundRequest {
  /** https only. */
  url: string
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
  /** Certificates (PEM) that are trusted instead of the public ones. */
  ca?: string | undefined
  /** For the whole exchange. */
  timeoutMs?: number
  /** Limit for the body of the answer; the rest is not read. */
  maxBytes?: number
  signal?: AbortSignal
}

export interface OutboundAnswer {
  status: number
  statusText: string
  /** With names in lower case; repeated headers are joined. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
  isTruncated: boolean
}

/** A certificate with its issuers, and its key (PEM). */
export interface TlsIdentity {
  cert: string
  key: string
}

export interface TlsTarget {
  host: string
  port: number
  ca: string
  /** The name in the certificate. */
  serverName: string
  identity?: TlsIdentity
  /** Until the handshake is complete. */
  timeoutMs?: number
  signal?: AbortSignal
}

/** Opens every address that a person has typed. */
export interface Outbound {
  /** For saving an address. @returns undefined if it may be opened now */
  checkAddress(host: string): Promise<AddressRefusal | undefined>
  /** Follows no redirect. Rejects with an `OutboundError`, or with the reason of the signal. */
  fetch(request: OutboundRequest): Promise<OutboundAnswer>
  connectTls(target: TlsTarget): Promise<tls.TLSSocket>
}

/** A name in brackets is an IPv6 address in a URL. */
const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1')

/** A deadline that also ends when the caller's signal does. `AbortSignal.any` may lose its timer to the collector. */
const createDeadline = (timeoutMs: number, signal: AbortSignal | undefined) => {
  const controller = new AbortController()
  const onAbort = () => controller.abort(signal?.reason)
  const timer = setTimeout(() => controller.abort(new OutboundError('TIMEOUT')), timeoutMs)
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  const ended = new Promise<never>((_, reject) =>
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error), {
      once: true,
    }),
  )
  ended.catch(() => {})
  return {
    signal: controller.signal,
    /** Leaves work that cannot be aborted. */
    within: async <Result>(work: Promise<Result>): Promise<Result> => {
      controller.signal.throwIfAborted()
      return await Promise.race([work, ended])
    },
    clear() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    },
  }
}
type Deadline = ReturnType<typeof createDeadline>

/** Answers with the checked addresses, so that the name is not resolved a second time. */
const pinTo =
  (addresses: readonly ResolvedAddress[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }

const headersOf = (answer: { headers: NodeJS.Dict<string | string[]> }) =>
  Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )

const request = (
  target: URL,
  addresses: readonly ResolvedAddress[],
  { method = 'GET', headers = {}, body, ca, maxBytes = ANSWER_LIMIT_BYTES }: OutboundRequest,
  { signal }: Deadline,
): Promise<OutboundAnswer> =>
  new Promise((resolve, reject) => {
    const content = body === undefined ? undefined : Buffer.from(body)
    const sent = https.request({
      host: withoutBrackets(target.hostname),
      port: target.port === '' ? 443 : Number(target.port),
      path: `${target.pathname}${target.search}`,
      method,
      headers: {
        host: target.host,
        ...headers,
        ...(content && { 'content-length': String(content.length) }),
      },
      agent: false,
      lookup: pinTo(addresses),
      // NODE_TLS_REJECT_UNAUTHORIZED must not turn it off.
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      ...(ca !== undefined && { ca }),
    })
    const end = () => sent.destroy(signal.reason as Error)
    signal.addEventListener('abort', end, { once: true })
    sent.on('error', reject)
    sent.once('close', () => {
      signal.removeEventListener('abort', end)
      reject(new OutboundError('CONNECTION'))
    })
    sent.once('response', (answer) => {
      const parts: Buffer[] = []
      let length = 0
      const finish = () => {
        const whole = Buffer.concat(parts)
        resolve({
          status: answer.statusCode ?? 0,
          statusText: answer.statusMessage ?? '',
          headers: headersOf(answer),
          body: whole.subarray(0, maxBytes),
          isTruncated: whole.length > maxBytes,
        })
        sent.destroy()
      }
      if (maxBytes === 0) return finish()
      answer.on('data', (part: Buffer) => {
        parts.push(part)
        length += part.length
        if (length > maxBytes) finish()
      })
      answer.once('end', finish)
      answer.once('error', reject)
      return undefined
    })
    sent.end(content)
  })

const openTls = (
  target: TlsTarget,
  addresses: readonly ResolvedAddress[],
  { signal }: Deadline,
): Promise<tls.TLSSocket> =>
  new Promise((resolve, reject) => {
    const { serverName } = target
    const socket = tls.connect({
      host: target.host,
      port: target.port,
      lookup: pinTo(addresses),
      ca: target.ca,
      ...target.identity,
      ...(isIP(serverName) === 0 && { servername: serverName }),
      checkServerIdentity: (_host, certificate) => tls.checkServerIdentity(serverName, certificate),
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
    })
    const end = () => socket.destroy(signal.reason as Error)
    const fail = (error: Error) => {
      signal.removeEventListener('abort', end)
      reject(error)
    }
    const onClose = () => fail(new OutboundError('CONNECTION'))
    signal.addEventListener('abort', end, { once: true })
    socket.once('error', fail)
    socket.once('close', onClose)
    socket.once('secureConnect', () => {
      signal.removeEventListener('abort', end)
      socket.off('close', onClose)
      socket.off('error', fail)
      resolve(socket)
    })
  })

/**
 * Every address is checked after the lookup, and only checked addresses are connected to.
 * @param networks addresses and networks that are not public and may be opened: `OUTBOUND_NETWORKS`
 * @param options.ca trusted by requests that name none, instead of the public authorities
 */
export const createOutbound = (
  networks: readonly string[],
  { resolve = resolveAll, ca }: { resolve?: Resolve; ca?: string | undefined } = {},
): Outbound => {
  const mayOpen = createAddressCheck(networks)

  const addressesOf = async (host: string, deadline: Deadline): Promise<ResolvedAddress[]> => {
    const found = await deadline.within(
      resolve(withoutBrackets(host)).catch((error: unknown) => {
        throw new OutboundError('ADDRESS_UNKNOWN', error)
      }),
    )
    const allowed = found.filter(({ address }) => mayOpen(address))
    if (allowed.length === 0) throw new OutboundError('ADDRESS_NOT_ALLOWED')
    return allowed
  }

  const withDeadline = async <Result>(
    { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal },
    work: (deadline: Deadline) => Promise<Result>,
  ): Promise<Result> => {
    const deadline = createDeadline(timeoutMs, signal)
    try {
      return await work(deadline)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      throw asOutboundError(error)
    } finally {
      deadline.clear()
    }
  }

  return {
    async checkAddress(host) {
      try {
        await withDeadline({}, (deadline) => addressesOf(host, deadline))
        return undefined
      } catch (error) {
        return (error as OutboundError).code === 'ADDRESS_NOT_ALLOWED'
          ? 'ADDRESS_NOT_ALLOWED'
          : 'ADDRESS_UNKNOWN'
      }
    },
    fetch: (sent) =>
      withDeadline(sent, async (deadline) => {
        const target = new URL(sent.url)
        if (target.protocol !== 'https:') throw new OutboundError('NOT_HTTPS')
        const addresses = await addressesOf(target.hostname, deadline)
        return request(target, addresses, { ...sent, ca: sent.ca ?? ca }, deadline)
      }),
    connectTls: (target) =>
      withDeadline(target, async (deadline) =>
        openTls(target, await addressesOf(target.host, deadline), deadline),
      ),
  }
}
