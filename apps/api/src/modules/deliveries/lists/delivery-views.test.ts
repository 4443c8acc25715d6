import { describe, expect, it } from 'vitest'
import { insertDelegate } from '../../../testing/delegates.ts'
import { startDeliveriesApp, type DeliveriesApp } from '../../../testing/deliveries.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

let { app, lab, doctor, admin, sendableReport, send, sendDue, makeDue, handOver, deliveriesOf } =
  {} as DeliveriesApp

const suite = await stopAtEnd(startDeliveriesApp())
;({ app, lab, doctor, admin, sendableReport, send, sendDue, makeDue, handOver, deliveriesOf } = suite)

const idsOf = async (view: string, client = doctor): Promise<number[]> =>
  (await client.get(`/delivery/getAll?view=${view}&limit=100`)).body.data.map(({ id }: { id: number }) => id)
const countsOf = async (client = doctor) => (await client.get('/delivery/getCounts')).body.data

const NO_ATTENTION = { notReached: 0, notOpened: 0, correctionNotOpened: 0, noContact: 0, agingOut: 0 }

const sentReport = async () => {
  const { reportId, patientId } = await sendableReport()
  const { id } = (await send(reportId)).body.data
  await sendDue()
  return { id: id as number, reportId, patientId }
}
const setState = (id: number, state: string) =>
  app.database.execute('update deliveries set state = $2 where id = $1', [id, state])
const sentDaysAgo = (id: number, days: number) =>
  app.database.execute('update deliveries set sent_at = sent_at - make_interval(days => $2) where id = $1', [
    id,
    days,
  ])

const open = (id: number) =>
  app.database.execute(
    `update report_links l set first_opened_at = coalesce(l.first_opened_at, now()), last_opened_at = now(),
            opened_version = r.version
       from deliveries d join reports r on r.id = d.report_id where d.id = $1 and l.delivery_id = d.id`,
    [id],
  )
