import { API_BASE, contract, SIGN_IN_WAYS, type Endpoint, type SignInWay } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { PROVIDER_APP, useSignInProviders } from '../../../testing/sign-in-providers.ts'
import { addPasskey, answerChallenge } from '../../../testing/software-passkey.ts'
import { TEST_PASSWORD, type TestUser } from '../../../testing/test-app.ts'
import { makeSignInLink } from '../sign-in-links/make-sign-in-link.ts'

const { app, add, link, browserOf } = await useSignInProviders()
let provider: Awaited<ReturnType<typeof add>>

const PROOF = { password: TEST_PASSWORD }
const IMAGE = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }
const TYPED = { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }
const HOME = '/user/dashboard'

const openReads = Object.values(contract)
  .flatMap((module) => Object.values<Endpoint>(module))
  .filter(({ access, method, path }) => access === 'anyone' && method === 'GET' && path.startsWith('/auth/'))
  .map(({ path }) => API_BASE + path)

const times = async (count: number, call: (number: number) => Promise<unknown>) => {
  for (let number = 1; number <= count; number++) await call(number)
}
const guess = (email: string, client = app.client()) =>
  client.post('/auth/user/login', { email, password: 'Guess@123' })
const junkToken = () =>
  fetch(`${app.origin}${API_BASE}/auth/oidc/${provider.id}/backchannel-logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'logout_token=x.y.z',
  })
const start = (client: ApiClient) =>
  client.raw('GET', `${API_BASE}/auth/oidc/${provider.id}/start`, { headers: TYPED })

/** A foreign page with images, which the owner opens too. */
const openImages = async (owner: ApiClient) => {
  for (const path of openReads)
    await times(120, (number) =>
      (number % 2 ? owner : app.client()).raw('GET', path.replace(':id', String(provider.id)), {
        headers: IMAGE,
      }),
    )
}

/** Everything that needs no account, from the address of the staff. Their network is then beyond each limit. */
const attack = async ({ email }: TestUser) => {
  const stranger = app.client()
  await times(2, () => guess(email))
  await times(2, (number) => guess(`guess-${number}@zelab.test`))
  await times(2, junkToken)
  await times(2, () => stranger.post('/auth/passkey/options', { purpose: 'sign-in' }))
  await times(2, () => start(stranger))
  const fields = { password: 'some new passphrase', confirmPassword: 'some new passphrase' }
  await stranger.post('/auth/reset-password', { token: 'guess', email, ...fields })
  await stranger.post('/auth/forgot-password', { email })
  await app.database.execute(
    "update rate_limits set attempts = 100000, waits_until = now() + interval '1 hour'",
  )
}

const setUp = async () => {
  const owner = await app.signedIn('Admin')
  const { user } = owner
  const { passkey } = await addPasskey(owner, PROOF)
  await link(provider.id, user, `person-${user.id}`)
  await owner.post('/auth/logout')
  return { owner, user, passkey }
}

type Person = Awaited<ReturnType<typeof setUp>>
/** @returns true if the browser is then signed in */
const WAYS: Record<SignInWay, (person: Person, client: ApiClient) => Promise<boolean>> = {
  async password({ user, passkey }, client) {
    const { body } = await client.post('/auth/passkey/options', { purpose: 'second-step' })
    const fields = { email: user.email, ...PROOF, passkey: passkey.get(body.data ?? { challenge: '' }) }
    return (await client.post('/auth/user/login', fields)).status === 200
  },
  async passkey({ passkey }, client) {
    const { status } = await client.post('/auth/passkey/options', { purpose: 'sign-in' })
    if (status !== 200) return false
    const response = await answerChallenge(client, passkey)
    return (await client.post('/auth/passkey/login', { response })).status === 200
  },
  async link({ user }, client) {
    const made = await makeSignInLink(app.database, { appUrl: PROVIDER_APP.appUrl, email: user.email })
    const answer = await client.raw('POST', '/sign-in', {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        origin: 'null',
      },
      body: new URLSearchParams({ token: new URL(made ?? '').searchParams.get('token') ?? '' }).toString(),
    })
    return answer.status === 303
  },
  async provider({ user }, client) {
    const offered = await client.get('/auth/oidc/providers')
    return offered.status === 200 && (await browserOf(`person-${user.id}`, client).go(provider.id)) === HOME
  },
}

describe('a network that is attacked', () => {
  it('signs known devices in by every way, and ends sessions for the provider [OIDC-48]', async () => {
    provider = await add({ checksSecondFactor: true })
    const person = await setUp()
    const { owner, user } = person
    await app.database.execute('delete from rate_limits')
    await openImages(owner)
    expect(await app.database.query('select 1 from rate_limits')).toEqual([])
    await attack(user)
    const isIn: Record<string, boolean> = {}
    for (const way of SIGN_IN_WAYS) {
      const stranger = app.client()
      expect(await WAYS[way](person, stranger), `${way} of an unknown device`).toBe(false)
      isIn[way] = await WAYS[way](person, owner)
    }
    expect(isIn).toEqual({ password: true, passkey: true, link: true, provider: true })
    const token = await provider.at.logoutToken(provider.clientId, { sub: `person-${user.id}` })
    const logout = await fetch(`${app.origin}${API_BASE}/auth/oidc/${provider.id}/backchannel-logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
    })
    expect(logout.status).toBe(200)
    expect((await owner.get(HOME)).status).toBe(401)
  })
})
