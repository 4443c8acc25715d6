import { expect, it } from 'vitest'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import { createRandom } from '../../../testing/hostile-values.ts'
import { useSignInProviders } from '../../../testing/sign-in-providers.ts'
import { addPasskey, answerChallenge, signInWithPasskey } from '../../../testing/software-passkey.ts'
import { TEST_PASSWORD } from '../../../testing/test-app.ts'
import {
  createWaysModel,
  createWaysWorld,
  findAccounts,
  hasWayIn,
  isRoleGiven,
  isFor,
  MODEL_GROUPS,
  rowOf,
  typeIdOf,
  type ModelAccount,
  type ModelPerson,
  type ModelProvider,
} from '../../../testing/ways-in-model.ts'

/** PROVIDER_SEQUENCES=10000 takes an hour. */
const SEQUENCES = Number(process.env.PROVIDER_SEQUENCES ?? 100)
const FIRST = Number(process.env.PROVIDER_SEED ?? 1)
const STEPS = 16
const HOME = '/user/dashboard'
const PASSWORD = 'Another@456'
const ROLES = ['Admin', 'Doctor', 'Technician', 'Receptionist'] as const

const suite = await useSignInProviders()
const { app, admin, browserOf, hostile, storeMailedLink } = suite
const { database } = app

const problemIn = (end: string) => new URL(end, 'https://reports.test').searchParams.get('problem')

