import { AuthorizationResponseError, type CustomFetchOptions } from 'openid-client'
import { KeySetError } from '../../../platform/outbound/key-sets.ts'
import { OutboundError, UNKNOWN_AUTHORITY } from '../../../platform/outbound/outbound-error.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'

/** Total for all requests of a step. */
export const TIMEOUT_MS = 5_000
const MAX_BYTES = 64 * 1024

/** The codes of OAuth 2.0 and OpenID Connect that a person can bring back: no others are shown. */
const AUTHORIZATION_ERRORS: readonly string[] = [
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_request',
  'invalid_scope',
  'login_required',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_response_type',
]

/** The message is for the Admin. */
export class ProviderFailure extends Error {
  readonly code: 'PROVIDER_DOWN' | 'PROVIDER_REFUSED'
  /** The client is refused, not the issuer. */
  isOfClient = false
  /** The person's browser brought it, so that it says nothing about the provider. */
  isOfVisitor = false
  constructor(code: ProviderFailure['code'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ProviderFailure'
    this.code = code
  }
}

export const refusedClient = (message: string, cause?: unknown): ProviderFailure =>
  Object.assign(refused(message, cause), { isOfClient: true })

/**
 * Undefined for another error of a token endpoint. Some providers answer `unauthorized_client` to an unknown client or a
 * wrong secret.
 * @param method how the client proved itself
 */
export const clientRefusal = (answer: unknown, method?: string): string | undefined => {
  const refusal = `The provider does not accept the client ID with its secret or key${method ? ` (${method})` : ''}`
  if (answer === 'unauthorized_client') return `${refusal}, its redirect URI or the authorization code flow`
  return answer === 'invalid_client' ? refusal : undefined
}

/** Also of an answer that is no JSON, which is a cause of the error. */
export const isUnauthorized = (error: unknown): boolean => {
  const { status, cause } = error as { status?: unknown; cause?: unknown }
  return status === 401 || (typeof cause === 'object' && cause !== null && isUnauthorized(cause))
}

const downFor = (error: OutboundError, host?: string): ProviderFailure => {
  const { message } = error
  const hint =
    message === UNKNOWN_AUTHORITY ? '. Name a file with its certificate in NODE_EXTRA_CA_CERTS' : ''
  return new ProviderFailure('PROVIDER_DOWN', `${message}${host ? ` (${host})` : ''}${hint}`, error)
}

export const refused = (message: string, cause?: unknown) =>
  new ProviderFailure('PROVIDER_REFUSED', message, cause)

export const asFailure = (error: unknown, general = 'The answer was not accepted'): ProviderFailure => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderFailure) return cause
    if (cause instanceof OutboundError) return downFor(cause)
    if (cause instanceof KeySetError) return new ProviderFailure('PROVIDER_DOWN', cause.message, error)
  }
  if (error instanceof AuthorizationResponseError) {
    const stated = AUTHORIZATION_ERRORS.includes(error.error) ? ` (${error.error})` : ''
    const message = `The provider sent the person back without a sign-in${stated}`
    return Object.assign(refused(message, error), { isOfVisitor: true })
  }
  const { code, error: answer } = error as { code?: unknown; error?: unknown }
  // Anyone can send an answer, so only error codes of OAuth are kept.
  const detail = [code, answer]
    .filter((part): part is string => typeof part === 'string' && /^\w{1,50}$/.test(part))
    .join(', ')
  const refusal = clientRefusal(answer)
  if (refusal !== undefined) return refusedClient(refusal, error)
  return refused(`${general}${detail && ` (${detail})`}`, error)
}

const createFetch =
  (outbound: Pick<Outbound, 'fetch'>, signal: AbortSignal) =>
  async (url: string, options: Pick<CustomFetchOptions, 'method' | 'headers' | 'body'>) => {
    const { method, headers, body } = options
    const sent = outbound.fetch({
      url,
      headers,
      signal,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      method: method === 'POST' ? 'POST' : 'GET',
      // oxlint-disable-next-line typescript/no-base-to-string -- a form, whose text is its encoding
      ...(body !== undefined && body !== null && { body: String(body) }),
    })
    const answer = await sent.catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error
      throw downFor(error, new URL(url).host)
    })
    if (answer.isTruncated) throw refused('The answer is too large')
    if (answer.status >= 500)
      throw new ProviderFailure('PROVIDER_DOWN', `The provider answered ${answer.status}`)
    const content = answer.body.length > 0 ? new Uint8Array(answer.body) : null
    const answered = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    )
    return new Response(content, { status: answer.status, headers: answered })
  }

export type GuardedFetch = ReturnType<typeof createFetch>

/** Fetches through the guard for typed addresses. All requests of the work end together. */
export const createGuardedFetch =
  (outbound: Pick<Outbound, 'fetch'>) =>
  async <Result>(work: (fetch: GuardedFetch) => Promise<Result>, timeoutMs = TIMEOUT_MS): Promise<Result> => {
    const controller = new AbortController()
    const down = new OutboundError('TIMEOUT')
    const timer = setTimeout(() => controller.abort(down), timeoutMs)
    const ended = new Promise<never>((_, reject) => {
      controller.signal.addEventListener('abort', () => reject(down), { once: true })
    })
    try {
      return await Promise.race([work(createFetch(outbound, controller.signal)), ended])
    } catch (error) {
      throw asFailure(controller.signal.aborted ? down : error)
    } finally {
      clearTimeout(timer)
    }
  }
