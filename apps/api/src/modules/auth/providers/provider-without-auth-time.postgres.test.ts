import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { caseOf } from '../../../testing/cases.ts'
import { useSignInProviders } from '../../../testing/sign-in-providers.ts'
import { addPasskey, answerChallenge } from '../../../testing/software-passkey.ts'
import { TEST_PASSWORD } from '../../../testing/test-app.ts'

const { app, admin, add, linked } = await useSignInProviders()

const HOME = '/user/dashboard'
const WINDOW = '/sign-in/window'
const stated = JSON.parse(caseOf('id-token-without-auth-time.json').toString()) as Record<string, unknown>
const WITHOUT = { auth_time: stated['auth_time'] }

/** Two people of a lab who signed in through its provider, which never sends `auth_time`. */
const newLab = async () => {
  const lab = await app.createLab()
  const provider = await add({ labId: lab.id })
  provider.at.change({ claims: WITHOUT })
  const people = [await linked(provider, 'Doctor', lab), await linked(provider, 'Technician', lab)] as const
  for (const { browser } of people) expect(await browser.go(provider.id)).toBe(HOME)
  const rule = async () => sure(await admin.get(`/lab/getSignIn/${lab.id}`))
  const setRule = async () =>
    sure(
      await admin.put(`/lab/updateSignIn/${lab.id}`, {
        rule: 'provider',
        updatedAt: (await rule()).updatedAt,
      }),
    )
  return { lab, provider, people, rule, setRule }
}

describe('a provider that sends no auth_time', () => {
  it('says so at an identity check [OIDC-57]', async () => {
    const { provider, people } = await newLab()
    const [{ browser }] = people
    expect(await browser.go(provider.id, { purpose: 'confirm' })).toBe(`${WINDOW}?problem=PROVIDER_NOT_ASKED`)
    expect((await browser.client.post('/auth/confirm-identity', { provider: true })).status).toBe(400)
  })

  it('is the same as one that sends 0 [OIDC-80]', async () => {
    const { provider, people, rule } = await newLab()
    provider.at.change({ claims: { auth_time: 0 } })
    for (const { browser } of people) expect(await browser.go(provider.id)).toBe(HOME)
    expect(await people[0].browser.go(provider.id, { purpose: 'confirm' })).toMatch(/PROVIDER_NOT_ASKED$/)
    expect((await rule()).withoutIdentityCheck).toBe(2)
    for (const signIn of sure(await admin.get(`/provider/getSignIns/${provider.id}`)))
      expect(signIn.authenticatedAt).toBeNull()
  })

  it('leaves a passkey as the proof where the lab is provider only [OIDC-57]', async () => {
    const { provider, people, setRule } = await newLab()
    const [{ user, browser }] = people
    const client = app.client()
    sure(await client.post('/auth/user/login', { email: user.email, password: TEST_PASSWORD }))
    const { passkey } = await addPasskey(client, { password: TEST_PASSWORD })
    await setRule()
    expect(await browser.go(provider.id)).toBe('/?problem=SECOND_FACTOR_PASSKEY_REQUIRED')
    const answer = (purpose: 'second-step' | 'confirm') => answerChallenge(browser.client, passkey, purpose)
    sure(await browser.client.post('/auth/oidc/second-step', { passkey: await answer('second-step') }))
    await app.database.query(
      "update sessions set created_at = created_at - interval '1 hour' where user_id = $1",
      [user.id],
    )
    sure(await browser.client.post('/auth/confirm-identity', { passkey: await answer('confirm') }))
    const password = await browser.client.post('/auth/confirm-identity', { password: TEST_PASSWORD })
    expect(password.status).toBe(400)
    // The last way of signing in stays.
    const unlinked = await browser.client.post(`/auth/oidc/${provider.id}/unlink`, {
      passkey: await answer('confirm'),
    })
    expect(unlinked.body.code).toBe('LAST_WAY_IN')
  })

  it('counts before and after the lab becomes provider only [OIDC-58]', async () => {
    const { provider, people, rule, setRule } = await newLab()
    expect((await rule()).withoutIdentityCheck).toBe(2)
    const [doctor, technician] = people
    const client = app.client()
    sure(await client.post('/auth/user/login', { email: doctor.user.email, password: TEST_PASSWORD }))
    await addPasskey(client, { password: TEST_PASSWORD })
    expect((await setRule()).withoutIdentityCheck).toBe(1)
    // A passkey of a former address proves nothing.
    await app.database.query("update passkeys set rp_id = 'former.test' where user_id = $1", [doctor.user.id])
    expect((await rule()).withoutIdentityCheck).toBe(2)
    // Some send it at an identity check only.
    provider.at.change({})
    expect(await technician.browser.go(provider.id, { purpose: 'confirm' })).toBe(WINDOW)
    provider.at.change({ claims: WITHOUT })
    expect(await technician.browser.go(provider.id)).toBe(HOME)
    expect((await rule()).withoutIdentityCheck).toBe(1)
    expect(await technician.browser.go(provider.id, { purpose: 'confirm' })).toMatch(/PROVIDER_NOT_ASKED$/)
    expect((await rule()).withoutIdentityCheck).toBe(2)
  })
})

describe('the last sign-ins of a provider', () => {
  it('show acr and auth_time, the newest first [OIDC-58]', async () => {
    const provider = await add()
    const [first, second] = [await linked(provider), await linked(provider)]
    await linked(provider)
    const signIns = async () => sure(await admin.get(`/provider/getSignIns/${provider.id}`))
    expect(await signIns()).toEqual([])
    provider.at.change({ claims: { acr: 'mfa', auth_time: 1_796_000_000 } })
    expect(await first.browser.go(provider.id)).toBe(HOME)
    provider.at.change({ claims: { acr: ['mfa'], auth_time: 1e15 } })
    expect(await second.browser.go(provider.id)).toBe(HOME)
    expect(await signIns()).toMatchObject([
      { userId: second.user.id, acr: null, authenticatedAt: null },
      { userId: first.user.id, acr: 'mfa', authenticatedAt: '2026-11-30T00:53:20.000Z' },
    ])
    expect((await admin.get('/provider/getSignIns/999999')).status).toBe(404)
  })
})
