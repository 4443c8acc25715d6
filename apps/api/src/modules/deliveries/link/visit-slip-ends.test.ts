import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { runOnServer } from '../../../testing/database-server.ts'
import { hashSecretToken } from '../../../platform/encryption.ts'
import { CONTACT_THE_LAB } from '../../../testing/held-links.ts'
import type { LinkClient } from '../../../testing/link-client.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'
import { publishReport, registerPatient } from '../../../testing/test-records.ts'
import { reassignReport, withdrawReport } from '../../../testing/withdrawal.ts'
import { BORN, inDays, startVisitSlips } from '../../../testing/visit-slips.ts'

const suite = await stopAtEnd(startVisitSlips())
const { app, doctor, admin, receptionist, blood, newSlip, newVisit, handOver, clientOf, publish } = suite
const { textOf, opened, passDays, deliveriesOf } = suite

beforeEach(() => app.database.execute('delete from rate_limits'))

const statusOf = async (link: LinkClient) => (await link.get()).status
const EXPIRED = 'This link has expired'
const ENDED_BY_LAB = 'The lab has ended this link.'
const setPromise = async (visitId: number, promisedAt: string | null) =>
  sure(await receptionist.put(`/visit/update/${visitId}`, { promisedAt }))

describe('the end of a link to a visit', () => {
  it('follows a promise that moves [VLINK-06]', async () => {
    const { link, visitId, patientId } = await newSlip()
    await setPromise(visitId, inDays(10))
    expect(await textOf(link)).toMatch(/It is expected by .*Keep this link/)
    await passDays(visitId, 5)
    expect(await textOf(link)).toContain('It is expected by')
    await publish(patientId, blood, { visitId, title: 'At last' })
    expect(await opened(link)).toContain('At last')
    await passDays(visitId, 7)
    expect(await statusOf(link)).toBe(200)
    await passDays(visitId, 2)
    expect(await statusOf(link)).toBe(410)
    expect(await textOf(link)).toContain(EXPIRED)
    await app.database.execute(
      "update visits set promised_at = promised_at + interval '2 days' where id = $1",
      [visitId],
    )
    expect(await statusOf(link)).toBe(200)
  })

  it('comes at the latest of promise, target and day of the slip, plus the days of the lab [VLINK-06]', async () => {
    const { link, visitId } = await newSlip({ promisedAt: inDays(1) })
    await app.database.execute("update visits set target_at = now() + interval '6 days' where id = $1", [
      visitId,
    ])
    await passDays(visitId, 8)
    expect(await statusOf(link)).toBe(200)
    await passDays(visitId, 2)
    expect(await textOf(link)).toContain(EXPIRED)
    const { until } = sure(await handOver(visitId))
    expect(until).toBe(sure(await handOver((await newVisit({ promisedAt: null })).visitId)).until)
    const none = await newSlip({ promisedAt: null })
    await passDays(none.visitId, 2)
    expect(await statusOf(none.link)).toBe(200)
    await passDays(none.visitId, 2)
    expect(await textOf(none.link)).toContain(EXPIRED)
  })

  it('keeps the days that the lab gave when the slip was made [VLINK-06]', async () => {
    const { link, visitId } = await newSlip()
    await app.database.execute('update lab_delivery_settings set link_days = 1')
    await passDays(visitId, 3)
    expect(await statusOf(link)).toBe(200)
    await app.database.execute('update lab_delivery_settings set link_days = 3')
  })

  it('counts from the payment of an unpaid visit [VLINK-07]', async () => {
    const { link, visitId, patientId } = await newSlip({ payment: 'due', reportTypeIds: [blood] })
    await publish(patientId, blood, { visitId, title: 'Paid late' })
    await passDays(visitId, 30)
    expect(await textOf(link)).toContain(CONTACT_THE_LAB)
    sure(await suite.setPayment(visitId, 'paid'))
    expect(await opened(link)).toContain('Paid late')
    await passDays(visitId, 2)
    expect(await statusOf(link)).toBe(200)
    await passDays(visitId, 2)
    expect(await textOf(link)).toContain(EXPIRED)
  })

  it('appears to staff with the deliveries of its reports [VLINK-06]', async () => {
    const { link, visitId, patientId } = await newSlip({ reportTypeIds: [blood] })
    const id = await publish(patientId, blood, { visitId })
    await opened(link)
    const days = async () =>
      Math.round((Date.parse((await deliveriesOf(id))[0].link.endsAt) - Date.now()) / 86_400_000)
    expect(await days()).toBe(4)
    await setPromise(visitId, inDays(10))
    expect(await days()).toBe(13)
    await setPromise(visitId, null)
    expect(await days()).toBe(3)
  })

  it('says whether it expired, was replaced or was ended by the lab [VLINK-08]', async () => {
    const { link, visitId, patientId } = await newSlip({ reportTypeIds: [blood] })
    const id = await publish(patientId, blood, { visitId })
    await opened(link)
    const next = clientOf(sure(await handOver(visitId)).link)
    expect(await statusOf(link)).toBe(410)
    const replaced = await textOf(link)
    expect(replaced).toContain('The lab has made a newer slip for this visit.')
    expect(replaced).not.toMatch(/ended|<form/)
    expect((await link.get(`/documents/${id}/file`)).headers.get('location')).toBe(link.address())
    expect((await deliveriesOf(id))[0].link.revocation).toBe('renewed')
    expect(await textOf(link, '?lang=ar')).toContain('أصدر المختبر ورقة أحدث لهذه الزيارة')

    await opened(next)
    const [delivery] = await deliveriesOf(id)
    sure(await doctor.post(`/delivery/revoke/${delivery.id}`))
    expect(await textOf(next)).toContain(ENDED_BY_LAB)
    expect((await next.get(`/documents/${id}/file`)).headers.get('location')).toBe(next.address())
    expect((await doctor.post(`/delivery/revoke/${delivery.id}`)).body).toMatchObject({
      code: 'LINK_ALREADY_ENDED',
    })

    const expired = await newSlip()
    await passDays(expired.visitId, 9)
    const text = await textOf(expired.link)
    expect(text).toContain(EXPIRED)
    expect(text).not.toContain(ENDED_BY_LAB)
    const newest = clientOf(sure(await handOver(expired.visitId)).link)
    expect(await textOf(expired.link)).toContain('newer slip')
    expect(await statusOf(newest)).toBe(200)

    const canceled = await newSlip()
    sure(await receptionist.post(`/visit/cancel/${canceled.visitId}`))
    expect(await textOf(canceled.link)).toContain(ENDED_BY_LAB)
  })

  it('comes when the visit goes to another person, and not by a merge or its undoing [VLINK-09]', async () => {
    const moved = await newSlip({ reportTypeIds: [blood] })
    const wrong = await publish(moved.patientId, blood, { visitId: moved.visitId })
    await opened(moved.link)
    const other = await registerPatient(doctor, { dob: BORN })
    sure(await reassignReport(doctor, wrong, { patientId: other }))
    await app.database.execute('update reports set visit_id = null where visit_id = $1', [moved.visitId])
    await app.database.execute('update visits set patient_id = $2 where id = $1', [moved.visitId, other])
    expect(await statusOf(moved.link)).toBe(410)
    expect(await textOf(moved.link)).toContain(ENDED_BY_LAB)

    const { link, visitId, patientId } = await newSlip({ reportTypeIds: [blood] })
    const survivor = await registerPatient(doctor, { dob: '1985-06-07' })
    sure(await admin.post('/patient/merge', { survivorId: survivor, mergedId: patientId, reason: 'Twice' }))
    await publish(survivor, blood, { visitId, title: 'After the merge' })
    expect((await suite.other(link).identify(BORN)).status).toBe(422)
    expect(await opened(link, '1985-06-07')).toContain('After the merge')
    const during = clientOf(sure(await handOver(visitId)).link)
    const [merge] = sure(await admin.get(`/patient/getMerges/${survivor}`))
    sure(await admin.post(`/patient/undoMerge/${merge.id}`))
    expect(await statusOf(during)).toBe(200)
    expect(await textOf(link)).toContain('newer slip')
  })

  it('lies ahead for a visit whose reports are all there, which gets a slip as well [VLINK-10]', async () => {
    const { visitId, patientId } = await newVisit({ reportTypeIds: [blood] })
    await publish(patientId, blood, { visitId, title: 'Ready long ago' })
    await passDays(visitId, 40)
    const made = sure(await handOver(visitId))
    expect(made).toMatchObject({ isReady: true, expected: null })
    expect(made.text).toContain('a document is ready for you.')
    const link = clientOf(made.link)
    expect(await opened(link)).toContain('Ready long ago')
    await passDays(visitId, 4)
    expect(await textOf(link)).toContain(EXPIRED)
  })
})

