import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const signIn = (email: string, password = TEST_PASSWORD) =>
  app.client().post('/auth/user/login', { email, password })
const forgetAll = () => app.database.execute('delete from throttles')

describe('guessing passwords', () => {
  it('is slowed down on an account, known or not, and tells nothing else', async () => {
    const { email } = await app.createUser('Doctor')
    for (const account of [email, 'nobody@zelab.test']) {
      await forgetAll()
      for (let attempt = 1; attempt <= 10; attempt++)
        expect((await signIn(account, 'Guess@123')).status).toBe(401)
      const blocked = await signIn(account)
      expect(blocked.status).toBe(429)
      expect(blocked.body).toEqual({
        success: false,
        message: 'Too many attempts. Please wait a moment and try again.',
      })
    }
  })

  it('does not get through by many attempts at once, nor by another spelling of the email', async () => {
    await forgetAll()
    const { email } = await app.createUser('Doctor')
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        signIn(index % 2 ? email.toUpperCase() : ` ${email} `, 'Guess@123'),
      ),
    )
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(20)
  })

  it('ends with the window, and with a right password', async () => {
    await forgetAll()
    const { email } = await app.createUser('Doctor')
    for (let attempt = 1; attempt <= 9; attempt++) await signIn(email, 'Guess@123')
    expect((await signIn(email)).status).toBe(200)
    for (let attempt = 1; attempt <= 11; attempt++) await signIn(email, 'Guess@123')
    expect((await signIn(email)).status).toBe(429)
    await app.database.execute("update throttles set window_started_at = now() - interval '16 minutes'")
    expect((await signIn(email)).status).toBe(200)
  })

  it('is slowed down from one address over many accounts; right sign-ins are not charged to it', async () => {
    await forgetAll()
    const { email } = await app.createUser('Doctor')
    for (let visit = 1; visit <= 5; visit++) await signIn(email)
    const charged = await app.database.one<{ most: number }>(
      'select coalesce(max(attempts), 0) as most from throttles',
    )
    expect(charged.most).toBe(0)
    await app.database.execute('update throttles set attempts = 100')
    expect((await signIn('somebody-else@zelab.test', 'Guess@123')).status).toBe(429)
  })
})

describe('asking for reset links', () => {
  it('is bounded for each address typed, known or not', async () => {
    await forgetAll()
    const { email } = await app.createUser('Doctor')
    for (const account of [email, 'nobody@zelab.test']) {
      for (let request = 1; request <= 5; request++)
        expect((await app.client().post('/auth/forgot-password', { email: account })).status).toBe(200)
      expect((await app.client().post('/auth/forgot-password', { email: account })).status).toBe(429)
    }
  })
})

describe('a common password', () => {
  it('is refused for a new user and for the own account', async () => {
    const lab = await app.createLab()
    const admin = await app.signedIn('Admin')
    const added = await admin.post('/auth/user/register', {
      name: 'New Person',
      email: 'new@zelab.test',
      phone: '+971501234567',
      password: 'P@ssw0rd',
      confirmPassword: 'P@ssw0rd',
      userTypeId: '2',
      labId: lab.id,
    })
    expect(added.status).toBe(400)
    expect(added.body.errors).toEqual([
      {
        path: 'password',
        message: 'This password is on lists of common passwords. Please choose another one.',
      },
    ])
    const changed = await admin.put('/auth/password', {
      currentPassword: TEST_PASSWORD,
      password: 'iloveyou1',
      confirmPassword: 'iloveyou1',
    })
    expect(changed.status).toBe(400)
  })
})
