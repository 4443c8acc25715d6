import { contract, type Endpoint } from '@zelab/contract'
import { loadEnv } from 'vite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiAddresses, type Contract } from './api-addresses.ts'
import { api, onSessionEnd } from './api-client.ts'
import { pageApi, pageApiAddresses } from './page-api.ts'
import { ApiError, isNotFound, messageOf } from './api-error.ts'

const answer = (status: number, body: unknown): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })

const fetchMock = vi.fn<typeof fetch>()
const lastCall = () => {
  const [address, init] = fetchMock.mock.lastCall ?? []
  if (typeof address !== 'string') throw new Error('fetch was not called with an address')
  return { address, init }
}
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(() => undefined).catch((e: unknown) => e)

const addressOf = ({ method, path, idempotent, shows }: Endpoint): string =>
  [method, path, idempotent ? 'idempotent' : shows].filter(Boolean).join(' ')

// Other systems use the others.
const { fhir: _, ...others } = contract
const ofScreens = Object.entries(others).map(
  ([module, endpoints]) =>
    [
      module,
      Object.entries<Endpoint>(endpoints).filter(
        ([, { isSigned = false, response }]) => !isSigned && response !== 'redirect',
      ),
    ] as const,
)

type AnyCall = (input: object) => Promise<unknown>
const CALLS = ofScreens.flatMap(([module, endpoints]) => {
  const functions = { ...api, ...pageApi }[module as keyof Contract] as Record<string, AnyCall>
  return endpoints.map(
    ([name, { idempotent }]) =>
      [`${module}.${name}`, (input: object) => functions[name]?.(input), idempotent ?? false] as const,
  )
})

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
  fetchMock.mockReset().mockResolvedValue(answer(200, { success: true, message: 'OK', data: [] }))
})
afterEach(() => onSessionEnd(() => undefined))

describe('a call', () => {
  it('sends the credentials with every request [API-AUTH-15]', async () => {
    await api.users.list()
    expect(lastCall().init?.credentials).toBe('include')
    await api.auth.login({ body: { email: '', password: '' } })
    expect(lastCall().init?.credentials).toBe('include')
  })

  it('uses the path and method of the contract', async () => {
    await api.patients.list({ query: { page: 2, search: 'a&b', gender: undefined } })
    expect(lastCall().address).toMatch(/\/api\/v1\/patient\/getAll\?page=2&search=a%26b$/)
    expect(lastCall().init).toMatchObject({ method: 'GET' })
    await api.labs.update({
      params: { id: '7' },
      body: { name: 'Marina', address: { line1: 'x', city: 'y' } },
    })
    expect(lastCall().address).toMatch(/\/api\/v1\/lab\/update\/7$/)
    expect(lastCall().init).toMatchObject({
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Marina', address: { line1: 'x', city: 'y' } }),
    })
  })

  it('keeps the key of an idempotent request until it is answered, however often it is sent [PROC-01]', async () => {
    const withdraw = (reason: 'other' | 'wrong-file') =>
      api.reports.withdraw({ params: { id: '7' }, body: { reason, note: 'x' } })
    const keys = () =>
      fetchMock.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
    // The client retries a lost request once; the second loss reaches the user.
    fetchMock.mockRejectedValueOnce(new TypeError('lost')).mockRejectedValueOnce(new TypeError('lost'))
    await failureOf(withdraw('other'))
    fetchMock.mockResolvedValueOnce(answer(503, { success: false, message: 'Later' }))
    await failureOf(withdraw('other'))
    await withdraw('other')
    await withdraw('other')
    await withdraw('wrong-file')
    const [first, second, third, answered, next, other] = keys()
    expect(first).toMatch(/^[\d-]{10,}$/)
    expect([second, third, answered]).toEqual([first, first, first])
    expect(new Set([first, next, other]).size).toBe(3)
    fetchMock.mockClear().mockRejectedValueOnce(new TypeError('lost'))
    await failureOf(api.labs.list())
    expect(keys()).toEqual([null])
  })

  it('knows exactly the endpoints of the contract [API-BASE-05]', () => {
    const addresses = Object.fromEntries(
      ofScreens.map(([module, endpoints]) => [
        module,
        Object.fromEntries(endpoints.map(([name, endpoint]) => [name, addressOf(endpoint)])),
      ]),
    )
    expect({ ...apiAddresses, ...pageApiAddresses }).toEqual(addresses)
  })

  it.each(CALLS)(
    'sends an idempotency key with %s only if the contract calls it idempotent [PROC-01]',
    async (_, call, isIdempotent) => {
      await call({ params: { id: '7', patientId: '7', reportId: '7' }, body: {} })
      expect(new Headers(lastCall().init?.headers).has('idempotency-key')).toBe(isIdempotent)
    },
  )
})

