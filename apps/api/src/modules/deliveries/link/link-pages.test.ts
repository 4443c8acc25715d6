import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashSecretToken } from '../../../platform/encryption.ts'
import {
  LinkClient,
  startLinkApp,
  wrongDate,
  type LinkAnswer,
  type LinkApp,
} from '../../../testing/link-client.ts'
import { startMailServer, type MailServer } from '../../../testing/mail-server.ts'

let links: LinkApp
let mails: MailServer
beforeAll(async () => {
  mails = await startMailServer()
  links = await startLinkApp({ mails })
})
afterAll(async () => {
  await links.app.stop()
  await mails.stop()
})
beforeEach(() => links.forgetLimits())

const confirm = (link: LinkClient) =>
  links.app.database.execute(
    `update link_sessions set has_code = true where link_id = (select id from report_links where token_hash = $1)`,
    [hashSecretToken(link.token)],
  )

const everyPage = async (language: 'en' | 'ar'): Promise<Record<string, LinkAnswer>> => {
  const long = { fullName: 'Abcdefghijklm Nopqrstuvwxyz Ab' }
  const query = `?lang=${language}`
  const { link, patientId } = await links.makeLink(long, {}, { title: 'Long title '.repeat(23).trim() })
  const locked = await links.makeLink()
  for (let number = 0; number < 5; number++) await locked.link.identify(wrongDate(number))
  const ended = await links.makeLink({}, { days: -1 })
  const pages: Record<string, LinkAnswer> = {
    identify: await link.get(query),
    wrongDate: await link.post(query, { day: '1', month: '1', year: '1980' }),
    problem: await link.post(query, { day: '31', month: '2', year: '1980' }),
    locked: await locked.link.get(query),
    ended: await ended.link.get(query),
    renewed: await ended.link.post(`/renew${query}`),
    unknown: await new LinkClient(links.app, 'unknown').get(query),
  }
  await link.identify()
  pages.report = await link.get(query)
  pages.code = await link.get(`/code${query}`)
  await link.post('/send-code')
  pages.codeSent = await link.get(`/code${query}`)
  pages.wrongCode = await link.post(`/code${query}`, { code: '12' })
  await confirm(link)
  await links.app.database.execute(
    `insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by)
     select 'page-test-file-' || $2::text || n || '.pdf', 'a.pdf', 'application/pdf', 1, sha256('x'), $1
       from generate_series(1, 25) n`,
    [links.doctor.user.id, patientId],
  )
  await links.app.database.execute(
    `insert into reports (lab_id, patient_id, report_type_id, report_type_title, title, file_id, uploaded_by)
     select $1, $2::bigint, $3, repeat('T', 255), repeat('L', 255), f.id, $4
       from report_files f where f.name like 'page-test-file-' || $2::text || '%'`,
    [links.lab.id, patientId, links.type, links.doctor.user.id],
  )
  pages.reports = await link.get(`/reports${query}`)
  pages.views = await link.get(`/views${query}`)
  return pages
}

describe.each(['en', 'ar'] as const)('the pages in %s', (language) => {
  it('need no script, are below 30 kB, not cached, not indexed and send no referrer [LINK-10]', async () => {
    const pages = await everyPage(language)
    for (const [name, { html, headers }] of Object.entries(pages)) {
      expect(html, name).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
      expect(html, name).not.toMatch(/<script|javascript:|\son\w+=|style="/i)
      expect(Buffer.byteLength(html), name).toBeLessThan(30_000)
      expect(Object.fromEntries(headers), name).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        'content-type': 'text/html; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
      const style = /<style>([^]*)<\/style>/.exec(html)?.[1] ?? ''
      const hash = createHash('sha256').update(style).digest('base64')
      expect(headers.get('content-security-policy'), name).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      )
    }
    const statuses = Object.values(pages).map(({ status }) => status)
    expect(statuses).toEqual([200, 422, 422, 200, 410, 200, 404, 200, 200, 200, 422, 200, 200])
  })
})

describe('the language', () => {
  it('follows the message until the reader switches, and stays switched [LINK-10]', async () => {
    const { link } = await links.makeLink({}, { language: 'ar' })
    const arabic = await link.get()
    expect(arabic.html).toContain('lang="ar"')
    expect(arabic.html).toContain(`href="${link.address('?lang=en')}"`)
    const english = await link.get('?lang=en')
    expect(english.html).toContain('<html lang="en" dir="ltr">')
    expect(english.html).toContain(`action="${link.address('?lang=en')}"`)
    const answer = await link.post('?lang=en', { day: '1', month: '5', year: '1990' })
    expect(answer.headers.get('location')).toBe(link.address('?lang=en'))
    expect((await link.follow(answer)).html).toContain('Download')
    expect((await link.get('?lang=fr')).html).toContain('lang="ar"')
    expect((await link.get('?lang=en&lang=ar')).html).toContain('lang="ar"')
  })

  it('follows the browser for an unknown link [LINK-10]', async () => {
    const unknown = new LinkClient(links.app, 'unknown')
    expect((await unknown.get('', { 'accept-language': 'ar-AE,ar;q=0.9' })).html).toContain('dir="rtl"')
    expect((await unknown.get('', { 'accept-language': 'de' })).html).toContain('dir="ltr"')
  })
})

