import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LINK_TOKEN, newLinkToken } from './link-token.ts'
import { hashSecretToken } from '../../../platform/encryption.ts'
import { LinkClient, startLinkApp, type LinkApp } from '../../../testing/link-client.ts'

let links: LinkApp
beforeAll(async () => {
  links = await startLinkApp()
})
afterAll(() => links.app.stop())
beforeEach(() => links.forgetLimits())

const snapshot = async () => {
  await links.app.services.activity.flush()
  const tables = [
    'report_links',
    'link_sessions',
    'link_codes',
    'deliveries',
    'delivery_events',
    'rate_limits',
    'activity_log',
    'page_images',
  ]
  const contents = await Promise.all(
    tables.map((table) => links.app.database.query(`select * from ${table} order by 1`)),
  )
  return JSON.stringify(contents)
}

describe('a link', () => {
  it('contains 128 random bits in base 58, of which only the hash is stored [LINK-01]', async () => {
    const tokens = Array.from({ length: 200 }, newLinkToken)
    expect(new Set(tokens).size).toBe(200)
    for (const token of tokens) expect(token).toMatch(LINK_TOKEN)
    const { link } = await links.makeLink()
    expect((await links.rowOf(link)).token_hash).toEqual(hashSecretToken(link.token))
    const dump = await snapshot()
    expect(dump).not.toContain(link.token)
    expect(dump).not.toContain(Buffer.from(link.token).toString('hex'))
  })

  it('changes and counts nothing when mail scanners open it [LINK-01]', async () => {
    const { link } = await links.makeLink()
    const before = await snapshot()
    for (const path of ['', '/file', '/file?download=1', '/page', '/code', '/reports', '/views', '/close'])
      for (const method of ['GET', 'HEAD']) {
        const answer = await links.otherBrowser(link).get(path, {}, method)
        expect([200, 303, 404], path).toContain(answer.status)
      }
    expect(await snapshot()).toBe(before)
  })

  it('shows the lab, masked initials and the publication date only [LINK-02]', async () => {
    const { link } = await links.makeLink(
      { fullName: 'Amal Mansour' },
      {},
      { title: 'Secret finding', remark: 'Secret remark' },
    )
    const { status, html } = await link.get()
    expect(status).toBe(200)
    expect(html).toContain('Al Noor Laboratory')
    expect(html).toContain('A•• M••')
    expect(html).toContain('+97145550100')
    expect(html).toMatch(/\w+ \d{1,2}, 20\d\d/)
    for (const hidden of ['Amal', 'Mansour', 'Secret', 'Hematology', 'layla', '1990'])
      expect(html, hidden).not.toContain(hidden)
  })

  it('masks Arabic names and combining characters [LINK-02]', async () => {
    const arabic = await links.makeLink({ fullName: 'محمد عبد الله' }, { language: 'ar' })
    const { html } = await arabic.link.get()
    expect(html).toContain('<bdi>م•• ل••</bdi>')
    expect(html).toContain('<html lang="ar" dir="rtl">')
    const combining = await links.makeLink({ fullName: 'Å\u0301\u0323ngstro\u0308m Zoe' })
    expect((await combining.link.get()).html.normalize('NFD')).toMatch(/<bdi>A\p{M}{3}•• Z••<\/bdi>/u)
  })

  it('answers every unknown and malformed token with the same page [LINK-02]', async () => {
    const tokens = [newLinkToken(), 'x', 'a'.repeat(90), "1' or '1'='1", '%00', '%D9%A1', '0OIl'.repeat(6)]
    const pages = await Promise.all(tokens.map((token) => new LinkClient(links.app, token).get()))
    const shown = pages.map(({ html }) => html.replace(/href="\/r\/[^"]*"/g, 'href'))
    for (const [index, { status }] of pages.entries()) {
      expect(status, tokens[index]).toBe(404)
      expect(shown[index]).toBe(shown[0])
    }
    expect(shown[0]).not.toContain('Al Noor')
    for (const path of ['/r/', '/r/a/b/c', `/r/${newLinkToken()}/file`, `/r/${newLinkToken()}/views`])
      expect((await links.app.client().raw('GET', path)).status, path).toBe(404)
  })
})

describe('a link in Arabic', () => {
  it('says issued, valid and canceled, with days in one piece [AR-01] [AR-06]', async () => {
    const { link, reportId } = await links.makeLink({}, { language: 'ar' })
    const { html } = await link.get()
    expect(html).toMatch(/<dt>تاريخ الإصدار<\/dt>\s*<dd>\d+\u00a0\S+\u00a020\d\d<\/dd>/)
    await link.identify()
    const shown = (await link.get()).html
    for (const part of ['إثبات صحة هذا المستند', 'هل تستخدمون هاتفًا مشتركًا؟']) expect(shown).toContain(part)
    const pass = (await link.get('/pass')).html
    expect(pass).toContain('زوّدوهم أيضًا برمز اطّلاع')
    expect(pass).toContain('إنشاء رمز اطّلاع')
    await links.app.database.execute(
      `update reports set withdrawn_at = now(), withdrawn_by = $2, withdrawal_reason = 'other' where id = $1`,
      [reportId, links.doctor.user.id],
    )
    const withdrawn = (await link.get()).html
    expect(withdrawn).toContain('أُلغي هذا المستند')
    for (const page of [html, shown, pass, withdrawn]) expect(page).not.toMatch(/نشر|رمز عرض|حقيقي|سحب/)
  })

  it('isolates titles and names the language of the other ones [AR-02]', async () => {
    const titleOf = async (title: string, language: 'en' | 'ar') => {
      const { link } = await links.makeLink({ fullName: 'Amal Mansour' }, { language }, { title })
      const { html } = await link.follow(await link.identify())
      return /<h2>(<bdi[^>]*>)/.exec(html)?.[1]
    }
    expect(await titleOf('Blood count', 'ar')).toBe('<bdi lang="en">')
    expect(await titleOf('تعداد الدم الكامل (CBC)', 'ar')).toBe('<bdi>')
    expect(await titleOf('تعداد الدم الكامل (CBC)', 'en')).toBe('<bdi lang="ar">')
  })
})

describe('the date of birth', () => {
  it('opens the report, and the opening is recorded with its version [LINK-03]', async () => {
    const { link, reportId } = await links.makeLink(
      { fullName: 'Amal Mansour' },
      {},
      { title: 'Complete blood count' },
    )
    const answer = await link.identify()
    expect(answer.status).toBe(303)
    const { html } = await link.follow(answer)
    for (const shown of ['Complete blood count', 'Hematology', 'Amal Mansour', 'Al Noor Laboratory'])
      expect(html).toContain(shown)
    expect(await links.eventsOf(link)).toEqual(['opened 1'])
    const row = await links.rowOf(link)
    expect(row.opened_version).toBe(1)
    expect(row.first_opened_at).toEqual(row.last_opened_at)
    expect(row.wrong_tries).toBe(0)
    const entry = await links.app.database.one<Record<string, unknown>>(
      "select * from activity_log where action = 'delivery.open' and object_id = $1",
      [reportId],
    )
    expect(entry).toMatchObject({ object_type: 'report', lab_id: links.lab.id, actor_id: null })
    expect(entry.summary).not.toContain('Amal')
    expect(entry.address).toBe('127.0.0.1')
  })

  it.each([
    ['Arabic', { day: '٠١', month: '٥', year: '١٩٩٠' }],
    ['Persian', { day: '۱', month: '۰۵', year: '۱۹۹۰' }],
    ['full-width', { day: '１', month: '５', year: '１９９０' }],
    ['padded', { day: ' 1 ', month: '\u200f5', year: '1990\u200e' }],
  ])('accepts %s digits [LINK-03]', async (_, typed) => {
    const { link } = await links.makeLink()
    expect((await link.post('', typed)).status).toBe(303)
  })

  it('asks in the date order of the settings [LINK-03]', async () => {
    const { link } = await links.makeLink()
    const orderOf = async () =>
      [...(await link.get()).html.matchAll(/name="(day|month|year)"/g)].map(([, name]) => name)
    for (const [order, fields] of [
      ['mdy', ['month', 'day', 'year']],
      ['ymd', ['year', 'month', 'day']],
      ['dmy', ['day', 'month', 'year']],
    ] as const) {
      await links.app.database.execute('update settings set date_order = $1', [order])
      links.app.services.settings.forget()
      expect(await orderOf()).toEqual(fields)
    }
  })

  it.each([
    ['an empty field', { day: '1', month: '', year: '1990' }, 'Enter the day, month and year'],
    ['two digits of a year', { day: '1', month: '5', year: '90' }, 'four digits'],
    ['the 31st of February', { day: '31', month: '2', year: '1990' }, 'does not exist'],
    ['a month beyond the twelfth', { day: '1', month: '13', year: '1990' }, 'does not exist'],
    ['the year 9999', { day: '1', month: '5', year: '9999' }, 'cannot be a date of birth'],
    ['a year before 1900', { day: '1', month: '5', year: '1899' }, 'cannot be a date of birth'],
    ['a null byte', { day: '\0', month: '5', year: '1990' }, 'does not exist'],
    ['markup', { day: '"><script>', month: '5', year: '1990' }, 'does not exist'],
    ['combining characters', { day: `1${'\u0301'.repeat(90)}`, month: '5', year: '1990' }, 'does not exist'],
    ['long text', { day: '1'.repeat(3000), month: '5', year: '1990' }, 'does not exist'],
  ])('gets a message with %s, without counting as a try [LINK-03]', async (_, typed, message) => {
    const { link } = await links.makeLink()
    const { status, html } = await link.post('', typed)
    expect(status).toBe(422)
    expect(html).toContain(message)
    expect(html).not.toContain('<script')
    if (typed.year.length <= 4) expect(html).toContain(`value="${typed.year}"`)
    expect((await links.rowOf(link)).wrong_tries).toBe(0)
    expect(await links.eventsOf(link)).toEqual([])
    expect(await links.app.database.query('select 1 from rate_limits where attempts > 1')).toEqual([])
  })
})
