import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { useSignInProviders } from '../../../testing/sign-in-providers.ts'

const { app, admin, add, linked, browserOf } = await useSignInProviders()

describe('the page of the provider', () => {
  it('gets the email that was typed at sign-in, if it is one [OIDC-68]', async () => {
    const provider = await add()
    const hintOf = async (email?: string) =>
      (await browserOf('anyone').start(provider.id, email === undefined ? {} : { email })).searchParams.get(
        'login_hint',
      )
    expect(await hintOf(' nadia@hospital.test ')).toBe('nadia@hospital.test')
    for (const email of [
      '',
      'nadia',
      'nadia@',
      `${'a'.repeat(300)}@hospital.test`,
      'a@b.test\r\nprompt: none',
    ])
      expect(await hintOf(email), email).toBeNull()
    expect(await hintOf()).toBeNull()
    const stored = await app.database.query('select r::text as row from provider_requests r')
    expect(JSON.stringify(stored)).not.toContain('nadia')
  })

  it('asks which account to use where the Admin wants it, but not at an identity check [OIDC-69]', async () => {
    const provider = await add()
    const { browser } = await linked(provider)
    const promptAt = async (purpose: 'sign-in' | 'link' | 'confirm') =>
      (await browser.start(provider.id, { purpose })).searchParams.get('prompt')
    expect(await promptAt('sign-in')).toBeNull()
    const changed = sure(await admin.post(`/provider/update/${provider.id}`, { asksForAccount: true }))
    expect(changed).toMatchObject({ asksForAccount: true })
    expect(await promptAt('sign-in')).toBe('select_account')
    expect(await browser.go(provider.id)).toBe('/user/dashboard')
    expect(await promptAt('confirm')).toBe('login')
  })
})
