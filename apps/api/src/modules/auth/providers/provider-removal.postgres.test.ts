import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { useSignInProviders } from '../../../testing/sign-in-providers.ts'
import { addPasskey } from '../../../testing/software-passkey.ts'
import { TEST_PASSWORD, type TestUser } from '../../../testing/test-app.ts'

const { app, admin, add, link, linked } = await useSignInProviders()

const HOME = '/user/dashboard'
const PROOF = { password: TEST_PASSWORD }

describe('removing a provider', () => {
  const withoutPassword = (user: Pick<TestUser, 'id'>) =>
    app.database.query('update users set password_hash = null where id = $1', [user.id])

  it('lists the users without another way, and mails them a link for a password [OIDC-25]', async () => {
    const provider = await add()
    const second = await add()
    const alone = await linked(provider)
    const both = await linked(provider)
    await link(second.id, both.user, both.person)
    const withPasskey = await linked(provider)
    const owner = app.client()
    sure(await owner.post('/auth/user/login', { email: withPasskey.user.email, ...PROOF }))
    await addPasskey(owner, PROOF)
    const withPassword = await linked(provider)
    const deactivated = await linked(provider)
    sure(await admin.delete(`/user/delete/${deactivated.user.id}`))
    for (const { user } of [alone, both, withPasskey, deactivated]) await withoutPassword(user)
    expect(await alone.browser.go(provider.id)).toBe(HOME)
    const { body } = await admin.get(`/provider/getDependents/${provider.id}`)
    expect(body).toMatchObject({ total: 1, data: [{ id: alone.user.id, email: alone.user.email }] })

    sure(await admin.post(`/provider/remove/${provider.id}`))
    expect((await alone.browser.client.get(HOME)).status).toBe(401)
    expect(await alone.browser.go(provider.id)).toMatch(/problem=PROVIDER_REFUSED$/)
    const jobs = await app.database.query<{ payload: { userId?: number } }>(
      `select payload from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send-invitation'`,
    )
    const invited = jobs.map(({ payload }) => payload.userId)
    expect(invited).toContain(alone.user.id)
    for (const { user } of [both, withPasskey, withPassword]) expect(invited).not.toContain(user.id)
    expect(await both.browser.go(second.id)).toBe(HOME)

    await app.services.passwordResets.sendInvitation({ userId: alone.user.id }, 'job-of-the-link')
    const [link_] = await app.database.query('select 1 from password_resets where user_id = $1', [
      alone.user.id,
    ])
    expect(link_).toBeDefined()
  })

  it('counts no password where the lab stays provider only [OIDC-25]', async () => {
    const lab = await app.createLab()
    const [provider, other] = [await add({ labId: lab.id }), await add()]
    const [alone, both] = [await linked(provider, 'Doctor', lab), await linked(provider, 'Doctor', lab)]
    await link(other.id, both.user, both.person)
    const dependents = async () =>
      (await admin.get(`/provider/getDependents/${provider.id}`)).body.data.map(
        ({ id }: { id: number }) => id,
      )
    expect(await dependents()).toEqual([])
    await app.database.query("insert into lab_sign_in_settings (lab_id, rule) values ($1, 'provider')", [
      lab.id,
    ])
    expect(await dependents()).toEqual([alone.user.id])
    sure(await admin.post(`/provider/remove/${provider.id}`))
    const statusOf = async ({ id }: { id: number }) => (await admin.get(`/user/${id}`)).body.data.status
    expect([await statusOf(alone.user), await statusOf(both.user)]).toEqual(['invited', 'active'])
  })
})
