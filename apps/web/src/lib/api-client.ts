import type { Answer, CallInput, Endpoint } from '@zelab/contract'
import { noteAnswer } from './activity-clock.ts'
import { apiAddresses, type ApiAddresses, type Contract, type PageModule } from './api-addresses.ts'
import { ApiError, failureFrom } from './api-error.ts'
import { fetchFromServer } from './connection.ts'

/** Port 8080 in development, the same origin in production (AMB-78). */
export const API_BASE_URL: string = import.meta.env.VITE_API_BASE ?? '/api/v1'

interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Keeps the request alive when the page closes. */
  isLast?: boolean
}

/** Query parameters with a server default are optional. */
type QueryOf<E extends Endpoint> =
  CallInput<E> extends { query?: infer Query } ? Partial<NonNullable<Query>> : undefined
type ParamsOf<E extends Endpoint> =
  CallInput<E> extends { params: infer Params }
    ? { params: { [Name in keyof Params]: string | number } }
    : { params?: never }
export type ApiInput<E extends Endpoint> = Omit<CallInput<E>, 'params' | 'query'> &
  ParamsOf<E> & { query?: QueryOf<E> }

export interface EndpointCall<Input, Result> {
  (input: Input, options?: CallOptions): Promise<Result>
  /** The kind of its records, or the module of a write; and the endpoint, such as `labs.list`. */
  readonly key: readonly [string, string]
}
type Call<E extends Endpoint> = EndpointCall<
  Record<never, never> extends ApiInput<E> ? ApiInput<E> | void : ApiInput<E>,
  Answer<E>
>
type Api<Modules extends keyof Contract> = {
  [Module in Modules]: {
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

/** Sets the handler of a 401 during a session, since the client does not import the router. */
export const onSessionEnd = (handler: (message: string) => void): void => {
  endSession = handler
}

/** A 401 from these endpoints does not mean that the session ended. */
const SESSION_CALLS: readonly string[] = [
  'POST /auth/oidc/second-step' satisfies ApiAddresses['oidc']['secondStep'],
  apiAddresses.auth.login,
  apiAddresses.passkeys.login,
  apiAddresses.auth.restoreSession,
  apiAddresses.auth.logout,
]

/** Converts a refusal to an error and ends the session on a 401. */
export const refusalFrom = (address: string, status: number, body: unknown): ApiError => {
  const failure = failureFrom(body)
  const hasEndedSession = status === 401 && !SESSION_CALLS.includes(address)
  if (hasEndedSession) endSession(failure?.message ?? '')
  return new ApiError(status, failure, hasEndedSession)
}

/** URL of an upload or download that the browser requests without `api`. */
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

/** Idempotency keys of unanswered requests, so that a retry by the user uses the same key. */
const unansweredKeys = new Map<string, string>()

const keyOf = (request: string): string => {
  const key = unansweredKeys.get(request) ?? crypto.getRandomValues(new Uint32Array(4)).join('-')
  unansweredKeys.set(request, key)
  return key
}

const call = async (address: string, input: LooseInput = {}, options: CallOptions = {}): Promise<unknown> => {
  const [method = 'GET', path = '/', mark] = address.split(' ')
  const hasBody = input.body !== undefined
  const url = addressOf(path, input)
  const body = hasBody ? JSON.stringify(input.body) : null
  const request = `${url} ${body}`
  const key = mark === IDEMPOTENT && keyOf(request)
  const send = () =>
    fetchFromServer(url, {
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
  // The keys contain patient input, which must not outlive the session.
  if (address === apiAddresses.auth.logout) unansweredKeys.clear()
  // Every authenticated response renews the idle limit on the server.
  if (response.status !== 401) noteAnswer(response.headers.get('date'))
  const content = await readJson(response)
  if (!response.ok) throw refusalFrom(address, response.status, content)
  return content
}

const IDEMPOTENT = 'idempotent'

const callOf = (module: string, name: string, address: string) => {
  const [, , mark = IDEMPOTENT] = address.split(' ')
  return Object.assign((input?: LooseInput, options?: CallOptions) => call(address, input, options), {
    key: [mark === IDEMPOTENT ? module : mark, `${module}.${name}`],
  })
}

const mapEntries = <Value, Result>(
  record: object,
  map: (key: string, value: Value) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(key, value as Value)]))

export const apiOf = <Modules extends keyof Contract>(addresses: Pick<ApiAddresses, Modules>): Api<Modules> =>
  // Sound, because the addresses cover every endpoint of these modules.
  mapEntries(addresses, (module, endpoints: object) =>
    mapEntries(endpoints, (name, address: string) => callOf(module, name, address)),
  ) as unknown as Api<Modules>

export const api = apiOf<Exclude<keyof Contract, PageModule>>(apiAddresses)
