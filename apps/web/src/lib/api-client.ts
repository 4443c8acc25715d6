import type { Answer, CallInput, contract, Endpoint } from '@zelab/contract'
import { noteAnswer } from './activity-clock.ts'
import { apiAddresses } from './api-addresses.ts'
import { ApiError, failureFrom } from './api-error.ts'

/** Development: a local address on port 8080; production: the same origin (AMB-78). */
export const API_BASE_URL: string = import.meta.env.VITE_API_BASE ?? '/api/v1'

interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Sent even if the page is closed meanwhile. */
  isLast?: boolean
}

type Contract = typeof contract
/** What the server has a default for may be left out of the query. */
type QueryOf<E extends Endpoint> =
  CallInput<E> extends { query?: infer Query } ? Partial<NonNullable<Query>> : undefined
export type ApiInput<E extends Endpoint> = Omit<CallInput<E>, 'query'> & { query?: QueryOf<E> }
type Call<E extends Endpoint> =
  Record<never, never> extends ApiInput<E>
    ? (input?: ApiInput<E>, options?: CallOptions) => Promise<Answer<E>>
    : (input: ApiInput<E>, options?: CallOptions) => Promise<Answer<E>>
type Api = {
  [Module in keyof Contract]: {
    [Name in keyof Contract[Module]]: Contract[Module][Name] extends Endpoint
      ? Call<Contract[Module][Name]>
      : never
  }
}

interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

let endSession: (message: string) => void = () => undefined

/** What happens on a 401 in the middle of work; set once at start, as the client must not know the router. */
export const onSessionEnd = (handler: (message: string) => void): void => {
  endSession = handler
}

/** A 401 from these says nothing about a session in the middle of work. */
const SESSION_CALLS: readonly string[] = [
  apiAddresses.auth.login,
  apiAddresses.auth.restoreSession,
  apiAddresses.auth.logout,
]

/** Turns a refusal into the error to throw, and ends the session when it was a 401. */
export const refusalFrom = (address: string, status: number, body: unknown): ApiError => {
  const failure = failureFrom(body)
  const hasEndedSession = status === 401 && !SESSION_CALLS.includes(address)
  if (hasEndedSession) endSession(failure?.message ?? '')
  return new ApiError(status, failure, hasEndedSession)
}

/** The URL of an endpoint that returns a file or receives one: the browser, not `api`, sends the request. */
export const urlOf = (endpoint: string, input?: Omit<LooseInput, 'body'>): string =>
  addressOf(endpoint.split(' ')[1] ?? '/', input)

const addressOf = (path: string, { params = {}, query = {} }: LooseInput = {}): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${API_BASE_URL}${filled}${search === '' ? '' : `?${search}`}`
}

const readJson = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

/** Idempotency keys of requests that are not answered yet. A user who tries again sends the same request with its key. */
const unansweredKeys = new Map<string, string>()

const keyOf = (request: string): string => {
  const key = unansweredKeys.get(request) ?? crypto.getRandomValues(new Uint32Array(4)).join('-')
  unansweredKeys.set(request, key)
  return key
}

const call = async (address: string, input: LooseInput = {}, options: CallOptions = {}): Promise<unknown> => {
  const [method = 'GET', path = '/', isIdempotent] = address.split(' ')
  const hasBody = input.body !== undefined
  const url = addressOf(path, input)
  const body = hasBody ? JSON.stringify(input.body) : null
  const request = `${url} ${body}`
  const key = isIdempotent && keyOf(request)
  const send = () =>
    fetch(url, {
      method,
      credentials: 'include',
      signal: options.signal ?? null,
      keepalive: options.isLast ?? false,
      headers: {
        ...(hasBody && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
        ...options.headers,
      },
      body,
    })
  const response = await (key ? send().catch(send) : send())
  if (response.status < 500) unansweredKeys.delete(request)
  // They hold what was typed of patients: nothing of it outlives a session.
  if (address === apiAddresses.auth.logout) unansweredKeys.clear()
  // Every answer to a signed-in user renews the idle limit on the server.
  if (response.status !== 401) noteAnswer()
  const content = await readJson(response)
  if (!response.ok) throw refusalFrom(address, response.status, content)
  return content
}

const mapValues = <From, To>(record: object, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value as From)]))

/**
 * Every endpoint as a typed function: `api.patients.list({ query: { page: 2 } })`. The cast is sound because
 * `apiAddresses` must have each endpoint of the contract, and the server answers as the contract says.
 */
export const api = mapValues(apiAddresses, (endpoints: object) =>
  mapValues(
    endpoints,
    (address: string) => (input?: LooseInput, options?: CallOptions) => call(address, input, options),
  ),
) as unknown as Api