const createSequence = (
  { labs, added, providers }: Awaited<ReturnType<typeof createWaysWorld>>,
  seed: number,
) => {
  const random = createRandom(seed)
  const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)] as One
  const model = createWaysModel(providers)
  const open: { client: ApiClient; account: ModelAccount }[] = []
  const people: ModelPerson[] = [1, 2, 3, 4].map((number) => ({
    sub: `person-${seed}-${number}`,
    email: `person-${seed}-${number}@hospital.test`,
    groups: [pick(MODEL_GROUPS)],
  }))
  let links = 0

  const publish = ({ sub, email, groups }: ModelPerson) => {
    for (const { at } of added)
      at.people[sub] = { email, email_verified: true, name: 'Nadia Karim', groups, role: 'Admin' }
  }
  const signIn = ({ email, password = 'Unknown@123' }: ModelAccount, client = app.client()) =>
    client.post('/auth/user/login', { email, password })

  /** Signs in by some way that the account has. */
  const enter = async (account: ModelAccount): Promise<ApiClient | undefined> => {
    if (!account.isActive || account.isInvited || !hasWayIn(account)) return undefined
    const client = app.client()
    const [link] = account.links
    if (account.passkey && !account.hasLostRole) sure(await signInWithPasskey(client, account.passkey))
    else if (account.password && !account.hasLostRole) sure(await signIn(account, client))
    else if (link) {
      const person = people.find(({ sub }) => sub === link[1].sub)
      const provider = providers.find(({ id }) => id === link[0])
      if (!person || !provider || !('account' in model.signIn(provider, person))) return undefined
      expect(await browserOf(person.sub, client).go(provider.id)).toBe(HOME)
      account.hasLostRole = false
    }
    open.push({ client, account })
    return client
  }
  const proofOf = async (account: ModelAccount, client: ApiClient): Promise<object> => {
    if (account.passkey) return { passkey: await answerChallenge(client, account.passkey, 'confirm') }
    if (account.password) return { password: account.password }
    const [providerId = 0, { sub = '' } = {}] = [...account.links][0] ?? []
    expect(await browserOf(sub, client).go(providerId, { purpose: 'confirm' })).toBe('/sign-in/window')
    return { provider: true }
  }
  const change = async (account: ModelAccount, work: (client: ApiClient, proof: object) => Promise<void>) => {
    const client = await enter(account)
    if (client) await work(client, await proofOf(account, client))
  }

  const throughProvider = async (provider: ModelProvider, person: ModelPerson) => {
    const expected = model.signIn(provider, person)
    const client = app.client()
    const end = await browserOf(person.sub, client).go(provider.id)
    if ('problem' in expected) {
      expect(problemIn(end)).toBe(expected.problem)
      const refused = model.accountOf(provider.id, person.sub)
      if (refused && expected.problem === 'NO_ROLE')
        Object.assign(refused, { hasLostRole: true, invitation: undefined })
      expect((await client.get('/auth/refresh-token')).status).toBe(401)
      return
    }
    expect(end).toBe(HOME)
    const { data } = (await client.get('/auth/refresh-token')).body
    if ('account' in expected) expect(data.id).toBe(expected.account.id)
    const account =
      'account' in expected
        ? expected.account
        : model.add({
            ...{ id: data.id, email: person.email, role: expected.creates, labId: provider.labId },
            links: new Map([[provider.id, { sub: person.sub, givesRole: true }]]),
          })
    expect(data.userType.name).toBe(account.role)
    account.hasLostRole = false
    open.push({ client, account })
  }

  /** As if it was mailed. */
  const mailLink = async (account: ModelAccount) => {
    account.invitation = `token-${seed}-${++links}`
    await storeMailedLink(account, account.invitation)
  }

  const update = async (account: ModelAccount, changes: Partial<ModelAccount>) => {
    const next = { ...account, ...changes }
    if (next.role === 'Admin') next.labId = null
    else next.labId ??= pick(labs).id
    const answer = await admin.put(`/user/update/${account.id}`, {
      ...{ name: 'Nadia Karim', phone: '+971500000000', email: next.email },
      ...{ userTypeId: typeIdOf(next.role), ...(next.labId !== null && { labId: next.labId }) },
    })
    const isFixed = isRoleGiven(account) && next.labId === account.labId && next.role !== account.role
    expect(answer.status, JSON.stringify(answer.body)).toBe(isFixed ? 409 : 200)
    if (isFixed) return
    const isMoved = next.role !== account.role || next.labId !== account.labId
    if (next.email !== account.email) account.invitation = undefined
    Object.assign(account, { role: next.role, labId: next.labId, email: next.email })
    if (isMoved) model.keepWayIn(account)
    if (account.isInvited && account.invitation === undefined) await mailLink(account)
  }

  const actions: ((account: ModelAccount) => Promise<void>)[] = [
    () => throughProvider(pick(providers), pick(people)),
    () => throughProvider(providers[0] as ModelProvider, pick(people)),
    (account) =>
      change(account, async (client, proof) => {
        const [provider, { sub }] = [pick(providers), pick(people)]
        sure(await client.post('/auth/confirm-identity', proof))
        const problem = model.linkProblem(provider, account, sub)
        const end = await browserOf(sub, client).go(provider.id, { purpose: 'link' })
        expect(problemIn(end)).toBe(problem ?? null)
        if (problem === undefined) account.links.set(provider.id, { sub, givesRole: false })
      }),
    (account) =>
      change(account, async (client, proof) => {
        const { id } = pick(providers)
        const { links: own, password, passkey } = account
        const isLast = own.has(id) && own.size === 1 && !password && !passkey
        const answer = await client.post(`/auth/oidc/${id}/unlink`, proof)
        expect(answer.status).toBe(!own.has(id) ? 404 : isLast ? 409 : 200)
        if (answer.status === 200) own.delete(id)
      }),
    (account) =>
      change(account, async (client, proof) => {
        if (account.passkey || account.role === 'Admin') return
        account.passkey = (await addPasskey(client, proof)).passkey
      }),
    async () => {
      const [role, lab] = [pick(ROLES), pick(labs)]
      const email = pick([`invited-${seed}-${++links}@hospital.test`, pick(people).email])
      const fields = {
        name: 'Nadia Karim',
        phone: '+971500000000',
        email,
        userTypeId: typeIdOf(role),
        labId: lab.id,
      }
      const answer = await admin.post('/user/invite', fields)
      expect(answer.status).toBe(model.hasEmail(email) ? 409 : 200)
      if (answer.status !== 200) return
      const labId = role === 'Admin' ? null : lab.id
      await mailLink(model.add({ id: sure(answer).id, email, role, labId, isInvited: true }))
    },
    async () => {
      const account = model.accounts.find(({ invitation }) => invitation !== undefined)
      if (!account?.invitation) return
      const { invitation: token } = account
      if (random() < 0.3) {
        const reset = { token, email: account.email, password: PASSWORD, confirmPassword: PASSWORD }
        const answer = await app.client().post('/auth/reset-password', reset)
        expect(answer.status).toBe(account.isActive ? 200 : 400)
        if (answer.status !== 200) return
        Object.assign(account, { password: PASSWORD, isInvited: false, invitation: undefined })
        return
      }
      const [provider, { sub }] = [pick(providers), pick(people)]
      const client = app.client()
      const end = await browserOf(sub, client).go(provider.id, { purpose: 'invitation', token })
      const problem = !account.isActive
        ? 'RESET_LINK_INVALID'
        : !isFor(provider, account)
          ? 'NOT_LINKED'
          : model.linkProblem(provider, account, sub)
      expect(problemIn(end)).toBe(problem ?? null)
      if (problem !== undefined) return
      account.links.set(provider.id, { sub, givesRole: false })
      Object.assign(account, { isInvited: false, invitation: undefined })
      expect((await client.get('/auth/refresh-token')).body.data.id).toBe(account.id)
      open.push({ client, account })
    },
    (account) => update(account, { role: pick(ROLES) }),
    (account) => (account.role === 'Admin' ? Promise.resolve() : update(account, { labId: pick(labs).id })),
    (account) => update(account, { email: `moved-${seed}-${++links}@hospital.test` }),
    async (account) => {
      const answer = account.isActive
        ? await admin.delete(`/user/delete/${account.id}`)
        : await admin.post(`/user/reactivate/${account.id}`)
      expect(answer.status).toBe(200)
      account.isActive = !account.isActive
      account.invitation = undefined
    },
    async (account) => {
      const answer = await admin.post(`/user/resetSecondFactor/${account.id}`, { password: TEST_PASSWORD })
      if (answer.body.code === 'LAST_WAY_IN_OF_ADMINS')
        return expect([account.role, account.password]).toEqual(['Admin', undefined])
      expect(answer.status).toBe(account.passkey ? 200 : 409)
      if (!account.passkey) return
      account.passkey = undefined
      model.keepWayIn(account)
      if (account.isInvited) await mailLink(account)
    },
    async () => {
      const person = pick(people)
      person.groups = [pick(MODEL_GROUPS), pick(MODEL_GROUPS)]
      publish(person)
    },
    async (account) => {
      const mayEnter = account.password && account.isActive && !account.passkey && !account.hasLostRole
      expect((await signIn(account)).status).toBe(mayEnter ? 200 : 401)
    },
  ]

  /** No session is of another account, or of one that is deactivated. */
  const checkSessions = async () => {
    for (const { client, account } of open.slice(-4)) {
      const { status, body } = await client.get('/auth/refresh-token')
      if (status === 200) expect([body.data.id, account.isActive]).toEqual([account.id, true])
    }
  }
  const checkAccounts = async () => {
    const { accounts } = model
    const ids = accounts.map(({ id }) => id)
    const stored = await findAccounts(database, ids)
    const expected = accounts.toSorted((one, other) => one.id - other.id).map(rowOf)
    expect(stored.map(({ isMailed: _, ...account }) => account)).toEqual(expected)
    for (const { isInvited, isMailed } of stored) expect(!isInvited || isMailed).toBe(true)
    for (const account of accounts) expect(account.isInvited || hasWayIn(account)).toBe(true)
    await database.query('update users set deactivated_at = now() where id = any($1)', [ids])
    await database.query('delete from sessions where user_id = any($1)', [ids])
  }

  return async () => {
    for (const person of people) publish(person)
    for (const [role, lab] of [
      ['Doctor', labs[0]],
      ['Technician', labs[1]],
      ['Admin', undefined],
    ] as const) {
      const { id, email, labId } = await app.createUser(role, lab)
      model.add({ id, email, role, labId, password: TEST_PASSWORD })
    }
    for (let step = 0; step < STEPS; step++) {
      await pick(actions)(pick(model.accounts))
      // All from one network.
      await database.execute('delete from rate_limits')
    }
    await checkSessions()
    await checkAccounts()
  }
}

it('sign in to their accounts alone, and each account keeps a way in, after random changes [OIDC-29]', async () => {
  const world = await createWaysWorld(suite)
  for (let seed = FIRST; seed < FIRST + SEQUENCES; seed++)
    await createSequence(world, seed)().catch((cause: unknown) => {
      throw new Error(`Sequence ${seed}`, { cause })
    })
  expect(hostile.countOf('token')).toBeGreaterThan(SEQUENCES)
})
