import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import {
  addPasskey,
  answerChallenge,
  createPasskeyUsers,
  signInWithPasskey,
} from '../../../testing/software-passkey.ts'
import { startTestApp, TEST_PASSWORD, useTestApp } from '../../../testing/test-app.ts'

const app = await useTestApp({ appUrl: 'https://reports.test' })
const { withPasskey, signIn } = createPasskeyUsers(app)
const PROOF = { password: TEST_PASSWORD }

describe('second factors', () => {
  const requireOf = async (changes: object) => {
    const admin = await app.signedIn('Admin')
    const { updatedAt } = sure(await admin.get('/settings/security'))
    return admin.put('/settings/security', { ...changes, updatedAt })
  }

  it('keep the last one of a role that needs one, until an Admin’s reset removes all [PASSKEY-10]', async () => {
    const { client, id, passkey } = await withPasskey()
    const admin = await app.signedIn('Admin')
    sure(await requireOf({ secondFactorRoles: ['Doctor'] }))
    const proof = { passkey: await answerChallenge(client, passkey, 'confirm') }
    expect((await client.post(`/auth/passkey/remove/${id}`, proof)).body.code).toBe('SECOND_FACTOR_MANDATORY')
    sure(await requireOf({ secondFactorRoles: [] }))
    sure(await admin.post(`/user/resetSecondFactor/${client.user.id}`, PROOF))
    expect((await signInWithPasskey(app.client(), passkey)).status).toBe(401)
    expect((await signIn(client.user)).status).toBe(200)
  })

  it('must include a passkey for roles that need one, from a day on [PASSKEY-11]', async () => {
    const client = await app.signedIn('Technician')
    const stateOn = async (days: number) => {
      const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
      sure(await requireOf({ passkeyRoles: ['Technician'], passkeysFrom: day }))
      return (await client.get('/auth/refresh-token')).body.session.passkey
    }
    expect(await stateOn(16)).toBe('none')
    expect(await stateOn(13)).toBe('due')
    expect((await client.get('/user/dashboard')).status).toBe(200)
    expect(await stateOn(-1)).toBe('required')
    sure(await requireOf({ passkeysFrom: null }))
    expect(await client.get('/user/dashboard')).toMatchObject({
      status: 403,
      body: { code: 'PASSKEY_REQUIRED' },
    })
    const { id, passkey } = await addPasskey(client, PROOF)
    expect((await client.get('/user/dashboard')).status).toBe(200)
    const proof = { passkey: await answerChallenge(client, passkey, 'confirm') }
    expect((await client.post(`/auth/passkey/remove/${id}`, proof)).body.code).toBe('PASSKEY_MANDATORY')
    sure(await requireOf({ passkeyRoles: [], passkeysFrom: null }))
  })
})

describe('an address without a name or HTTPS', () => {
  it.each([
    ['http://reports.test', 'not-secure'],
    ['https://192.0.2.7', 'ip-address'],
    ['https://[2001:db8::7]', 'ip-address'],
  ])('%s has no passkeys and says why [PASSKEY-12]', async (appUrl, off) => {
    const other = await startTestApp({ appUrl })
    try {
      const client = await other.signedIn('Doctor')
      expect((await client.get('/auth/passkeys')).body).toMatchObject({ data: [], off })
      for (const answer of [
        await client.post('/auth/passkey/options', { purpose: 'sign-in' }),
        await client.post('/auth/passkey/addOptions', PROOF),
      ])
        expect(answer).toMatchObject({ status: 409, body: { code: 'PASSKEYS_OFF' } })
    } finally {
      await other.stop()
    }
  })

  it('keeps passkeys after a change, but they have to be added again [PASSKEY-13]', async () => {
    const { client, passkey } = await withPasskey()
    const moved = await startTestApp({
      appUrl: 'https://elsewhere.test',
      installation: { connectionString: app.connectionString, dataDir: app.dataDir },
    })
    try {
      expect((await signInWithPasskey(moved.client(), passkey)).status).toBe(401)
      const [listed] = await app.database.query('select rp_id from passkeys where user_id = $1', [
        client.user.id,
      ])
      expect(listed).toEqual({ rp_id: 'reports.test' })
    } finally {
      await moved.stop()
    }
  })
})
