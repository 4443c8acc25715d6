import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { linkIn, startMailServer } from '../../../testing/mail-server.ts'
import { useSignInProviders } from '../../../testing/sign-in-providers.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { nextNumber, TEST_PASSWORD, type TestLab } from '../../../testing/test-app.ts'

const mail = await stopAtEnd(startMailServer())
const { app, admin, add, browserOf, storeMailedLink } = await useSignInProviders({
  smtpUrl: mail.url,
  withJobs: true,
})

const HOME = '/user/dashboard'
const PASSWORDS = { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD }

const setRule = (lab: TestLab, rule: 'any' | 'provider', openUntil: string | null = null) =>
  app.database.query(
    `insert into lab_sign_in_settings (lab_id, rule, open_until) values ($1, $2, $3)
     on conflict (lab_id) do update set rule = excluded.rule, open_until = excluded.open_until`,
    [lab.id, rule, openUntil],
  )
const newLab = async (rule: 'any' | 'provider' = 'provider') => {
  const lab = await app.createLab()
  const provider = await add({ labId: lab.id })
  await setRule(lab, rule)
  return { lab, provider }
}
const fieldsOf = (lab: TestLab) => ({
  ...{ name: 'Priya Nair', email: `priya${nextNumber()}@hospital.test`, phone: '+971501234567' },
  ...{ userTypeId: '3', labId: String(lab.id) },
})
const userOf = async (id: number) =>
  sure(await admin.get(`/user/${id}`)) as { id: number; status: string; needsLink: boolean }
const newestMailTo = async (email: string, number = 1) => {
  await expect.poll(() => mail.mailsTo(email)).toHaveLength(number)
  return mail.mailsTo(email).at(-1)
}
const invitation = async (token: string | null) => {
  const { isProviderOnly, data } = (await app.client().post('/auth/oidc/invitation', { token })).body
  return { isProviderOnly, data }
}
/** The mailed link is used with the provider. */
const accept = (provider: { id: number; at: { people: object } }, token: string) => {
  const person = `person-${nextNumber()}`
  Object.assign(provider.at.people, { [person]: {} })
  return browserOf(person).go(provider.id, { purpose: 'invitation', token })
}

describe('a person who is invited to a lab that is provider only', () => {
  it('gets a link to continue with the provider, not to set a password [OIDC-75]', async () => {
    const { lab, provider } = await newLab()
    const { id, email } = sure(await admin.post('/user/invite', fieldsOf(lab))) as {
      id: number
      email: string
    }
    const sent = await newestMailTo(email)
    expect(sent?.content).toContain('Subject: You are invited to Zelab')
    expect(sent?.content).toContain('The link works once and for 3 days.')
    expect(sent?.content).not.toMatch(/choose (a )?password/i)
    const token = linkIn(sent).get('token') ?? ''
    const { name } = provider
    expect(await invitation(token)).toEqual({ isProviderOnly: true, data: [{ id: provider.id, name }] })
    expect((await app.client().post('/auth/reset-password', { token, email, ...PASSWORDS })).status).toBe(400)
    expect(await accept(provider, token)).toBe(HOME)
    expect(await userOf(id)).toMatchObject({ status: 'active', needsLink: false })
    expect(await invitation(token)).toEqual({ isProviderOnly: false, data: [] })
  })

  it('gets an invitation instead of a password that would not work [OIDC-75]', async () => {
    const { lab, provider } = await newLab()
    const added = sure(await admin.post('/auth/user/register', { ...fieldsOf(lab), ...PASSWORDS })) as {
      id: number
      email: string
      status: string
    }
    expect(added.status).toBe('invited')
    const sent = await newestMailTo(added.email)
    expect(await accept(provider, linkIn(sent).get('token') ?? '')).toBe(HOME)
    const { lab: open } = await newLab('any')
    const other = sure(await admin.post('/auth/user/register', { ...fieldsOf(open), ...PASSWORDS }))
    expect(other).toMatchObject({ status: 'active', needsLink: false })
  })

  it('reads that the link has expired, or that a password can be set [OIDC-76]', async () => {
    const { lab, provider } = await newLab()
    const user = sure(await admin.post('/user/invite', fieldsOf(lab))) as { id: number; email: string }
    await newestMailTo(user.email)
    await storeMailedLink(user, `late-${user.id}`, 73)
    expect(await invitation(`late-${user.id}`)).toEqual({ isProviderOnly: true, data: [] })
    await storeMailedLink(user, `fresh-${user.id}`)
    await setRule(lab, 'any')
    expect(await invitation(`fresh-${user.id}`)).toMatchObject({
      isProviderOnly: false,
      data: [{ id: provider.id }],
    })
    expect(await invitation('unknown')).toEqual({ isProviderOnly: false, data: [] })
  })
})

describe('a user of a lab that is provider only who is not linked', () => {
  it('appears as such, and gets a link to link the provider from the Admin [OIDC-77]', async () => {
    const { lab, provider } = await newLab('any')
    const user = await app.createUser('Doctor', lab)
    const resend = () => admin.post(`/user/resendInvitation/${user.id}`)
    expect((await userOf(user.id)).needsLink).toBe(false)
    expect((await resend()).body.code).toBe('USER_NOT_INVITED')
    await setRule(lab, 'provider', '2999-01-01T00:00:00Z')
    expect((await userOf(user.id)).needsLink).toBe(false)
    await setRule(lab, 'provider')
    expect(await userOf(user.id)).toMatchObject({ status: 'active', needsLink: true })
    sure(await resend())
    expect(await userOf(user.id)).toMatchObject({ status: 'invited', needsLink: false })
    const sent = await newestMailTo(user.email)
    expect(sent?.content).toContain('Subject: Link your Zelab account')
    expect(await accept(provider, linkIn(sent).get('token') ?? '')).toBe(HOME)
    expect(await userOf(user.id)).toMatchObject({ status: 'active', needsLink: false })
    expect((await resend()).body.code).toBe('USER_NOT_INVITED')
    const summaries = await app.database.query(
      "select from activity_log where object_id = $1 and summary like '%to link a sign-in provider'",
      [user.id],
    )
    expect(summaries).toHaveLength(1)
  })
})
