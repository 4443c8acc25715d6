import { setTimeout as sleep } from 'node:timers/promises'
import { API_BASE, contract, type Endpoint } from '@zelab/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { hashPassword } from '../../../platform/password-hasher.ts'
import { createSoftwarePasskey } from '../../../testing/software-passkey.ts'
import { TEST_PASSWORD, useTestApp } from '../../../testing/test-app.ts'

const app = await useTestApp({
  smsReceiptSecret: 'a secret of a gateway with 40 characters',
  appUrl: 'https://reports.test',
})

beforeEach(() => app.database.execute('delete from rate_limits'))

const endpoints = Object.values(contract).flatMap((module) => Object.values<Endpoint>(module))
const anonymous = endpoints.filter((endpoint) => endpoint.access === 'anyone')

const CALLS: Record<string, (call: number, method: string) => object | undefined> = {
  'sign-in': () => ({
    email: 'unknown@zelab.test',
    password: 'Guess@123',
    response: createSoftwarePasskey().get({ challenge: '' }),
  }),
  passkey: () => ({ purpose: 'sign-in' }),
  providers: (call, method) => (method === 'POST' ? { token: `guess-${call}` } : undefined),
  'reset-mail': () => ({ email: 'unknown@zelab.test' }),
  'password-reset': (call) => ({
    token: `guess-${call}`,
    email: 'unknown@zelab.test',
    password: 'some new passphrase',
    confirmPassword: 'some new passphrase',
  }),
}

const whileQueueIsFull = async (work: () => Promise<void>) => {
  let isOver = false
  let refused = 0
  const keepHashing = async () => {
    while (!isOver)
      await hashPassword('some new passphrase').catch(() => {
        refused += 1
        return sleep(1)
      })
  }
  const hashing = Array.from({ length: 60 }, keepHashing)
  try {
    await work()
  } finally {
    isOver = true
    await Promise.all(hashing)
  }
  expect(refused).toBeGreaterThan(0)
}

describe('public endpoint', () => {
  it.each(anonymous.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'declares its rate limit: %s [SAFE-11]',
    (_, endpoint) => {
      expect(endpoint.rateLimit).toBeDefined()
    },
  )

  it('lacks a limit only where it neither hashes, mails nor searches [SAFE-11]', () => {
    const unlimited = anonymous.filter((endpoint) => endpoint.rateLimit === 'none-needed')
    expect(unlimited.map(({ path }) => path)).toEqual([
      '/auth/refresh-token',
      '/auth/logout',
      '/R4/.well-known/smart-configuration',
      '/R4/metadata',
      '/settings/brand',
      '/settings/logo',
    ])
  })

  // Tokens are covered by `tokens.postgres.test.ts` and `provider-logout.test.ts`.
  const limited = anonymous.filter(
    ({ base, rateLimit }) => !base && rateLimit !== 'none-needed' && rateLimit !== 'provider-logout',
  )
  it.each(
    limited
      .filter(({ response }) => response !== 'redirect')
      .map((endpoint) => [endpoint.path, endpoint] as const),
  )('answers 429 with Retry-After beyond its limit: %s [SAFE-11]', async (path, { method, rateLimit }) => {
    let refused
    for (let call = 1; call <= 310 && !refused; call++) {
      const response = await app.client().send(method, path, CALLS[rateLimit ?? '']?.(call, method))
      if (response.status === 429) refused = response
    }
    expect(refused?.body.message).toBe('Too many attempts. Please wait a moment and try again.')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  const redirects = limited.filter(({ response }) => response === 'redirect').map(({ path }) => path)
  const NAVIGATION = { 'sec-fetch-dest': 'document' }
  const goTo = async (path: string, headers: Record<string, string> = NAVIGATION) =>
    app.client().raw('GET', API_BASE + path.replace(':id', '1'), { headers })

  it('leads to a page that states the limit when it starts a sign-in [OIDC-28]', async () => {
    let isRefused = false
    for (let call = 1; call <= 310 && !isRefused; call++) {
      const { headers } = await goTo(contract.oidc.start.path)
      isRefused = headers.get('location') === '/?problem=TOO_MANY_ATTEMPTS'
    }
    expect(isRefused).toBe(true)
  })

  it('counts no callback that no one waits for [OIDC-49]', async () => {
    for (let call = 1; call <= 110; call++) {
      const { headers } = await goTo(`${contract.oidc.callback.path}?state=guess-${call}`)
      expect(headers.get('location')).toBe('/?problem=PROVIDER_REFUSED')
    }
    expect(await app.database.query('select 1 from rate_limits')).toEqual([])
  })

  it.each(redirects)('opens as a page alone: %s [OIDC-49]', async (path) => {
    for (const target of ['image', 'empty', 'iframe'])
      expect((await goTo(path, { 'sec-fetch-dest': target })).status).toBe(403)
    expect(await app.database.query('select 1 from rate_limits')).toEqual([])
  })
})

describe('resetting a password', () => {
  const reset = (token: string, email: string) =>
    app.client().post('/auth/reset-password', {
      token,
      email,
      password: 'some new passphrase',
      confirmPassword: 'some new passphrase',
    })

  it('needs no hash without a valid link [SAFE-11]', async () => {
    const { email } = await app.createUser('Doctor')
    await whileQueueIsFull(async () => {
      const attack = await Promise.all(
        Array.from({ length: 200 }, (_, call) => reset(`guess-${call}`, email)),
      )
      const statuses = attack.map((response) => response.status)
      expect(new Set(statuses)).toEqual(new Set([400, 429]))
      expect(statuses.filter((status) => status === 400)).toHaveLength(100)
    })
  })

  it('computes only a few hashes for one valid link sent many times at once [SAFE-11]', async () => {
    const user = await app.createUser('Doctor')
    const { createHash } = await import('node:crypto')
    const token = 'a-link-of-the-attacker'
    await app.database.query(
      "insert into password_resets (user_id, token_hash, expires_at) values ($1, $2, now() + interval '1 hour')",
      [user.id, createHash('sha256').update(token).digest()],
    )
    const responses = await Promise.all(Array.from({ length: 40 }, () => reset(token, user.email)))
    const statuses = responses.map((response) => response.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(30)
  })
})

describe('signing in', () => {
  it('uses a separate queue when the queue of resets and changes is full [SAFE-11]', async () => {
    const { email } = await app.createUser('Doctor')
    const signIn = async (account: string) =>
      (await app.client().post('/auth/user/login', { email: account, password: TEST_PASSWORD })).status
    await whileQueueIsFull(async () => {
      expect([await signIn(email), await signIn('unknown@zelab.test')]).toEqual([200, 401])
    })
  })
})