describe('a form', () => {
  const body = (
    link: LinkClient,
    content: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) =>
    link.client.raw('POST', link.address(), {
      body: content,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighboring site', { 'sec-fetch-site': 'same-site' }],
    ['no page', { 'sec-fetch-site': 'none' }],
    ['another origin', { origin: 'https://evil.example' }],
  ])('fails from %s and counts nothing [LINK-10]', async (_, headers: Record<string, string>) => {
    const { link } = await links.makeLink()
    const answer = await link.identify(undefined, headers)
    expect(answer.status).toBe(403)
    expect(answer.html).toContain('Please open the link again')
    expect((await link.identify('1980-01-01', headers)).status).toBe(403)
    expect((await links.rowOf(link)).wrong_tries).toBe(0)
    expect(await links.eventsOf(link)).toEqual([])
  })

  it.each([
    ['a current browser', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['a browser that names the origin', { origin: 'http://reports.test' }],
  ])('passes from %s [LINK-10]', async (_, headers: Record<string, string>) => {
    const { link } = await links.makeLink()
    expect((await link.identify(undefined, headers)).status).toBe(303)
  })

  it('passes from an old browser that sends neither header [LINK-10]', async () => {
    const { link } = await links.makeLink()
    const key = /name="key" value="([^"]+)"/.exec((await link.get()).html)?.[1] ?? ''
    const answer = await fetch(links.app.origin + link.address(), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ key, day: '1', month: '5', year: '1990' }),
      headers: { cookie: link.client.cookieHeader() },
    })
    expect(answer.status).toBe(303)
  })

  it('needs the key of its page and its cookie [LINK-10]', async () => {
    const { link } = await links.makeLink()
    const other = await links.makeLink()
    const fields = 'day=1&month=5&year=1990'
    const keyOf = async (of: LinkClient) =>
      /name="key" value="([^"]+)"/.exec((await of.get()).html)?.[1] ?? ''
    const key = await keyOf(link)
    const foreign = await keyOf(links.otherBrowser(link))
    const ofOtherLink = /value="([^"]+)"/.exec(
      await (await link.client.raw('GET', other.link.address())).text(),
    )?.[1]
    for (const wrong of ['', `&key=${foreign}`, `&key=${ofOtherLink}`, `&key=${key}&key=${key}`, '&key=x'])
      expect((await body(link, fields + wrong)).status, wrong).toBe(403)
    expect((await body(links.otherBrowser(link), `${fields}&key=${key}`)).status).toBe(403)
    expect((await body(link, `${fields}&key=${key}`)).status).toBe(303)
    for (const path of ['/code', '/send-code', '/renew', '/close'])
      expect((await link.client.raw('POST', link.address(path))).status, path).toBe(403)
  })

  it('gets a page, not a failure, when it is malformed or too large [LINK-10]', async () => {
    const { link } = await links.makeLink()
    await link.get()
    const json = { 'content-type': 'application/json' }
    const cases: [string | Uint8Array<ArrayBuffer>, Record<string, string>, number][] = [
      ['x'.repeat(5_000), {}, 413],
      [new Uint8Array(26 * 1024 * 1024), {}, 413],
      ['{"key":', json, 415],
      ['<xml/>', { 'content-type': 'text/xml' }, 415],
      ['--x', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
      ['day=%', {}, 403],
      ['%00=%00&day[a]=1&__proto__=1', {}, 403],
      ['\0\0\0', {}, 403],
      ['', {}, 403],
      ['key=a', { 'content-type': 'application/x-www-form-urlencoded; charset=utf-16' }, 415],
    ]
    for (const [content, headers, status] of cases) {
      const answer = await body(link, content, headers)
      expect(answer.status, `${headers['content-type']} ${content.length}`).toBe(status)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(await answer.text()).not.toContain('Layla')
    }
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect((await link.client.raw(method, link.address())).status, method).toBeLessThan(500)
  })
})

it('omits every address of a link from the description of the API [LINK-08]', async () => {
  const { body } = await links.doctor.get('/openapi.json')
  expect(Object.keys(body.paths).length).toBeGreaterThan(20)
  expect(Object.keys(body.paths).filter((path) => path.startsWith('/r/'))).toEqual([])
})

it('cookies belong to the host over https [LINK-10]', async () => {
  const secure = await startLinkApp({ appUrl: 'https://reports.test' })
  const { link } = await secure.makeLink()
  const first = (await link.get()).headers.getSetCookie().join('\n')
  expect(first).toMatch(/^__Host-link-form=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const cookies = (await link.identify()).headers.getSetCookie().join('\n')
  expect(cookies).toMatch(/^__Host-link=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/m)
  expect(cookies).toMatch(
    /^__Secure-link-device=[\w-]{43}; Path=\/r\/\w+; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/m,
  )
  expect((await link.get()).html).toContain('Hematology')
  await secure.app.stop()
})