const amend = async (reportId: number, hoursAgo: number) => {
  const { data: report } = (await doctor.get(`/report/getById/${reportId}`)).body
  const answer = await doctor.put(`/report/update/${reportId}`, {
    title: `Corrected ${report.version}`,
    reportTypeId: report.reportType.id,
    patientId: report.patient.id,
    fileUrl: report.filePath,
    reason: 'clerical',
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await amendedHoursAgo(reportId, hoursAgo)
}
const makeDueAndSend = async (reportId: number) => {
  await sendDue()
  await makeDue(reportId)
  await sendDue()
}
const amendedHoursAgo = async (reportId: number, hours: number) => {
  // A trigger rejects any other change of a report.
  await app.database.transaction(async (tx) => {
    await tx.execute('alter table reports disable trigger user')
    await tx.execute('update reports set amended_at = now() - make_interval(hours => $2) where id = $1', [
      reportId,
      hours,
    ])
    await tx.execute('alter table reports enable trigger user')
  })
}

describe('the deliveries of a lab', () => {
  it('appear newest first, without those of other labs [DELIV-13]', async () => {
    const [first, second] = [await sentReport(), await sentReport()]
    expect((await idsOf('all')).slice(0, 2)).toEqual([second.id, first.id])
    expect((await idsOf('all', admin)).slice(0, 2)).toEqual([second.id, first.id])
    const outsider = await app.signedIn('Receptionist')
    expect(await idsOf('all', outsider)).toEqual([])
    const answer = await doctor.get('/delivery/getAll?limit=1&page=2')
    expect(answer.body).toMatchObject({
      data: [{ id: first.id, report: { id: first.reportId }, state: 'sent' }],
      pagination: { page: 2, limit: 1, totalItems: 2, totalPages: 2 },
    })
  })

  it('count as not reached until they are sent again, for 30 days [DELIV-13]', async () => {
    const before = await countsOf()
    const failed = await sentReport()
    await setState(failed.id, 'failed')
    const unconfirmed = await sentReport()
    await setState(unconfirmed.id, 'unconfirmed')
    const old = await sentReport()
    await setState(old.id, 'failed')
    await app.database.execute(
      "update deliveries set created_at = now() - interval '31 days' where id = $1",
      [old.id],
    )
    expect(await idsOf('not-reached')).toEqual([unconfirmed.id, failed.id])
    // A message to a delegate does not reach the patient.
    const delegate = await insertDelegate(app.database, failed.patientId, { by: 1 })
    await app.database.execute(
      `insert into deliveries (report_id, lab_id, report_version, channel, purpose, contact, language, template_version,
                               state, sent_at, delegate_id)
       select report_id, lab_id, 1, 'email', 'report', $2, 'en', 1, 'sent', now(), $3 from deliveries where id = $1`,
      [failed.id, delegate.email, delegate.id],
    )
    expect(await idsOf('not-reached')).toEqual([unconfirmed.id, failed.id])
    expect(await countsOf()).toEqual({ ...before, notReached: before.notReached + 2 })
    const again = await doctor.post(`/delivery/resend/${failed.id}`)
    expect(await idsOf('not-reached')).toEqual([unconfirmed.id])
    await sendDue()
    await setState(again.body.data.id, 'failed')
    expect(await idsOf('not-reached')).toEqual([again.body.data.id, unconfirmed.id])
    await setState(again.body.data.id, 'sent')
    await handOver(unconfirmed.reportId, 'slip')
    expect(await idsOf('not-reached')).toEqual([])
    expect(await countsOf()).toEqual(before)
  })

  it('count as not opened three days after they were sent, while their link is live [DELIV-13]', async () => {
    const { id, reportId } = await sentReport()
    await sentDaysAgo(id, 2)
    expect(await idsOf('not-opened')).not.toContain(id)
    await sentDaysAgo(id, 1)
    expect(await idsOf('not-opened')).toEqual([id])
    expect(await countsOf()).toEqual({ ...NO_ATTENTION, notOpened: 1 })
    expect(await countsOf(await app.signedIn('Doctor'))).toEqual(NO_ATTENTION)

    const setLink = (assignment: string) =>
      app.database.execute(`update report_links set ${assignment} where delivery_id = $1`, [id])
    await setLink('first_opened_at = now()')
    expect(await idsOf('not-opened')).toEqual([])
    await setLink('first_opened_at = null, expires_at = now()')
    expect(await idsOf('not-opened')).toEqual([])
    await setLink("expires_at = now() + interval '1 day', revoked_at = now(), revocation = 'staff'")
    expect(await idsOf('not-opened')).toEqual([])
    await setLink('revoked_at = null, revocation = null')
    expect(await idsOf('not-opened')).toEqual([id])
    // The patient opened the link of an earlier attempt.
    await app.database.execute(
      `insert into report_links (delivery_id, token_hash, expires_at, first_opened_at)
       values ($1, 'earlier', now() + interval '1 day', now())`,
      [id],
    )
    expect(await idsOf('not-opened')).toEqual([])
    await app.database.execute("delete from report_links where token_hash = 'earlier'")
    await withdrawReport(doctor, reportId, { reason: 'wrong-file' })
    expect(await idsOf('not-opened')).toEqual([])
  })

  it('appear for a corrected report when its recipient opened only the old version [DELIV-18]', async () => {
    const before = await countsOf()
    const { id, reportId } = await sentReport()
    const unopened = await sentReport()
    await open(id)
    await amend(reportId, 23)
    await amend(unopened.reportId, 25)
    expect(await idsOf('correction-not-opened')).toEqual([])
    await amendedHoursAgo(reportId, 25)
    expect(await idsOf('correction-not-opened')).toEqual([id])
    expect(await countsOf()).toEqual({ ...before, correctionNotOpened: 1 })
    expect(await idsOf('correction-not-opened', await app.signedIn('Receptionist'))).toEqual([])
    expect(await idsOf('correction-not-opened', admin)).toEqual([id])

    const slip = (await handOver(reportId, 'slip')).body.data.delivery.id
    await open(slip)
    expect(await idsOf('correction-not-opened')).toEqual([id])

    await makeDueAndSend(reportId)
    const correction = (await deliveriesOf(reportId))[0].id
    expect(correction).toBeGreaterThan(slip)
    expect(await idsOf('correction-not-opened')).toEqual([id])
    await open(correction)
    expect(await idsOf('correction-not-opened')).toEqual([])

    // The newest opened message represents the recipient.
    await amend(reportId, 48)
    expect(await idsOf('correction-not-opened')).toEqual([correction, slip])
    await app.database.execute(
      "update report_announcements set created_at = now() - interval '91 days' where report_id = $1",
      [reportId],
    )
    expect(await idsOf('correction-not-opened')).toEqual([])
    await app.database.execute('update report_announcements set created_at = now() where report_id = $1', [
      reportId,
    ])
    await withdrawReport(doctor, reportId, { reason: 'wrong-file' })
    expect(await idsOf('correction-not-opened')).toEqual([])
  })

  it('appear together when they need attention, newest first, with the number to call [DELIV-43]', async () => {
    const [corrected, failed, unopened, fine] = [
      await sentReport(),
      await sentReport(),
      await sentReport(),
      await sentReport(),
    ]
    await open(corrected.id)
    await amend(corrected.reportId, 25)
    await setState(failed.id, 'failed')
    await sentDaysAgo(unopened.id, 3)
    const attention = await idsOf('attention')
    expect(attention).toEqual([unopened.id, failed.id, corrected.id])
    expect(attention).not.toContain(fine.id)
    expect(await idsOf(`attention&search=ZL-${failed.patientId}`)).toEqual([failed.id])
    expect(await idsOf('attention&channel=slip')).toEqual([])
    expect(await idsOf('attention', await app.signedIn('Doctor'))).toEqual([])
    const delegate = await insertDelegate(app.database, failed.patientId, { by: 1 })
    await app.database.execute('update deliveries set delegate_id = $2 where id = $1', [
      failed.id,
      delegate.id,
    ])
    await app.database.execute("update patient_delegates set phone = '+971507654321' where id = $1", [
      delegate.id,
    ])
    const { data } = (await doctor.get('/delivery/getAll?view=attention')).body
    const { data: patient } = (await doctor.get(`/patient/getById/${failed.patientId}`)).body
    expect(data[1]).toMatchObject({
      patient: { phone: patient.phone.number },
      delegate: { phone: '+971507654321' },
    })
    for (const { reportId } of [corrected, failed, unopened])
      await withdrawReport(doctor, reportId, { reason: 'wrong-file' })
    await setState(failed.id, 'sent')
  })

  it('about withdrawn reports are shown to users who may see these [DELIV-12]', async () => {
    const { id, reportId } = await sentReport()
    await withdrawReport(doctor, reportId, { reason: 'wrong-file' })
    expect(await idsOf('all')).toContain(id)
    expect(await idsOf('all', admin)).toContain(id)
    const receptionist = await app.signedIn('Receptionist', lab)
    expect(await idsOf('all', receptionist)).not.toContain(id)
    expect((await receptionist.get(`/delivery/getOfReport/${reportId}`)).status).toBe(404)
  })

  it('count up to a thousand [DELIV-13]', async () => {
    const { reportId } = await sendableReport()
    await app.database.execute(
      `with files as (
         insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by)
         select 'many-' || n, 'many.pdf', 'application/pdf', 1, '', r.uploaded_by
           from reports r cross join generate_series(1, 1010) n where r.id = $1 returning id
       ), copies as (
         insert into reports (lab_id, patient_id, report_type_id, title, file_id, uploaded_by)
         select r.lab_id, r.patient_id, r.report_type_id, r.title, f.id, r.uploaded_by
           from reports r cross join files f where r.id = $1 returning id
       )
       insert into deliveries (report_id, lab_id, report_version, channel, purpose, contact, language,
                               template_version, state, failure)
       select id, $2, 1, 'email', 'report', 'x@mail.test', 'en', 1, 'failed', 'mail-server' from copies`,
      [reportId, lab.id],
    )
    expect((await countsOf()).notReached).toBe(1000)
    const { body } = await doctor.get('/delivery/getAll?view=not-reached&page=500')
    expect(body.pagination).toEqual({
      page: 100,
      limit: 10,
      totalItems: 1000,
      totalPages: 100,
      isEstimate: true,
    })
    expect(body.data).toHaveLength(10)
    await app.database.execute('delete from deliveries where report_id = $1', [reportId])
  })
})
