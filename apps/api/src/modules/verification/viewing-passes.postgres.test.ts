import { createHash } from 'node:crypto'
import { shownVerificationCode } from '@zelab/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LinkClient } from '../../testing/link-client.ts'
import { pdfBytes, uploadFile } from '../../testing/test-records.ts'
import { startVerificationApp, type Checker, type VerificationApp } from '../../testing/verification.ts'
import { withdrawReport } from '../../testing/withdrawal.ts'

let suite: VerificationApp
beforeAll(async () => {
  suite = await startVerificationApp()
})
afterAll(() => suite.app.stop())
beforeEach(() => suite.forgetLimits())

/** Returns an opened link and the code of its report. */
const opened = async (...given: Parameters<VerificationApp['makeLink']>) => {
  const made = await suite.makeLink(...given)
  await made.link.identify()
  return { ...made, code: await suite.codeOf(made.reportId) }
}
const createPass = async (link: LinkClient) => {
  const { status, html } = await link.post('/pass')
  return { status, html, pass: /class="pass"[^>]*><b class="ltr">([^<]+)/.exec(html)?.[1] ?? '' }
}
const openReport = async (checker: Checker, code: string) => {
  const page = await checker.get(`/${code}/report`)
  const file = await checker.client.raw('GET', `/v/${code}/report/file`)
  return { page, file, content: Buffer.from(await file.arrayBuffer()) }
}
const outcomesOf = async (reportId: number) =>
  (await suite.lookupsOf(reportId)).lookups.map(({ outcome }) => outcome)
const setBack = (minutes: number) =>
  suite.app.database.execute(
    `update viewing_passes set created_at = created_at - make_interval(mins => $1),
            used_at = used_at - make_interval(mins => $1)`,
    [minutes],
  )

