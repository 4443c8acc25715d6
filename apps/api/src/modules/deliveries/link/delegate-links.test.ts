import { todayIn } from '@zelab/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertDelegate } from '../../../testing/delegates.ts'
import { startLinkApp, type LinkApp, type LinkClient } from '../../../testing/link-client.ts'
import { startMailServer, type MailServer } from '../../../testing/mail-server.ts'
import { TEST_TIME_ZONE } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../../testing/test-records.ts'

let links: LinkApp
let mails: MailServer
beforeAll(async () => {
  mails = await startMailServer()
  links = await startLinkApp({ mails, withJobs: true })
})
afterAll(async () => {
  await links.app.stop()
  await mails.stop()
})
beforeEach(() => links.forgetLimits())

const eighteenIn = (days: number) => {
  const day = todayIn(TEST_TIME_ZONE, new Date(Date.now() + days * 86_400_000))
  return `${Number(day.slice(0, 4)) - 18}${day.slice(4).replace('02-29', '02-28')}`
}

const codesTo = (email: string) =>
  mails.mailsTo(email).map(({ content }) => /\b\d{6}\b/.exec(content.slice(content.indexOf('\r\n\r\n')))?.[0])

const guardiansLink = async (dob = '2018-03-04', validUntil?: string) => {
  const patientId = await registerPatient(links.doctor, { dob, fullName: 'Yusuf Haddad' })
  await links.giveConsent(patientId)
  const guardian = await insertDelegate(links.app.database, patientId, {
    by: links.doctor.user.id,
    ...(validUntil !== undefined && { validUntil }),
  })
  const { id: reportId } = await publishReport(links.doctor, patientId, links.type)
  const link = await links.sendLink(reportId, { contact: guardian.email, delegateId: guardian.id })
  return { patientId, reportId, guardian: { ...guardian, email: guardian.email ?? '' }, link, dob }
}

const enterCode = async (link: LinkClient, email: string) => {
  const before = codesTo(email).length
  expect((await link.post('/send-code')).status).toBe(303)
  await expect.poll(() => codesTo(email).length).toBe(before + 1)
  return link.post('/code', { code: codesTo(email).at(-1) ?? '' })
}