describe('the base address', () => {
  const baseIn = async (value: string | undefined) => {
    vi.stubEnv('VITE_API_BASE', value)
    vi.resetModules()
    return (await import('./api-client.ts')).API_BASE_URL
  }

  it('points to port 8080 of the same machine in development, to the own origin in production [API-BASE-01] [API-BASE-03]', async () => {
    expect(await baseIn('http://localhost:8080/api/v1')).toBe('http://localhost:8080/api/v1')
    expect(await baseIn(undefined)).toBe('/api/v1')
  })

  it('points to port 8080 on the development server [API-BASE-02]', () => {
    const here = import.meta.url
    const { pathname } = new URL('../..', here)
    expect(loadEnv('development', pathname)).toMatchObject({
      VITE_API_BASE: 'http://localhost:8080/api/v1',
    })
    expect(loadEnv('production', pathname)).not.toHaveProperty('VITE_API_BASE')
  })
})

describe('a refusal', () => {
  it('rethrows the response body if present, otherwise the error [ERR-16]', async () => {
    fetchMock.mockResolvedValue(
      answer(400, { success: false, message: 'Required', errors: [{ path: 'email', message: 'Required' }] }),
    )
    expect(await failureOf(api.users.list())).toMatchObject({
      status: 400,
      message: 'Required',
      errors: [{ path: 'email', message: 'Required' }],
    })
    const broken = new TypeError('Failed to fetch')
    fetchMock.mockRejectedValue(broken)
    expect(await failureOf(api.users.list())).toBe(broken)
  })

  it('always has a readable message', async () => {
    const general = 'Something went wrong. Please try again.'
    fetchMock.mockResolvedValue(answer(502, '<html>Bad gateway</html>'))
    expect(messageOf(await failureOf(api.users.list()))).toBe(general)
    expect(messageOf(new TypeError('Failed to fetch'))).toBe(general)
    expect(messageOf(undefined, 'Failed to publish report')).toBe('Failed to publish report')
    expect(
      messageOf(
        new ApiError(409, { success: false, code: 'USER_EMAIL_TAKEN', message: 'Taken' }),
        'Fallback',
      ),
    ).toBe('Taken')
  })

  it('distinguishes a missing record from a network failure', () => {
    expect([400, 403, 404].map((status) => isNotFound(new ApiError(status, undefined)))).not.toContain(false)
    expect([401, 429, 500, 503].map((status) => isNotFound(new ApiError(status, undefined)))).not.toContain(
      true,
    )
    expect(isNotFound(new TypeError('Failed to fetch'))).toBe(false)
  })
})

describe('a 401', () => {
  const ended = vi.fn()
  beforeEach(() => {
    ended.mockReset()
    onSessionEnd(ended)
    fetchMock.mockResolvedValue(answer(401, { success: false, message: 'Please sign in to continue' }))
  })

  it('ends the session with a message in the middle of work', async () => {
    expect(await failureOf(api.preferences.get())).toMatchObject({ hasEndedSession: true })
    expect(ended).toHaveBeenCalledExactlyOnceWith('Please sign in to continue')
  })

  it('ends nothing as an answer to login, logout and the session restore', async () => {
    await failureOf(api.auth.login({ body: {} }))
    await failureOf(api.auth.logout())
    await failureOf(api.auth.restoreSession())
    expect(ended).not.toHaveBeenCalled()
  })
})