describe('a viewing code', () => {
  it('shows the real file once, recorded for the lab and shown to the patient [AUTHN-09]', async () => {
    const content = pdfBytes()
    const { link, reportId, code } = await opened(
      {},
      {},
      { fileUrl: await uploadFile(suite.doctor, content) },
    )
    const { status, pass, html } = await createPass(link)
    expect([status, pass]).toEqual([200, expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)])
    expect(html).toContain('It works once, within 10 minutes.')
    expect(html).toContain(`<b class="ltr">${shownVerificationCode(code)}</b>`)
    const checker = suite.newChecker('203.0.113.9')
    const answer = await checker.enterPass(code, pass.toLowerCase())
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/v/${code}/report`])
    expect(answer.headers.get('set-cookie')).toMatch(
      new RegExp(`^report-pass=[\\w-]{43}; Path=/v/${code}/report; HttpOnly; SameSite=Lax$`),
    )
    const { page, file, content: shown } = await openReport(checker, code)
    expect(page.html).toContain('The report, shown by the patient')
    expect([file.status, shown.equals(content)]).toEqual([200, true])
    expect(file.headers.get('content-disposition')).toMatch(/^inline/)
    expect(file.headers.get('cache-control')).toBe('private, no-store')
    expect((await checker.client.raw('GET', `/v/${code}/report/page`)).headers.get('content-type')).toBe(
      'image/webp',
    )

    const second = suite.newChecker()
    expect((await second.enterPass(code, pass)).status).toBe(422)
    expect((await openReport(second, code)).file.status).toBe(303)
    expect(await outcomesOf(reportId)).toEqual(['pass-refused', 'shown'])
    const { data } = (
      await suite.admin.get(`/activity/getAll?objectType=report&objectId=${reportId}&limit=20`)
    ).body
    const actions = data.map(({ action }: { action: string }) => action)
    expect(actions).toContain('delivery.pass')
    expect(actions).toContain('report.show')
    expect((await link.get('/pass')).html).toMatch(/The last viewing code was used on \w+ \d+, \d{4} at /)
  })

  it('works for one of two requests at the same moment [AUTHN-09]', async () => {
    const { link, code } = await opened()
    const { pass } = await createPass(link)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => suite.newChecker().enterPass(code, pass)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422, 422, 422, 422])
  })

  it('ends 10 minutes after it was created, and what it shows 10 minutes after it was used [AUTHN-09] [AUTHN-10]', async () => {
    const { link, code } = await opened()
    const late = (await createPass(link)).pass
    await setBack(10)
    expect((await suite.newChecker().enterPass(code, late)).status).toBe(422)
    const { pass } = await createPass(link)
    const checker = suite.newChecker()
    expect((await checker.enterPass(code, pass)).status).toBe(303)
    await setBack(9)
    expect((await checker.get(`/${code}/report`)).status).toBe(200)
    await setBack(1)
    expect((await checker.get(`/${code}/report`)).status).toBe(303)
    expect((await checker.client.raw('GET', `/v/${code}/report/page`)).status).toBe(404)
  })

  it('ends with a newer one, and at most 10 are created in an hour [AUTHN-09]', async () => {
    const { link, code } = await opened()
    const first = (await createPass(link)).pass
    const passes = await Promise.all(Array.from({ length: 4 }, () => createPass(link)))
    const accepted = await Promise.all(
      [first, ...passes.map(({ pass }) => pass)].map(async (pass) =>
        suite.newChecker().enterPass(code, pass),
      ),
    )
    expect(accepted.filter(({ status }) => status === 303)).toHaveLength(1)
    for (let n = 0; n < 5; n++) expect((await createPass(link)).status).toBe(200)
    const refused = await createPass(link)
    expect([refused.status, refused.pass]).toEqual([429, ''])
    expect(refused.html).toContain('You have created many viewing codes.')
  })

  it('opens no other report, and no other version’s page with its cookie [AUTHN-10]', async () => {
    const [one, other] = [await opened(), await opened()]
    const { pass } = await createPass(one.link)
    const checker = suite.newChecker()
    expect((await checker.enterPass(other.code, pass)).status).toBe(422)
    expect((await checker.enterPass(one.code, pass)).status).toBe(303)
    const session = /report-pass=([\w-]+)/.exec(checker.client.cookieHeader())?.[0] ?? ''
    const raw = await suite.newChecker().get(`/${other.code}/report`, { cookie: session })
    expect(raw.status).toBe(303)
  })

  it('needs the date of birth, a link that has not ended and its own site [AUTHN-10]', async () => {
    const { link } = await suite.makeLink()
    const before = await link.post('/pass')
    expect([before.status, before.headers.get('location')]).toEqual([303, link.address()])
    await link.identify()
    const foreign = await link.post('/pass', {}, { origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    expect((await link.post('/pass', { key: 'x' })).status).toBe(403)
    await suite.app.database.execute('update report_links set revoked_at = now(), revocation = $1', ['staff'])
    expect((await link.post('/pass')).status).toBe(303)
    const { id } = await suite.rowOf(link)
    expect(await suite.app.database.query('select 1 from viewing_passes where link_id = $1', [id])).toEqual(
      [],
    )
  })

  it('shows nothing once the report is withdrawn or the link ended, also while it is shown [AUTHN-10]', async () => {
    for (const end of ['withdraw', 'revoke'] as const) {
      const { link, code, reportId } = await opened()
      const checker = suite.newChecker()
      await checker.enterPass(code, (await createPass(link)).pass)
      const { pass } = await createPass(link)
      expect((await checker.get(`/${code}/report`)).status).toBe(200)
      if (end === 'withdraw') await withdrawReport(suite.doctor, reportId, { reason: 'other', note: 'Test' })
      else
        await suite.app.database.execute(
          `update report_links set revoked_at = now(), revocation = 'staff' where delivery_id in (
             select id from deliveries where report_id = $1)`,
          [reportId],
        )
      expect((await checker.get(`/${code}/report`)).status).toBe(303)
      expect((await suite.newChecker().enterPass(code, pass)).status).toBe(422)
    }
  })

  it('ends with the access of a delegate, before any job ran [AUTHN-10]', async () => {
    const { patientId, reportId } = await suite.makeLink()
    const { id: delegateId } = await suite.app.database.one<{ id: number }>(
      `insert into patient_delegates (patient_id, kind, full_name, relation, language, email, document_seen, valid_from,
                                      wording_version, recorded_by)
       values ($1, 'delegate', 'Sami Aziz', 'spouse', 'en', 'sami@mail.test', 'Passport', current_date - 9, 1, $2)
       returning id`,
      [patientId, suite.doctor.user.id],
    )
    const link = await suite.sendLink(reportId, { delegateId })
    await link.identify()
    const code = await suite.codeOf(reportId)
    const checker = suite.newChecker()
    await checker.enterPass(code, (await createPass(link)).pass)
    const { pass } = await createPass(link)
    expect((await checker.get(`/${code}/report`)).status).toBe(200)
    await suite.app.database.execute(
      'update patient_delegates set valid_until = current_date - 2 where id = $1',
      [delegateId],
    )
    expect((await checker.get(`/${code}/report`)).status).toBe(303)
    expect((await suite.newChecker().enterPass(code, pass)).status).toBe(422)
  })

  it('shows the corrected file after a correction [AUTHN-09]', async () => {
    const { link, code, reportId, patientId } = await opened()
    const checker = suite.newChecker()
    await checker.enterPass(code, (await createPass(link)).pass)
    const content = pdfBytes()
    await suite.doctor.put(`/report/update/${reportId}`, {
      patientId,
      title: 'Corrected',
      reportTypeId: suite.type,
      fileUrl: await uploadFile(suite.doctor, content),
      reason: 'clerical',
    })
    const { content: shown } = await openReport(checker, code)
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    expect(hash(shown)).toBe(hash(content))
  })

  it('allows 5 guesses from one network and 20 in all, then refuses with 429 [AUTHN-10]', async () => {
    const { link, code } = await opened()
    const { pass } = await createPass(link)
    const guesser = suite.newChecker()
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await guesser.enterPass(code, `000${n}-0000`)).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    for (let n = 0; n < 15; n++) await suite.newChecker().enterPass(code, `00${10 + n}-0000`)
    expect((await suite.newChecker().enterPass(code, pass)).status).toBe(429)
    const other = await opened()
    expect((await suite.newChecker().enterPass(other.code, (await createPass(other.link)).pass)).status).toBe(
      303,
    )
  })

  it('allows no more guesses at the same moment [RULE-51]', async () => {
    const { code } = await opened()
    const visitorOf = (n: number) => ({ address: `198.51.100.${n}`, requestId: 'test' })
    const found = await suite.app.services.verification.find(visitorOf(0), code)
    if (!found) throw new Error('Not found')
    const tries = Array.from({ length: 60 }, (_, n) =>
      suite.app.services.viewingPasses.use(visitorOf(n), found, `00${10 + n}-0000`),
    )
    const compared = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
    expect(compared).toHaveLength(20)
  })

  it('disappears after a day [AUTHN-10]', async () => {
    const { link } = await opened()
    await createPass(link)
    await setBack(24 * 60 + 1)
    await createPass(link)
    await suite.app.services.viewingPasses.removeOld()
    const { count } = await suite.app.database.one<{ count: number }>('select count(*) from viewing_passes')
    expect(count).toBe(1)
  })
})

it('refuses other sites in the form of a viewing code [AUTHN-10]', async () => {
  const { link, code } = await opened()
  const { pass } = await createPass(link)
  const checker = suite.newChecker()
  expect((await checker.enterPass(code, pass, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await checker.enterPass(code, pass, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await checker.enterPass(code, pass)).status).toBe(303)
})
