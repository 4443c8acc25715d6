import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startLinkApp, type LinkApp, type LinkClient } from '../../../testing/link-client.ts'
import { startMailServer, type MailServer } from '../../../testing/mail-server.ts'

let links: LinkApp
let mails: MailServer
let serial = 0
beforeAll(async () => {
  mails = await startMailServer()
  links = await startLinkApp({ mails, withJobs: true })
})
afterAll(async () => {
  await links.app.stop()
  await mails.stop()
})
beforeEach(() => links.forgetLimits())
afterEach(() => links.app.database.execute('update report_types set is_sensitive = false'))

const newEmail = () => `patient${++serial}@example.com`
const codesTo = (email: string) =>
  mails.mailsTo(email).map(({ content }) => /\b\d{6}\b/.exec(content.slice(content.indexOf('\r\n\r\n')))?.[0])

const codeFor = async (link: LinkClient, email: string): Promise<string> => {
  const before = codesTo(email).length
  const answer = await link.post('/send-code')
  expect(answer.status).toBe(303)
  await expect.poll(() => codesTo(email).length).toBe(before + 1)
  return codesTo(email).at(-1) ?? ''
}
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')
const age = (interval: string) =>
  links.app.database.execute(`update link_codes set created_at = created_at - interval '${interval}'`)

describe('a second device', () => {
  it('needs a code that is mailed to the patient, the first one does not [LINK-05]', async () => {
    const email = newEmail()
    const { link } = await links.makeLink({ email, fullName: 'Amal Mansour' })
    const shown = await link.follow(await link.identify())
    expect(shown.html).toContain('Hematology')
    expect(shown.html.match(/Needs a code that the lab sends to you/g)).toHaveLength(2)
    await link.post('/close')
    expect((await link.follow(await link.identify())).html).toContain('Hematology')

    const other = links.otherBrowser(link)
    const answer = await other.identify()
    expect(answer.headers.getSetCookie().join()).not.toContain('link-device')
    const page = await other.follow(await links.otherBrowser(link).identify())
    expect(page.html).not.toContain('Hematology')
    const redirected = await other.get()
    expect(redirected.headers.get('location')).toBe(other.address('/code'))
    const codePage = await other.get('/code')
    expect(codePage.html).toContain('p•••@e••••.com')
    expect(codePage.html).not.toContain(email)
    expect(codePage.html).not.toContain('Amal')
    for (const path of ['/file', '/reports', '/views']) expect((await other.get(path)).status, path).toBe(303)
    expect((await other.get('/page')).status).toBe(404)

    const code = await codeFor(other, email)
    const right = await other.post('/code', { code })
    expect(right.status).toBe(303)
    expect((await other.follow(right)).html).toContain('Amal Mansour')
    expect((await links.eventsOf(link)).filter((event) => event !== 'opened 1')).toEqual(['code-sent'])
    expect(await links.eventsOf(link)).toHaveLength(4)
  })

  it('gets a mail without names that says how long the code works [LINK-05]', async () => {
    const email = newEmail()
    const { link } = await links.makeLink(
      { email, fullName: 'Amal Mansour' },
      {},
      { title: 'Secret finding' },
    )
    await link.identify()
    const code = await codeFor(link, email)
    const [mail] = mails.mailsTo(email)
    expect(mail?.content).toContain(`Al Noor Laboratory: your code is ${code}. It works for 10 minutes.`)
    expect(mail?.content).not.toMatch(/Amal|Mansour|Secret|Hematology/)
    const jobs = await links.app.database.query('select * from graphile_worker._private_jobs')
    expect(JSON.stringify(jobs)).not.toContain(code)
    const stored = await links.app.database.query<{ code_hash: Buffer }>('select code_hash from link_codes')
    for (const row of stored) expect(row.code_hash).toHaveLength(32)
  })

  it('gets an Arabic mail with the same digits [LINK-05] [AR-04]', async () => {
    const email = newEmail()
    const { link } = await links.makeLink({ email }, { language: 'ar' })
    await link.identify()
    const code = await codeFor(link, email)
    const [mail] = mails.mailsTo(email)
    expect(mail?.text.trim()).toBe(`\u200fAl Noor Laboratory: رمز التأكيد: ${code}. لا تشاركوه مع أحد.`)
    expect((await link.get('/code')).html).toContain('أرسل المختبر رمزًا')
    const arabic = [...code].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join('')
    expect((await link.post('/code', { code: ` ${arabic.slice(0, 3)} ${arabic.slice(3)}` })).status).toBe(303)
  })
})

describe('a report of a sensitive type', () => {
  it('needs a code on the first device, too [LINK-05]', async () => {
    const email = newEmail()
    const { link } = await links.makeLink({ email })
    await links.app.database.execute('update report_types set is_sensitive = true where id = $1', [
      links.type,
    ])
    const answer = await link.follow(await link.identify())
    expect(answer.status).toBe(303)
    expect((await links.rowOf(link)).first_opened_at).toBeNull()
    const code = await codeFor(link, email)
    expect((await link.follow(await link.post('/code', { code }))).html).toContain('Hematology')
    expect(await links.rowOf(link)).toMatchObject({ opened_version: 1, device_hash: null })
  })

  it('ends the access of a session without a code when its type becomes sensitive [LINK-05]', async () => {
    const { link } = await links.makeLink({ email: newEmail() })
    await link.identify()
    expect((await link.get('/file')).status).toBe(200)
    await links.app.database.execute('update report_types set is_sensitive = true where id = $1', [
      links.type,
    ])
    expect((await link.get('/file')).status).toBe(303)
  })
})

