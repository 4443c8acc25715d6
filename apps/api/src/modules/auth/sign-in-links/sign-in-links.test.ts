import { describe, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import { totpCode } from '../../../testing/backups.ts'
import { TEST_PASSWORD, useTestApp } from '../../../testing/test-app.ts'
import { makeSignInLink } from './make-sign-in-link.ts'

const APP_URL = 'https://reports.test'
const app = await useTestApp({ appUrl: APP_URL })

const makeLink = (email: string) => makeSignInLink(app.database, { appUrl: APP_URL, email })
const tokenIn = (link: string | undefined) => new URL(link ?? '').searchParams.get('token') ?? ''
const press = (client: ApiClient, token: string, headers: Record<string, string> = {}) =>
  client.raw('POST', '/sign-in', {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      origin: 'null',
      ...headers,
    },
    body: new URLSearchParams({ token }).toString(),
  })

describe('a sign-in link', () => {
  it('shows a button, and signs its Admin in once; opening it uses nothing up [LINKIN-01]', async () => {
    const admin = await app.createUser('Admin')
    const token = tokenIn(await makeLink(` ${admin.email.toUpperCase()} `))
    for (const language of ['en', 'ar']) {
      const page = await app.client().raw('GET', `/sign-in?token=${token}&lang=${language}`)
      expect(page.status).toBe(200)
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      expect(await page.text()).toContain(language === 'en' ? '>Sign in</button>' : '>تسجيل الدخول</button>')
    }
    const clients = [app.client(), app.client()]
    const answers = await Promise.all(clients.map((client) => press(client, token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 422])
    const client = clients[answers.findIndex(({ status }) => status === 303)] as ApiClient
    expect((await client.get('/auth/sessions')).body.data[0]).toMatchObject({ way: 'link', isCurrent: true })
    const entries = await app.database.query<{ summary: string }>(
      `select summary from activity_log where object_id = $1 or actor_id = $1 order by id`,
      [admin.id],
    )
    expect(entries.map(({ summary }) => summary)).toEqual(
      expect.arrayContaining([
        'A sign-in link of Admin Person was made on the server',
        'Signed in with a link made on the server',
      ]),
    )
  })

  it('exists for active Admins only, and ends with a newer one or after 15 minutes [LINKIN-02]', async () => {
    const doctor = await app.createUser('Doctor')
    expect(await makeLink(doctor.email)).toBeUndefined()
    expect(await makeLink('nobody@zelab.test')).toBeUndefined()
    const admin = await app.createUser('Admin')
    const first = tokenIn(await makeLink(admin.email))
    const second = tokenIn(await makeLink(admin.email))
    expect((await press(app.client(), first)).status).toBe(422)
    expect((await press(app.client(), second, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    await app.database.execute("update sign_in_links set expires_at = expires_at - interval '901 seconds'")
    expect((await press(app.client(), second)).status).toBe(422)
    const third = tokenIn(await makeLink(admin.email))
    await app.database.query('update users set deactivated_at = now() where id = $1', [admin.id])
    expect((await press(app.client(), third)).status).toBe(422)
    expect(await makeLink(admin.email)).toBeUndefined()
  })

  it('lets the Admin replace a lost second factor with the password alone, for 15 minutes [LINKIN-03]', async () => {
    const admin = await app.signedIn('Admin')
    const proof = { password: TEST_PASSWORD }
    const { secret } = sure(await admin.post('/auth/second-factor/start', proof)) as { secret: string }
    sure(await admin.post('/auth/second-factor/confirm', { code: totpCode(secret) }))
    expect((await admin.post('/auth/second-factor/remove', proof)).status).toBe(400)
    const client = app.client()
    await press(client, tokenIn(await makeLink(admin.user.email)))
    expect((await client.post('/auth/second-factor/remove', { password: 'Wrong@1234' })).status).toBe(400)
    const ownSession =
      "update sessions set created_at = created_at - interval '16 minutes' where way = 'link'"
    await app.database.execute(ownSession)
    expect((await client.post('/auth/second-factor/remove', proof)).status).toBe(400)
    await press(client, tokenIn(await makeLink(admin.user.email)))
    expect((await client.post('/auth/second-factor/remove', proof)).status).toBe(200)
  })

  it('reaches a limit by network when guessed, with a page as the answer [LINKIN-04]', async () => {
    const answers = []
    for (let guess = 0; guess < 110; guess++) answers.push(await press(app.client(), `guess-${guess}`))
    expect(answers[0]?.status).toBe(422)
    const refused = answers.at(-1)
    expect(refused?.status).toBe(429)
    expect(await refused?.text()).toContain('Please try again')
    await app.database.execute('delete from rate_limits')
  })
})