const { id: requestedBy } = await app.createUser('Doctor', suite.lab)
/** Earlier versions made the link one to the report, at the first date of birth. */
const bindLikeEarlier = async (link: LinkClient, reportId: number) => {
  const hash = hashSecretToken(link.token)
  await app.database.transaction(async (tx) => {
    await tx.execute('delete from visit_links where token_hash = $1', [hash])
    const { id, visitId } = await tx.one<{ id: number; visitId: number }>(
      `insert into deliveries (report_id, lab_id, report_version, channel, purpose, language, template_version, state, sent_at,
                               requested_by)
       select id, lab_id, version, 'slip', 'report', 'en', 1, 'handed-over', now(), $2 from reports where id = $1
       returning id, (select visit_id from reports where id = $1) as "visitId"`,
      [reportId, requestedBy],
    )
    await tx.execute(
      `insert into report_links (delivery_id, token_hash, expires_at) values ($1, $2, now() + interval '3 days')`,
      [id, hash],
    )
    await tx.execute(
      `insert into activity_log (action, object_type, object_id, summary) values ('delivery.hand-over', 'report', $1, $2)`,
      [
        reportId,
        `The link to visit #${visitId} became one to report #${reportId} when the patient opened it`,
      ],
    )
  })
}
const migrateAgain = async () => {
  const file = path.join(import.meta.dirname, '../../../../migrations/0074-visit-slips.sql')
  await runOnServer(
    app.connectionString,
    `drop trigger visit_links_slip on visit_links; drop trigger report_links_slip on report_links;
    drop trigger report_links_end_slip on report_links; drop function end_slip_of_link;
     drop trigger visits_link_ends on visits; drop trigger reports_left_visit on reports;
     drop function note_visit_slip, attach_link_to_slip, follow_visit_with_links, end_links_of_left_visit, end_slip,
       slip_ends_at, unmerged_patient_of_visit;
     delete from link_sessions; alter table link_sessions drop column slip_id, alter column link_id set not null;
     alter table report_links drop column slip_id; drop table visit_slips;
     ${await readFile(file, 'utf8')}`,
  )
}

