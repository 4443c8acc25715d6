import { describe, expect, it } from 'vitest'
import { TEST_PASSWORD, useTestApp } from '../../testing/test-app.ts'
import { createRateLimiter } from './rate-limits.service.ts'

const app = await useTestApp()

const signIn = (email: string, password = TEST_PASSWORD) =>
  app.client().post('/auth/user/login', { email, password })
const forgetAll = () => app.database.execute('delete from rate_limits')

describe('guessing passwords', () => {
  it('reaches a limit per account, known or not, and reveals nothing else', async () => {
    const { email } = await app.createUser('Doctor')
    for (const account of [email, 'unknown@zelab.test']) {
      await forgetAll()
      for (let attempt = 1; attempt <= 10; attempt++)
        expect((await signIn(account, 'Guess@123')).status).toBe(401)
      const blocked = await signIn(account)
      expect(blocked.status).toBe(429)
      expect(blocked.body).toEqual({
        success: false,
        code: 'TOO_MANY_ATTEMPTS',
        message: 'Too many attempts. Please wait a moment and try again.',
      })
    }
  })

  it('cannot bypass the limit by concurrency or another spelling of the email', async () => {
    await forgetAll()
    const { email } = await app.createUser('Doctor')
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        signIn(index % 2 ? email.toUpperCase() : ` ${email} `, 'Guess@123'),
      ),
    )
    expect(responses.filter((response) => response.status === 401)).toHaveLength(10)
    expect(responses.filter((response) => response.status === 429)).toHaveLength(20)
  })

  it('starts over after the window, and after a correct password', async () => {
    await forgetAll()
    const { email } = await app.createUser('Doctor')
    for (let attempt = 1; attempt <= 9; attempt++) await signIn(email, 'Guess@123')
    expect((await signIn(email)).status).toBe(200)
    for (let attempt = 1; attempt <= 11; attempt++) await signIn(email, 'Guess@123')
    expect((await signIn(email)).status).toBe(429)
    await app.database.execute(
      "update rate_limits set window_started_at = window_started_at - interval '16 minutes', waits_until = waits_until - interval '16 minutes'",
    )
    expect((await signIn(email)).status).toBe(200)
  })

  it('waits longer with each further attempt, but not for refused attempts [SAFE-20]', async () => {
    await forgetAll()
    const { email } = await app.createUser('Doctor')
    const waitOf = async () => {
      const response = await signIn(email, 'Guess@123')
      return response.status === 429 ? Number(response.headers.get('retry-after')) : response.status
    }
    const endWait = () => app.database.execute('update rate_limits set waits_until = now()')
    for (let attempt = 1; attempt <= 10; attempt++) expect(await waitOf()).toBe(401)
    for (const seconds of [15, 30, 60, 120, 240, 480, 900, 900]) {
      expect(await waitOf()).toBe(seconds)
      expect(await waitOf()).toBe(seconds)
      await endWait()
      expect(await waitOf()).toBe(401)
    }
    await endWait()
    expect((await signIn(email)).status).toBe(200)
  })

  it('waits out the window of a counter from an earlier version [SAFE-20]', async () => {
    await forgetAll()
    const { email } = await app.createUser('Doctor')
    for (let attempt = 1; attempt <= 10; attempt++) await signIn(email, 'Guess@123')
    await app.database.execute('update rate_limits set waits_until = null')
    expect((await signIn(email)).status).toBe(429)
    await app.database.execute("update rate_limits set window_started_at = now() - interval '16 minutes'")
    expect((await signIn(email)).status).toBe(200)
  })

  it.each([
    ['\u0130\u0130ii.x', 'iiii.x'],
    ['\u0130ii.x', 'iii.x'],
    ['\u212Aim.x', 'kim.x'],
  ])('counts per account in any spelling: %s is %s [SAFE-20]', async (spelling, name) => {
    await forgetAll()
    const user = await app.createUser('Doctor')
    const domain = `@${user.id}.zelab.test`
    await app.database.query('update users set email = $2 where id = $1', [user.id, name + domain])
    const found = await app.database.query('select 1 from users where id = $1 and lower(email) = lower($2)', [
      user.id,
      spelling + domain,
    ])
    for (let attempt = 1; attempt <= 10; attempt++)
      expect((await signIn(attempt % 2 ? spelling + domain : name + domain, 'Guess@123')).status).toBe(401)
    const isSame = found.length > 0
    expect((await signIn(spelling + domain, 'Guess@123')).status).toBe(isSame ? 429 : 401)
    expect((await signIn(name + domain)).status).toBe(isSame ? 429 : 200)
  })

  it('reaches a limit per address over many accounts, without counting successful sign-ins', async () => {
    await forgetAll()
    const { email } = await app.createUser('Doctor')
    for (let visit = 1; visit <= 5; visit++) await signIn(email)
    const charged = await app.database.one<{ most: number }>(
      'select coalesce(max(attempts), 0) as most from rate_limits',
    )
    expect(charged.most).toBe(0)
    await app.database.execute('update rate_limits set attempts = 100')
    expect((await signIn('other@zelab.test', 'Guess@123')).status).toBe(429)
  })
})