describe('a guardian’s link', () => {
  it('asks for the patient’s date of birth, and sends codes to the guardian [DELEG-20]', async () => {
    const { link, guardian, patientId, dob } = await guardiansLink()
    expect((await link.get()).html).toContain('The patient’s date of birth')
    expect((await link.follow(await link.identify(dob))).html).toContain('Yusuf Haddad')
    const { email } = (await links.doctor.get(`/patient/getById/${patientId}`)).body.data
    expect((await enterCode(link, guardian.email)).status).toBe(303)
    expect(mails.mailsTo(email)).toEqual([])
    const entries = await links.app.database.query(
      "select summary from activity_log where action = 'delivery.open' order by id desc limit 1",
    )
    expect(entries).toEqual([{ summary: expect.stringContaining(`Delegate #${guardian.id} opened report`) }])
  })

  it('shows the patient’s other reports without sensitive ones, and not who has looked [DELEG-22]', async () => {
    const { link, guardian, patientId, dob } = await guardiansLink()
    const sensitive = await addReportType(links.admin, 'Virology for guardians')
    await links.app.database.execute('update report_types set is_sensitive = true where id = $1', [sensitive])
    const shown = await publishReport(links.doctor, patientId, links.type, { title: 'Iron and ferritin' })
    const hidden = await publishReport(links.doctor, patientId, sensitive, { title: 'Secret antibodies' })
    const first = await link.follow(await link.identify(dob))
    expect(first.html).not.toContain('Who has looked')
    expect(first.html).toContain('All documents of this patient')
    expect(first.html).not.toContain('All my documents')
    await enterCode(link, guardian.email)
    const list = await link.get('/reports')
    expect(list.html).toContain('Iron and ferritin')
    expect(list.html).not.toMatch(/Secret antibodies|Virology/)
    expect((await link.get(`/reports/${shown.id}/file`)).status).toBe(200)
    expect((await link.get(`/reports/${hidden.id}/file`)).status).toBe(404)
    expect((await link.get('/views')).status).toBe(404)
  })

  it('shows a sensitive report after a code, because it was sent to the guardian [DELEG-22]', async () => {
    const sensitive = await addReportType(links.admin, 'Genetics for guardians')
    const patientId = await registerPatient(links.doctor, { dob: '2018-03-04' })
    const guardian = await insertDelegate(links.app.database, patientId, { by: links.doctor.user.id })
    const { id } = await publishReport(links.doctor, patientId, sensitive, { title: 'Secret gene' })
    await links.app.database.execute('update report_types set is_sensitive = true where id = $1', [sensitive])
    const link = await links.sendLink(id, { contact: guardian.email, delegateId: guardian.id })
    expect((await link.follow(await link.identify('2018-03-04'))).html).not.toContain('Secret gene')
    expect((await link.follow(await enterCode(link, guardian.email ?? ''))).html).toContain('Secret gene')
    expect((await link.get('/file')).status).toBe(200)
  })

  it('works on the day before the 18th birthday and ends on it, also in an open session [DELEG-21]', async () => {
    const before = await guardiansLink(eighteenIn(1))
    expect((await before.link.follow(await before.link.identify(before.dob))).html).toContain('Yusuf Haddad')
    expect((await before.link.get('/file')).status).toBe(200)

    const onIt = await guardiansLink(eighteenIn(0))
    const ended = await onIt.link.get()
    expect([ended.status, ended.html.includes('The lab has ended this link')]).toEqual([410, true])
    expect((await onIt.link.identify(onIt.dob)).status).toBe(403)
    expect((await onIt.link.get('/file')).html).not.toContain('%PDF')

    await links.app.database.execute('update patients set date_of_birth = $2 where id = $1', [
      before.patientId,
      eighteenIn(0),
    ])
    expect((await before.link.get()).status).toBe(410)
    expect((await before.link.get('/page')).status).toBe(404)
    const file = await before.link.get('/file')
    expect([file.status, file.html]).toEqual([303, ''])
  })

  it('ends after the last day that was entered, by the lab’s clock [DELEG-21]', async () => {
    const today = todayIn(TEST_TIME_ZONE)
    const lastDay = await guardiansLink('2018-03-04', today)
    expect((await lastDay.link.get()).status).toBe(200)
    const yesterday = todayIn(TEST_TIME_ZONE, new Date(Date.now() - 86_400_000))
    const after = await guardiansLink('2018-03-04', yesterday)
    expect((await after.link.get()).status).toBe(410)
  })

  it('renews without ending the patient’s own link to the same address [DELEG-20 LINK-06]', async () => {
    const email = 'one.address@mail.test'
    const patientId = await registerPatient(links.doctor, { dob: '2018-03-04', email })
    await links.giveConsent(patientId)
    const guardian = await insertDelegate(links.app.database, patientId, { by: links.doctor.user.id, email })
    const { id: reportId } = await publishReport(links.doctor, patientId, links.type)
    const own = await links.sendLink(reportId)
    const guardians = await links.sendLink(reportId, { contact: email, delegateId: guardian.id })
    const { id: renewedId } = await links.rowOf(guardians)
    await links.app.database.execute(
      "update report_links set locked_until = now() + interval '10 minutes' where id = $1",
      [renewedId],
    )
    await guardians.post('/renew')
    await expect.poll(async () => (await links.rowOf(guardians)).revocation).toBe('renewed')
    expect(await links.rowOf(own)).toMatchObject({ revocation: null })
  })

  it('renews to the guardian alone, and not after the access has ended [DELEG-20 DELEG-21]', async () => {
    const { link, guardian, patientId, reportId } = await guardiansLink()
    const expire = () =>
      links.app.database.execute("update report_links set expires_at = now() - interval '1 minute'")
    await expire()
    await link.post('/renew')
    await expect.poll(() => mails.mailsTo(guardian.email).length).toBe(1)
    const renewals = await links.app.database.query(
      "select contact, delegate_id from deliveries where report_id = $1 and purpose = 'renewal'",
      [reportId],
    )
    expect(renewals).toEqual([{ contact: guardian.email, delegate_id: guardian.id }])
    // Renewals of the patient and the guardian have separate limits.
    const own = await links.sendLink(reportId)
    await expire()
    await own.post('/renew')
    const { email } = (await links.doctor.get(`/patient/getById/${patientId}`)).body.data
    await expect.poll(() => mails.mailsTo(email).length).toBe(1)

    const other = await guardiansLink()
    await expire()
    await other.link.get()
    await links.app.database.execute(
      "update patient_delegates set ended_at = now(), end_reason = 'staff' where id = $1",
      [other.guardian.id],
    )
    expect((await other.link.post('/renew')).status).toBe(303)
    expect(mails.mailsTo(other.guardian.email)).toEqual([])
  })
})