describe('a code', () => {
  it('works once, for 10 minutes, and only the newest one [LINK-05]', async () => {
    const email = newEmail()
    const { link } = await links.makeLink({ email })
    await link.identify()
    const first = await codeFor(link, email)
    const second = await codeFor(link, email)
    if (first !== second) expect((await link.post('/code', { code: first })).status).toBe(422)
    await age('10 minutes')
    const late = await link.post('/code', { code: second })
    expect(late.status).toBe(422)
    expect(late.html).toContain('no longer works')
    await age('1 hour')
    const third = await codeFor(link, email)
    expect((await link.post('/code', { code: third })).headers.get('location')).toBe(link.address('/reports'))
    const other = links.otherBrowser(link)
    await other.identify()
    expect((await other.post('/code', { code: third })).status).toBe(422)
  })

  it('ends after 5 wrong tries, also at the same moment [LINK-05]', async () => {
    const email = newEmail()
    const { link } = await links.makeLink({ email })
    await link.identify()
    const code = await codeFor(link, email)
    for (const malformed of ['', '12345', '1234567', 'abcdef', '12\x0034'])
      expect((await link.post('/code', { code: malformed })).html).toContain('Enter the 6 digits')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => link.post('/code', { code: otherThan(code) })),
    )
    for (const { status } of answers) expect(status).toBe(422)
    const { tries } = await links.app.database.one<{ tries: number }>(
      'select tries from link_codes order by id desc limit 1',
    )
    expect(tries).toBe(5)
    expect((await link.post('/code', { code })).html).toContain('no longer works')
  })

  it('goes out three times an hour at most, even at the same moment [LINK-05]', async () => {
    const email = newEmail()
    const { link } = await links.makeLink({ email })
    await link.identify()
    const answers = await Promise.all(Array.from({ length: 6 }, () => link.post('/send-code')))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 303, 429, 429, 429])
    await expect.poll(() => codesTo(email).length).toBe(3)
    expect(answers.find(({ status }) => status === 429)?.html).toContain('Many codes were sent')
  })

  it('counts with the tries of a network [LINK-04]', async () => {
    const email = newEmail()
    const { link } = await links.makeLink({ email })
    await link.identify()
    const code = await codeFor(link, email)
    await links.forgetLimits()
    for (let number = 0; number < 20; number++) await link.post('/code', { code: otherThan(code) })
    expect((await link.post('/code', { code })).status).toBe(429)
  })

  it.each([
    ['a contact', 'the lab does not have the email address or phone number'],
    ['consent', 'does not have your agreement to send it'],
    ['an SMS gateway', 'the lab cannot send codes at the moment'],
  ])(
    'stays hidden without %s: the page says why, and whom to call when, as the report before it [LINK-31 RULE-119]',
    async (missing, reason) => {
      const { patientId, reportId } = await links.makeLink({ email: newEmail() })
      await links.app.database.execute("update settings set support_hours = 'Sunday to Thursday, 8 to 17'")
      links.app.services.settings.forget()
      if (missing === 'consent') await links.giveConsent(patientId, false)
      else await links.app.database.execute('update patients set email = null where id = $1', [patientId])
      if (missing === 'an SMS gateway')
        await links.app.database.execute(
          `insert into patient_consents (patient_id, channel, is_given, wording_version, recorded_by)
           values ($1, 'sms', true, 1, $2)`,
          [patientId, links.doctor.user.id],
        )
      const slip = await links.sendLink(reportId, { channel: 'slip', contact: null })
      const { html: report } = await slip.follow(await slip.identify())
      const more = report.slice(report.indexOf('More</h2>'))
      expect(more.match(/Needs a code that the lab cannot send to you/g)).toHaveLength(2)
      expect(more).not.toContain('that the lab sends')
      expect(more).toContain('tel:+97145550100')
      expect(more).toContain('Sunday to Thursday, 8 to 17')
      const { html } = await slip.get('/code')
      expect(html).toContain(reason)
      expect(html).toContain('tel:+97145550100')
      expect(html).toContain('Sunday to Thursday, 8 to 17')
      expect(html).not.toContain('/send-code')
      await slip.post('/send-code')
      const { id } = await links.rowOf(slip)
      expect(await links.app.database.query('select 1 from link_codes where link_id = $1', [id])).toEqual([])
    },
  )

  it('goes out again when the mail server failed, and the new one works [LINK-05]', async () => {
    const email = newEmail()
    const { link } = await links.makeLink({ email })
    await link.identify()
    mails.state.refusals = 1
    const code = await codeFor(link, email)
    mails.state.refusals = 0
    expect((await link.post('/code', { code })).status).toBe(303)
    expect((await links.eventsOf(link)).filter((event) => event === 'code-sent')).toHaveLength(1)
  })

  it('goes out nine times a day at most [LINK-05]', async () => {
    const email = newEmail()
    const { link } = await links.makeLink({ email })
    await link.identify()
    const { id } = await links.rowOf(link)
    await links.app.database.execute(
      'insert into link_codes (link_id, created_at) select $1, now() - make_interval(hours => n) from generate_series(2, 9) n',
      [id],
    )
    expect((await link.post('/send-code')).status).toBe(303)
    expect((await link.post('/send-code')).status).toBe(429)
  })
})