describe('attempts from an IPv6 network', () => {
  it('count together for all of its addresses [SAFE-20]', async () => {
    const limit = { perAccount: 100, perAddress: 3, windowMinutes: 15 }
    const rateLimiter = createRateLimiter({
      database: app.database,
      name: 'test',
      limit: () => Promise.resolve(limit),
    })
    for (let host = 1; host <= 3; host++) await rateLimiter.attempt({ address: `2001:db8:1:2::${host}` })
    await expect(rateLimiter.attempt({ address: '2001:db8:1:2:a:b:c:d' })).rejects.toThrow(
      'Too many attempts',
    )
    await rateLimiter.attempt({ address: '2001:db8:1:3::1' })
  })
})

describe('a strict limit', () => {
  const limiter = () =>
    createRateLimiter({
      database: app.database,
      name: `strict ${Math.random()}`,
      limit: { perAccount: 100, perAddress: 3, windowMinutes: 60, isStrict: true },
    })
  const waitOf = (attempt: Promise<void>) =>
    attempt.then(
      () => 0,
      (refusal: { retryAfterSeconds: number }) => refusal.retryAfterSeconds,
    )
  const pass = (minutes: number) =>
    app.database.execute(
      `update rate_limits set window_started_at = window_started_at - make_interval(mins => $1),
              waits_until = waits_until - make_interval(mins => $1)`,
      [minutes],
    )

  it('refuses every attempt of a whole window, then allows as many again [LINK-04]', async () => {
    await forgetAll()
    const { attempt } = limiter()
    const source = { address: '192.0.2.7' }
    for (const round of [1, 2]) {
      for (let number = 1; number <= 3; number++) expect(await waitOf(attempt(source)), `${round}`).toBe(0)
      expect(await waitOf(attempt(source))).toBe(3600)
      await pass(59)
      expect(await waitOf(attempt(source))).toBe(60)
      await pass(1)
    }
    expect(await waitOf(attempt({ address: '192.0.2.8' }))).toBe(0)
  })

  it('counts attempts at the same moment, and no successful one [LINK-04]', async () => {
    await forgetAll()
    const { attempt, succeed } = limiter()
    const source = { address: '2001:db8:7:7::1' }
    for (let visit = 1; visit <= 5; visit++) {
      await attempt(source)
      await succeed(source)
    }
    const waits = await Promise.all(
      Array.from({ length: 10 }, (_, host) => waitOf(attempt({ address: `2001:db8:7:7::${host + 1}` }))),
    )
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(3)
  })
})

describe('requesting reset links', () => {
  it('reaches a limit for each email, known or not', async () => {
    await forgetAll()
    const { email } = await app.createUser('Doctor')
    for (const account of [email, 'unknown@zelab.test']) {
      for (let request = 1; request <= 5; request++)
        expect((await app.client().post('/auth/forgot-password', { email: account })).status).toBe(200)
      expect((await app.client().post('/auth/forgot-password', { email: account })).status).toBe(429)
    }
  })
})

describe('a common password', () => {
  it('fails for a new user and for the own account', async () => {
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
