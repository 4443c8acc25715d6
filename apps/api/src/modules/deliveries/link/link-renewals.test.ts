import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startLinkApp, wrongDate, type LinkApp, type LinkClient } from '../../../testing/link-client.ts'
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

const ANSWER = 'If the lab has your contact and your consent, a new link is on its way.'

const renewalsOf = (reportId: number) =>
  links.app.database.query<Record<string, unknown>>(
    "select * from deliveries where report_id = $1 and purpose = 'renewal' order by id",
    [reportId],
  )
const queuedJobs = async () =>
  (
    await links.app.database.query(
      `select 1 from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send-deliveries'`,
    )
  ).length
const age = (interval: string) =>
  links.app.database.execute(`update deliveries set created_at = created_at - interval '${interval}'`)
const renew = async (link: LinkClient) => {
  const answer = await link.post('/renew')
  expect(answer.html).toContain(ANSWER)
  return answer.html.replaceAll(link.token, '')
}

describe('a link that has ended', () => {
  it('renews to the email in the record, once in 15 minutes and 3 times a day [LINK-06]', async () => {
    const email = 'renew@example.com'
    const { link, reportId } = await links.makeLink({ email, fullName: 'Amal Mansour' }, { days: -1 })
    const page = await link.get()
    expect(page.status).toBe(410)
    for (const shown of ['no longer works', 'Send a new link', 'Al Noor Laboratory', 'tel:+97145550100'])
      expect(page.html).toContain(shown)
    expect(page.html).not.toContain('A••')
    const before = await queuedJobs()
    const answers = [await renew(link)]
    expect(await renewalsOf(reportId)).toMatchObject([
      {
        channel: 'email',
        contact: email,
        state: 'queued',
        language: 'en',
        report_version: 1,
        requested_by: null,
        lab_id: links.lab.id,
      },
    ])
    expect(await queuedJobs()).toBe(before + 1)
    expect(await links.eventsOf(link)).toEqual(['renewed'])

    answers.push(await renew(link))
    expect(await renewalsOf(reportId)).toHaveLength(1)
    for (const count of [2, 3, 3]) {
      await age('15 minutes')
      answers.push(await renew(link))
      expect(await renewalsOf(reportId)).toHaveLength(count)
    }
    expect(new Set(answers).size).toBe(1)
    await age('1 day')
    await renew(link)
    expect(await renewalsOf(reportId)).toHaveLength(4)
    expect(answers[0]).not.toContain('renew@')
  })

  it('renews once when requests arrive at the same moment on two links of a report [LINK-06]', async () => {
    const { link, reportId } = await links.makeLink({}, { days: -1 })
    const second = await links.sendLink(reportId, { days: -2, channel: 'slip', contact: null })
    await link.get()
    await second.get()
    await Promise.all([link, second, link, second, link].map((one) => one.post('/renew')))
    expect(await renewalsOf(reportId)).toHaveLength(1)
  })

  it('gives the same answer without consent, without an email and when withdrawn [LINK-06]', async () => {
    const known = await renew((await links.makeLink({}, { days: -1 })).link)
    const noConsent = await links.makeLink({}, { days: -1 })
    await links.giveConsent(noConsent.patientId, false)
    const noEmail = await links.makeLink({}, { days: -1 })
    await links.app.database.execute('update patients set email = null where id = $1', [noEmail.patientId])
    const withdrawn = await links.makeLink({}, { days: -1 })
    await links.app.database.execute(
      `update reports set withdrawn_at = now(), withdrawn_by = $2, withdrawal_reason = 'other' where id = $1`,
      [withdrawn.reportId, links.doctor.user.id],
    )
    for (const { link, reportId } of [noConsent, noEmail, withdrawn]) {
      const answer = await renew(link)
      expect(answer.replace(/value="[^"]*"/g, '')).toBe(known.replace(/value="[^"]*"/g, ''))
      expect(await renewalsOf(reportId)).toEqual([])
    }
  })

  it('renews to the current email after wrong dates or a changed contact [LINK-06]', async () => {
    const wrong = await links.makeLink()
    for (let number = 0; number < 5; number++) await wrong.link.identify(wrongDate(number))
    expect((await wrong.link.get()).html).toContain('Send a new link')
    await renew(wrong.link)
    expect(await renewalsOf(wrong.reportId)).toHaveLength(1)
    await age('16 minutes')
    await links.app.database.execute('update report_links set locked_until = now()')
    for (let number = 5; number < 10; number++) await wrong.link.identify(wrongDate(number))
    await renew(wrong.link)
    expect(await renewalsOf(wrong.reportId)).toHaveLength(2)

    const moved = await links.makeLink({ email: 'old@example.com' })
    await moved.link.identify()
    await links.app.database.execute("update patients set email = 'new@example.com' where id = $1", [
      moved.patientId,
    ])
    expect((await moved.link.get()).status).toBe(410)
    await renew(moved.link)
    expect(await renewalsOf(moved.reportId)).toMatchObject([{ contact: 'new@example.com' }])
  })

  it('offers no new one when the staff ended it [LINK-06]', async () => {
    const { link, reportId } = await links.makeLink()
    await link.identify()
    await links.app.database.execute(
      "update report_links set revoked_at = now(), revocation = 'staff' where id = $1",
      [(await links.rowOf(link)).id],
    )
    const page = await link.get()
    expect(page.status).toBe(410)
    expect(page.html).toContain('The lab has ended this link')
    expect(page.html).not.toContain('/renew')
    expect((await link.post('/renew')).status).toBe(303)
    expect(await renewalsOf(reportId)).toEqual([])
  })

  it('offers no new one while it still works [LINK-06]', async () => {
    const { link, reportId } = await links.makeLink()
    expect((await link.post('/renew')).status).toBe(303)
    expect(await renewalsOf(reportId)).toEqual([])
  })
})

it('forms of one network are limited [LINK-06]', async () => {
  const { link } = await links.makeLink({}, { days: -1 })
  await link.get()
  await links.app.database.execute("insert into rate_limits (key, attempts) values ('x', 1)")
  await renew(link)
  await links.app.database.execute("update rate_limits set attempts = 299 where key <> 'x'")
  expect((await link.post('/renew')).status).toBe(200)
  expect((await link.post('/renew')).status).toBe(429)
})
