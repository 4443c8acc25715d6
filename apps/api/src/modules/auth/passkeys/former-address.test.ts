import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { PROVIDER_APP, useSignInProviders } from '../../../testing/sign-in-providers.ts'
import { addPasskey } from '../../../testing/software-passkey.ts'
import { startTestApp, TEST_PASSWORD } from '../../../testing/test-app.ts'

const { app, admin, add, link } = await useSignInProviders()
const PROOF = { password: TEST_PASSWORD }

const moveHost = (userId: number) =>
  app.database.query("update passkeys set rp_id = 'former.test' where user_id = $1", [userId])
const dropPassword = (userId: number) =>
  app.database.query('update users set password_hash = null where id = $1', [userId])

describe('a passkey of a former address', () => {
  it('counts as no way in when a provider is removed or unlinked [OIDC-63]', async () => {
    const provider = await add()
    const client = await app.signedIn('Doctor')
    const { id } = client.user
    await link(provider.id, client.user, `person-${id}`)
    await addPasskey(client, PROOF)
    await dropPassword(id)
    const dependents = async () => {
      const { body } = await admin.get(`/provider/getDependents/${provider.id}`)
      return (body.data as { id: number }[]).map((user) => user.id)
    }
    expect(await dependents()).toEqual([])
    await moveHost(id)
    expect(await dependents()).toEqual([id])
    sure(await admin.post(`/provider/remove/${provider.id}`))
    expect(sure(await admin.get(`/user/${id}`)).status).toBe('invited')
  })

  it('counts as no way in of the last Admin [OIDC-63]', async () => {
    const other = await app.signedIn('Admin')
    await addPasskey(other, PROOF)
    await dropPassword(other.user.id)
    await moveHost(other.user.id)
    await app.database.query(
      'update users set deactivated_at = now() where user_type_id = 1 and not (id = any($1))',
      [[admin.user.id, other.user.id]],
    )
    const answer = await other.delete(`/user/delete/${admin.user.id}`)
    expect(answer).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN' } })
  })

  it('allows removal, which tells the device the accepted ones [OIDC-63]', async () => {
    const client = await app.signedIn('Doctor')
    const former = await addPasskey(client, PROOF)
    await moveHost(client.user.id)
    const codes = [...(former.recoveryCodes ?? [])]
    const proof = () => ({ ...PROOF, code: codes.pop() })
    const { id } = await addPasskey(client, proof())
    const list = async () => (await client.get('/auth/passkeys')).body
    const [{ credentialId }] = (await app.database.query<{ credentialId: string }>(
      `select encode(credential_id, 'base64') as "credentialId" from passkeys where id = $1`,
      [id],
    )) as [{ credentialId: string }]
    const present = Buffer.from(credentialId, 'base64').toString('base64url')
    expect(await list()).toMatchObject({
      accepted: { rpId: 'reports.test', allAcceptedCredentialIds: [present] },
    })
    sure(await client.post(`/auth/passkey/remove/${former.id}`, proof()))
    sure(await client.post(`/auth/passkey/remove/${id}`, proof()))
    expect((await list()).accepted.allAcceptedCredentialIds).toEqual([])
  })
})

it('tells the sign-in dialog whether passkeys can be used [OIDC-67]', async () => {
  const answer = async (one: typeof app) => (await one.client().get('/auth/oidc/providers')).body
  expect(await answer(app)).toMatchObject({ hasPasskeys: true })
  const other = await startTestApp({ ...PROVIDER_APP, appUrl: 'http://192.0.2.1' })
  try {
    expect((await answer(other)).hasPasskeys).toBe(false)
    expect((await (await other.signedIn('Doctor')).get('/auth/passkeys')).body.accepted).toBeNull()
  } finally {
    await other.stop()
  }
})