describe('a slip of an earlier version', () => {
  it('stays about its visit when a process of that version opened it meanwhile [VLINK-11]', async () => {
    const { link, visitId, patientId } = await newSlip()
    const first = await publish(patientId, blood, { visitId, title: 'Bound one' })
    await bindLikeEarlier(link, first)
    await publish(patientId, suite.urine, { visitId, title: 'Later one' })
    const list = await opened(link)
    expect(list).toContain('Bound one')
    expect(list).toContain('Later one')
    await link.get(`/documents/${first}`)
    const deliveries = await deliveriesOf(first)
    expect(deliveries).toHaveLength(1)
    expect(deliveries[0].link.firstOpenedAt).not.toBeNull()
  })

  it('works after the upgrade, bound to a report or not, and about its visit [VLINK-11]', async () => {
    const bound = await newSlip()
    const first = await publish(bound.patientId, blood, { visitId: bound.visitId, title: 'Bound one' })
    await bindLikeEarlier(bound.link, first)
    const stranger = await newSlip({ reportTypeIds: [blood] })
    const misplaced = await publish(stranger.patientId, blood, { visitId: stranger.visitId })
    await bindLikeEarlier(stranger.link, misplaced)
    const other = await registerPatient(doctor, { dob: BORN })
    await app.database.execute('update reports set visit_id = null where id = $1', [misplaced])
    await app.database.execute('update visits set patient_id = $2 where id = $1', [stranger.visitId, other])
    const waiting = await newSlip()
    const plain = await suite.openedLink()
    await setPromise(waiting.visitId, inDays(10))
    await app.database.execute(
      "update visit_links set created_at = created_at - interval '9 days' where visit_id = $1",
      [waiting.visitId],
    )
    await migrateAgain()

    await publish(bound.patientId, suite.urine, { visitId: bound.visitId, title: 'Later one' })
    const list = await opened(bound.link)
    expect(list).toContain('Bound one')
    expect(list).toContain('Later one')
    expect(await deliveriesOf(first)).toHaveLength(1)
    sure(await withdrawReport(doctor, first, { reason: 'other', note: 'Wrong file' }))
    expect(await textOf(bound.link)).toContain('Later one')
    expect(await statusOf(stranger.link)).toBe(410)
    expect(await textOf(waiting.link)).toContain('It is expected by')
    await publishReport(doctor, waiting.patientId, blood, { visitId: waiting.visitId, title: 'At last' })
    expect(await opened(waiting.link)).toContain('At last')
    expect((await plain.link.get()).html).toContain('name="day"')
  })
})
