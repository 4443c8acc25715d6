import { describe, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import { createRandom } from '../../../testing/hostile-values.ts'
import { totpCode } from '../../../testing/backups.ts'
import {
  addPasskey,
  answerChallenge,
  signInWithPasskey,
  type SoftwarePasskey,
} from '../../../testing/software-passkey.ts'
import { TEST_PASSWORD, useTestApp, type TestUser } from '../../../testing/test-app.ts'

const app = await useTestApp({ appUrl: 'https://reports.test' })
const admin = await app.signedIn('Admin')

const SEQUENCES = 30
const STEPS = 25

/** The expected state of an account. */
interface Account {
  user: TestUser
  secret: string | undefined
  passkeys: { id: number; passkey: SoftwarePasskey }[]
  removed: SoftwarePasskey[]
  codes: string[]
}

const isOn = ({ secret, passkeys }: Account) => secret !== undefined || passkeys.length > 0

const signIn = (client: ApiClient, { user }: Account, more: object = {}) =>
  client.post('/auth/user/login', { email: user.email, password: TEST_PASSWORD, ...more })

const appCode = async ({ user, secret = '' }: Account) => {
  // A code is used once; the next one would come half a minute later.
  await app.database.query('update users set totp_last_step = null where id = $1', [user.id])
  return totpCode(secret)
}

const createActions = (random: () => number) => {
  const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)] as One

  /** Some way in that the account has, and some proof for its identity check. */
  const enter = async (account: Account): Promise<ApiClient> => {
    const client = app.client()
    if (account.passkeys.length > 0 && random() < 0.5)
      sure(await signInWithPasskey(client, pick(account.passkeys).passkey))
    else if (account.secret !== undefined)
      sure(await signIn(client, account, { code: await appCode(account) }))
    else if (account.passkeys.length > 0)
      sure(
        await signIn(client, account, {
          passkey: await answerChallenge(client, pick(account.passkeys).passkey, 'second-step'),
        }),
      )
    else sure(await signIn(client, account))
    return client
  }
  const proofOf = async (client: ApiClient, account: Account) => {
    if (account.passkeys.length > 0 && (account.secret === undefined || random() < 0.5))
      return { passkey: await answerChallenge(client, pick(account.passkeys).passkey, 'confirm') }
    return { password: TEST_PASSWORD, ...(account.secret && { code: await appCode(account) }) }
  }
  const change = async (account: Account, work: (client: ApiClient, proof: object) => Promise<void>) => {
    const client = await enter(account)
    await work(client, await proofOf(client, account))
    if (!isOn(account)) account.codes = []
  }

  const actions: ((account: Account) => Promise<void>)[] = [
    (account) =>
      change(account, async (client, proof) => {
        if (account.passkeys.length >= 10) return
        const wasOn = isOn(account)
        const { id, passkey, recoveryCodes } = await addPasskey(client, proof)
        expect(recoveryCodes === undefined).toBe(wasOn)
        if (recoveryCodes) account.codes = recoveryCodes
        account.passkeys.push({ id, passkey })
      }),
    (account) =>
      change(account, async (client, proof) => {
        const removed = account.passkeys[0]
        if (!removed) return
        sure(await client.post(`/auth/passkey/remove/${removed.id}`, proof))
        account.passkeys.shift()
        account.removed.push(removed.passkey)
      }),
    (account) =>
      change(account, async (client, proof) => {
        const keepsCodes = account.secret === undefined && account.passkeys.length > 0
        const { secret } = sure(await client.post('/auth/second-factor/start', proof)) as { secret: string }
        const { recoveryCodes } = sure(
          await client.post('/auth/second-factor/confirm', { code: totpCode(secret) }),
        ) as { recoveryCodes: string[] }
        expect(recoveryCodes).toHaveLength(keepsCodes ? 0 : 10)
        if (!keepsCodes) account.codes = recoveryCodes
        account.secret = secret
      }),
    (account) =>
      change(account, async (client, proof) => {
        if (account.secret === undefined) return
        sure(await client.post('/auth/second-factor/remove', proof))
        account.secret = undefined
      }),
    (account) =>
      change(account, async (client, proof) => {
        const answer = await client.post('/auth/second-factor/recovery-codes', proof)
        expect(answer.status).toBe(isOn(account) ? 200 : 409)
        if (isOn(account)) account.codes = sure(answer).recoveryCodes as string[]
      }),
    async (account) => {
      if (random() < 0.6) return
      const answer = await admin.post(`/user/resetSecondFactor/${account.user.id}`, {
        password: TEST_PASSWORD,
      })
      expect(answer.status).toBe(isOn(account) ? 200 : 409)
      account.removed.push(...account.passkeys.map(({ passkey }) => passkey))
      Object.assign(account, { secret: undefined, passkeys: [], codes: [] })
    },
    async (account) => {
      expect((await signIn(app.client(), account)).status).toBe(isOn(account) ? 401 : 200)
      const code = account.codes.pop()
      if (code !== undefined) expect((await signIn(app.client(), account, { code })).status).toBe(200)
      const foreign = code ?? '2222-2222'
      expect((await signIn(app.client(), account, { code: foreign })).status).toBe(isOn(account) ? 401 : 200)
    },
    async (account) => {
      for (const passkey of account.removed.slice(-2))
        expect((await signInWithPasskey(app.client(), passkey)).status).toBe(401)
      for (const { passkey } of account.passkeys.slice(-2)) {
        const answer = await signInWithPasskey(app.client(), passkey)
        expect(answer.body.data.id).toBe(account.user.id)
      }
    },
  ]
  return { step: (account: Account) => pick(actions)(account) }
}

describe('ways into an account', () => {
  it('match a model after random changes [PASSKEY-14]', async () => {
    for (let sequence = 0; sequence < SEQUENCES; sequence++) {
      const { step } = createActions(createRandom(sequence + 1))
      const user = await app.createUser('Doctor')
      const account: Account = { user, secret: undefined, passkeys: [], removed: [], codes: [] }
      for (let count = 0; count < STEPS; count++) {
        await step(account)
        // Failures on purpose, and all from one network.
        await app.database.execute('delete from rate_limits')
      }
    }
  })
})
