import { describe, expect, it } from 'vitest'
import { startTestApp, TEST_PASSWORD, useTestApp } from '../testing/test-app.ts'
import { StorageUnavailableError } from '../platform/file-storage/file-storage.ts'
import { addReportType, pdfBytes, publishReport, registerPatient } from '../testing/test-records.ts'

let isDiskFull = false

const app = await useTestApp({
  storage: (disk) => ({
    ...disk,
    stage: (name, content) =>
      isDiskFull
        ? Promise.reject(
            new StorageUnavailableError(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
          )
        : disk.stage(name, content),
  }),
})
const doctor = await app.signedIn('Doctor')

describe('cross-site writes', () => {
  it('get 403, with or without a session', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://127.0.0.1.evil.example' },
      { origin: '', 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) {
      const answer = await doctor.post('/auth/logout', undefined, { headers })
      expect(answer.status, JSON.stringify(headers)).toBe(403)
      expect(answer.body.message).toBe('This request did not come from the application')
    }
    expect((await doctor.get('/user/dashboard')).status).toBe(200)
  })

  it('get 403 when only the host of the origin matches [SAFE-24]', async () => {
    const host = app.origin.replace('http://', '')
    for (const origin of [
      `http://${host}`,
      'https://reports.test',
      'http://reports.test:8443',
      `https://${host}`,
    ])
      expect((await doctor.post('/auth/logout', undefined, { headers: { origin } })).status, origin).toBe(403)
  })

  it('pass under any name of this machine with the same scheme and port [SAFE-24]', async () => {
    const local = await startTestApp({ appUrl: 'http://localhost:8080' })
    try {
      const statusFrom = async (origin: string) =>
        (await local.client().post('/auth/logout', undefined, { headers: { origin } })).status
      expect(await statusFrom('http://127.0.0.1:8080')).toBe(200)
      for (const origin of ['https://127.0.0.1:8080', 'http://127.0.0.1:9090', 'http://127.0.0.1'])
        expect(await statusFrom(origin), origin).toBe(403)
    } finally {
      await local.stop()
    }
  })

  it('need an Origin or Sec-Fetch-Site header', async () => {
    const send = (headers: Record<string, string>) =>
      fetch(`${app.origin}/api/v1/auth/logout`, { method: 'POST', headers })
    expect((await send({})).status).toBe(403)
    expect((await send({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await send({ origin: 'http://reports.test' })).status).toBe(200)
  })
})

describe('cross-site reads', () => {
  it('cannot open a report, start an export or read a list [SAFE-24]', async () => {
    const report = await publishReport(doctor, await registerPatient(doctor), await addReportType(doctor))
    for (const site of ['cross-site', 'same-site'])
      for (const address of [
        report.filePath,
        '/api/v1/report/export',
        '/api/v1/patient/export',
        '/api/v1/patient/getAll',
      ]) {
        const answer = await doctor.raw('GET', address, { headers: { 'sec-fetch-site': site } })
        expect(answer.status, `${site} ${address}`).toBe(403)
      }
    const admin = await app.signedIn('Admin')
    const { body } = await admin.get(`/activity/ofReport/${report.id}`)
    expect(JSON.stringify(body)).not.toMatch(/report\.(preview|download)/)
  })

  it('pass from own pages, typed addresses and for public data [SAFE-24]', async () => {
    for (const site of ['same-origin', 'none']) {
      const answer = await doctor.raw('GET', '/api/v1/report/export', { headers: { 'sec-fetch-site': site } })
      expect(answer.status, site).toBe(200)
    }
    const brand = await doctor.raw('GET', '/api/v1/settings/brand', {
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(brand.status).toBe(200)
  })
})

describe('a body in another charset', () => {
  it.each(['utf-16', 'iso-8859-1', '"windows-1256"', 'utf-8; charset=utf-7', ''])(
    'gets 415: %s [SAFE-25]',
    async (charset) => {
      const answer = await doctor.raw('POST', '/api/v1/search/records', {
        body: '{"text":"x"}',
        headers: { 'content-type': `application/json; charset=${charset}` },
      })
      expect(answer.status).toBe(415)
    },
  )

  it('passes when it is UTF-8 in any spelling', async () => {
    for (const charset of ['utf-8', 'UTF-8', '"utf8"', 'us-ascii']) {
      const answer = await doctor.raw('POST', '/api/v1/search/records', {
        body: '{"text":"x"}',
        headers: { 'content-type': `application/json; charset=${charset}` },
      })
      expect(answer.status, charset).toBe(200)
    }
  })
})

describe('malformed requests', () => {
  it('get a 4xx in the envelope, never a 5xx', async () => {
    const send = (body: string, type = 'application/json') =>
      doctor.raw('POST', '/api/v1/patient/checkPhone', { body, headers: { 'content-type': type } })
    for (const [answer, status] of [
      [await send('{"phone":'), 400],
      [await send('[]'), 400],
      [await send('"text"'), 400],
      [await send('null'), 400],
      [await send(''), 400],
      [await send('{"__proto__":{"x":1}}'), 400],
      [await send('{"phone":{"a":1}}'), 400],
      [await send('phone=1', 'application/x-www-form-urlencoded'), 415],
      [await send(`{"phone":"${'1'.repeat(300_000)}"}`), 413],
    ] as const) {
      expect(answer.status).toBe(status)
      const body = (await answer.json()) as { success: boolean; message: string }
      expect(body.success).toBe(false)
      expect(body.message).not.toMatch(/invalid_type|expected|Unexpected token|FST_/)
    }
  })

  it('get 404 at unknown addresses', async () => {
    for (const [method, path] of [
      ['GET', '/api/v1/nothing'],
      ['DELETE', '/api/v1/user/dashboard'],
      ['POST', '/api/v1/patient/getAll'],
      ['GET', '/api/v1/'],
    ] as const) {
      const answer = await doctor.raw(method, path)
      expect(answer.status, path).toBe(404)
      expect(await answer.json()).toEqual({
        success: false,
        code: 'PATH_NOT_FOUND',
        message: 'There is nothing at this address',
      })
    }
  })

  it('get the envelope for an address that cannot be decoded, without repeating it', async () => {
    for (const [path, status] of [
      ['/api/v1/report/getById/%zz', 400],
      [`/api/v1/report/getById/${'a'.repeat(200)}`, 414],
    ] as const) {
      const answer = await doctor.raw('GET', path)
      expect(answer.status, path).toBe(status)
      const body = await answer.text()
      expect(Object.keys(JSON.parse(body) as object)).toEqual(['success', 'code', 'message'])
      expect(body).not.toMatch(/zz|aaa/)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('report every invalid field with its path and a message, without internal codes [ERR-15 CODE-01]', async () => {
    const answer = await doctor.post('/user/patient/onboarding', {
      fullName: 'ab',
      phone: '1',
      dob: 'x',
      address: { city: 'x' },
    })
    expect(answer.body).toEqual({
      success: false,
      code: 'INVALID_INPUT',
      message: 'Name must be at least 3 characters',
      errors: [
        { path: 'fullName', message: 'Name must be at least 3 characters' },
        { path: 'phone', message: 'Please enter a valid phone number' },
        { path: 'dob', message: 'Please enter a valid date of birth' },
        { path: 'address.city', message: 'City must be at least 3 characters' },
      ],
    })
  })
})

describe('every answer', () => {
  it('carries a request id and forbids caching', async () => {
    const { headers } = await doctor.get('/user/dashboard')
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self';/)
  })

  it('flags the cookie', async () => {
    const answer = await app
      .client()
      .post('/auth/user/login', { email: doctor.user.email, password: TEST_PASSWORD })
    expect(answer.headers.getSetCookie()[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  it('binds the cookie to the host behind https', async () => {
    const secure = await startTestApp({ appUrl: 'https://reports.test' })
    try {
      const user = await secure.createUser('Doctor')
      const answer = await secure
        .client()
        .post('/auth/user/login', { email: user.email, password: TEST_PASSWORD })
      expect(answer.headers.getSetCookie()[0]).toMatch(
        /^__Host-session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
      expect(answer.headers.get('strict-transport-security')).toContain('max-age=')
    } finally {
      await secure.stop()
    }
  })
})

describe('a full disk', () => {
  it('answers 507 with a plain message and stores no row [OPS-11]', async () => {
    const countFiles = async () =>
      (await app.database.one<{ count: number }>('select count(*) from report_files')).count
    const before = await countFiles()
    isDiskFull = true
    const answer = await doctor.upload(pdfBytes(), 'result.pdf')
    isDiskFull = false
    expect(answer.status).toBe(507)
    expect(answer.body.message).toBe(
      'The disk of the service is almost full. Please tell your administrator.',
    )
    expect(await countFiles()).toBe(before)
    expect((await doctor.upload(pdfBytes(), 'result.pdf')).status).toBe(200)
  })
})

describe('the API description', () => {
  it('describes every path in OpenAPI 3.1, and comes with a page to read it', async () => {
    const answer = await doctor.get('/openapi.json')
    expect(answer.body.openapi).toBe('3.1.0')
    expect(Object.keys(answer.body.paths)).toEqual(
      expect.arrayContaining([
        '/api/v1/auth/user/login',
        '/api/v1/patient/getById/{id}',
        '/api/v1/report/getAll',
      ]),
    )
    expect((await doctor.raw('GET', '/api/v1/openapi.json')).headers.get('content-type')).toContain('json')
    const page = await doctor.raw('GET', '/api/docs/')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('swagger')
  })

  it('requires signed-in staff [SAFE-24]', async () => {
    const anonymous = app.client()
    for (const address of [
      '/api/v1/openapi.json',
      '/api/docs/',
      '/api/docs/json',
      '/api/docs/yaml',
      '/api/docs/static/index.html',
    ]) {
      const answer = await anonymous.raw('GET', address)
      expect(answer.status, address).toBe(401)
      expect(await answer.text(), address).not.toContain('/patient/getById')
    }
  })
})

describe('health', () => {
  it('need no session and report the actual state', async () => {
    const anonymous = app.client()
    expect((await anonymous.raw('GET', '/healthz')).status).toBe(200)
    const ready = await anonymous.raw('GET', '/readyz')
    expect(await ready.json()).toEqual({
      status: 'ready',
      database: 'ok',
      storage: 'ok',
      disk: 'ok',
      activityLog: 'ok',
    })
  })
})
