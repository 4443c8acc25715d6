import { describe, expect, it } from 'vitest'
import { TEST_PASSWORD, useTestApp } from '../../testing/test-app.ts'

const app = await useTestApp()

describe('signing in', () => {
  it('accepts email and password and answers with the user and a cookie [API-AUTH-01 API-AUTH-02 API-AUTH-14 API-ENT-36]', async () => {
    const user = await app.createUser('Doctor')
    const client = app.client()
    const response = await client.post('/auth/user/login', { email: user.email, password: TEST_PASSWORD })
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ success: true, data: { id: user.id, email: user.email } })
    expect(client.cookieHeader()).toMatch(/^session=[\w-]{43}; device=[\w-]{43}\.[\w-]{43}$/)
    expect((await client.get('/user/dashboard')).status).toBe(200)
  })

  it('returns name, type and lab of the user and nothing of the password [API-ENT-01 API-ENT-02 API-ENT-03 API-ENT-05]', async () => {
    const lab = await app.createLab('Harbour Lab')
    const user = await app.createUser('Technician', lab)
    const { body } = await app
      .client()
      .post('/auth/user/login', { email: user.email, password: TEST_PASSWORD })
    expect(body.data).toEqual({
      id: user.id,
      fullName: 'Technician Person',
      email: user.email,
      phone: '+971500000000',
      avatar: null,
      userType: { id: 3, name: 'Technician' },
      lab: { id: lab.id, name: 'Harbour Lab' },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/i)
  })

  it('returns no lab for the Admin [API-ENT-04]', async () => {
    const user = await app.createUser('Admin')
    const { body } = await app
      .client()
      .post('/auth/user/login', { email: user.email, password: TEST_PASSWORD })
    expect(body.data.lab).toBeNull()
  })

  it('answers a wrong password, an unknown account and an empty form with one message [API-AUTH-03]', async () => {
    const user = await app.createUser('Doctor')
    const attempts = [
      { email: user.email, password: 'Wrong@123' },
      { email: 'unknown@zelab.test', password: TEST_PASSWORD },
      { email: '', password: '' },
      {},
    ]
    for (const attempt of attempts) {
      const response = await app.client().post('/auth/user/login', attempt)
      expect(response.status).toBe(401)
      expect(response.body).toEqual({
        success: false,
        code: 'WRONG_CREDENTIALS',
        message: 'Invalid email or password',
      })
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  it('accepts the email in any case and with surrounding spaces', async () => {
    const user = await app.createUser('Doctor')
    const response = await app
      .client()
      .post('/auth/user/login', { email: ` ${user.email.toUpperCase()} `, password: TEST_PASSWORD })
    expect(response.status).toBe(200)
  })

  it('rejects a Patient account with a specific message', async () => {
    const user = await app.createUser('Patient')
    const client = app.client()
    const response = await client.post('/auth/user/login', { email: user.email, password: TEST_PASSWORD })
    expect(response.status).toBe(403)
    expect(response.body.message).toBe('Patient accounts cannot sign in to the staff application')
    expect(client.cookieHeader()).toBe('')
  })

  it('stores only a hash of the token', async () => {
    const client = await app.signedIn('Doctor')
    const token = /session=([\w-]+)/.exec(client.cookieHeader())?.[1] ?? ''
    const rows = await app.database.query<{ found: boolean }>(
      "select encode(token_hash, 'escape') like '%' || $1 || '%' as found from session_tokens",
      [token],
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every((row) => !row.found)).toBe(true)
  })
})

describe('restoring a session', () => {
  it('answers with the user and rotates the cookie [API-AUTH-05 API-AUTH-07]', async () => {
    const client = await app.signedIn('Receptionist')
    const before = client.cookieHeader()
    const response = await client.get('/auth/refresh-token')
    expect(response.status).toBe(200)
    expect(response.body.data).toMatchObject({ id: client.user.id, userType: { name: 'Receptionist' } })
    expect(client.cookieHeader()).not.toBe(before)
    expect((await client.get('/user/dashboard')).status).toBe(200)
  })

  it('accepts concurrent refreshes of two tabs, and a reload whose answer was lost', async () => {
    const client = await app.signedIn('Doctor')
    const cookie = client.cookieHeader()
    const [one, two] = await Promise.all([
      app.client().get('/auth/refresh-token', { headers: { cookie } }),
      app.client().get('/auth/refresh-token', { headers: { cookie } }),
    ])
    expect([one.status, two.status]).toEqual([200, 200])
    for (const { headers } of [one, two]) {
      const fresh = headers.getSetCookie()[0]?.split(';')[0] ?? ''
      expect((await app.client().get('/user/dashboard', { headers: { cookie: fresh } })).status).toBe(200)
    }
  })

  it('ends the session when a replaced token is used after its grace period, and records it [SAFE-21]', async () => {
    const client = await app.signedIn('Doctor')
    const cookie = client.cookieHeader()
    await client.get('/auth/refresh-token')
    await app.database.query("update session_tokens set replaced_at = replaced_at - interval '61 seconds'")
    expect((await client.get('/user/dashboard')).status).toBe(200)
    expect((await app.client().get('/user/dashboard', { headers: { cookie } })).status).toBe(401)
    expect((await client.get('/user/dashboard')).status).toBe(401)
    const entries = await app.database.query<{ summary: string }>(
      "select summary from activity_log where action = 'session.reuse' and object_id = $1",
      [client.user.id],
    )
    expect(entries).toEqual([
      { summary: 'Ended a session of Doctor Person: a token that had been replaced was used again' },
    ])
  })

  it('recognizes a replaced token after many others, and stores a bounded number of them [SAFE-21]', async () => {
    const client = await app.signedIn('Doctor')
    const cookie = client.cookieHeader()
    for (let reload = 1; reload <= 20; reload++) await client.get('/auth/refresh-token')
    const { id } = await app.database.one<{ id: number }>('select id from sessions where user_id = $1', [
      client.user.id,
    ])
    await app.database.query(
      `insert into session_tokens (token_hash, session_id, replaced_at)
       select sha256(n::text::bytea), $1, now() - make_interval(secs => n) from generate_series(1000, 2000) n`,
      [id],
    )
    await client.get('/auth/refresh-token')
    await app.database.query("update session_tokens set replaced_at = replaced_at - interval '61 seconds'")
    const stored = await app.database.query('select 1 from session_tokens where session_id = $1', [id])
    expect(stored.length).toBeLessThanOrEqual(203)
    expect((await client.get('/user/dashboard')).status).toBe(200)
    await app.client().get('/user/dashboard', { headers: { cookie } })
    expect((await client.get('/user/dashboard')).status).toBe(401)
  })

  it('answers 401 without a new token when the session ended meanwhile', async () => {
    const client = await app.signedIn('Doctor')
    const token = /session=([\w-]+)/.exec(client.cookieHeader())?.[1] ?? ''
    const visitor = { address: '127.0.0.1', userAgent: undefined, requestId: 'test' }
    const caller = await app.services.sessions.identify(token, visitor)
    await client.post('/auth/logout')
    await expect(app.services.sessions.refresh(caller!, token)).rejects.toMatchObject({ status: 401 })
  })

  it('answers 401 without a session and with an invalid token', async () => {
    expect((await app.client().get('/auth/refresh-token')).status).toBe(401)
    const forged = app.client()
    forged.setCookie('session', 'A'.repeat(43))
    const response = await forged.get('/auth/refresh-token')
    expect(response.status).toBe(401)
    expect(response.body).toEqual({
      success: false,
      code: 'SIGN_IN_REQUIRED',
      message: 'Please sign in to continue',
    })
  })

  it('expires at the idle limit and the absolute limit, and works within them', async () => {
    const setBack = (column: string, minutes: number, userId: number) =>
      app.database.query(
        `update sessions set ${column} = now() - make_interval(mins => $1) where user_id = $2`,
        [minutes, userId],
      )
    for (const [column, limit] of [
      ['last_seen_at', 60],
      ['created_at', 12 * 60],
    ] as const) {
      const client = await app.signedIn('Doctor')
      await setBack(column, limit - 1, client.user.id)
      expect((await client.get('/user/dashboard')).status).toBe(200)
      await setBack(column, limit + 1, client.user.id)
      expect((await client.get('/user/dashboard')).status).toBe(401)
    }
  })

  it('extends the idle limit with any request', async () => {
    const client = await app.signedIn('Doctor')
    await app.database.query(
      "update sessions set last_seen_at = now() - interval '50 minutes' where user_id = $1",
      [client.user.id],
    )
    await client.get('/user/dashboard')
    const { age } = await app.database.one<{ age: number }>(
      'select extract(epoch from now() - last_seen_at)::float as age from sessions where user_id = $1',
      [client.user.id],
    )
    expect(age).toBeLessThan(60)
  })

  it('ends at once when the user is deactivated', async () => {
    const client = await app.signedIn('Doctor')
    await app.database.query('update users set deactivated_at = now() where id = $1', [client.user.id])
    expect((await client.get('/user/dashboard')).status).toBe(401)
    const again = await app
      .client()
      .post('/auth/user/login', { email: client.user.email, password: TEST_PASSWORD })
    expect(again.status).toBe(401)
  })
})

describe('signing out', () => {
  it('answers with a message and ends the session permanently [API-AUTH-08 API-AUTH-09 API-AUTH-10]', async () => {
    const client = await app.signedIn('Doctor')
    const cookie = client.cookieHeader()
    const response = await client.post('/auth/logout')
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ success: true, message: 'Logout successful', endAt: null, openAt: null })
    expect(client.cookieHeader()).not.toContain('session=')
    expect((await app.client().get('/auth/refresh-token', { headers: { cookie } })).status).toBe(401)
  })

  it('succeeds without a session too', async () => {
    expect((await app.client().post('/auth/logout')).status).toBe(200)
  })
})
