import { expect, it } from 'vitest'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import { startMailServer } from '../../../testing/mail-server.ts'
import { readMetricsPage } from '../../../testing/metrics-page.ts'
import { needTwoPersons, releaseReport, submitReport } from '../../../testing/release.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, registerPatient } from '../../../testing/test-records.ts'
import { SEND_LATE_RELEASE_NOTICE } from './late-releases.service.ts'
import { SEND_RETURNED_NOTICE, type ReturnedNoticeJob } from './returned-notices.service.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

const mails = await stopAtEnd(startMailServer())
const app = await useTestApp({ smtpUrl: mails.url })
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const author = await app.signedIn('Technician', lab)
const colleague = await app.signedIn('Technician', lab)
const doctor = await app.signedIn('Doctor', lab)
const patientId = await registerPatient(author, { fullName: 'Marked Person' })
const typeId = await addReportType(doctor)
await needTwoPersons(admin, lab)

const REASON = 'The unit of the result is missing'
const sentBack = async (): Promise<number> => {
  const id = await submitReport(author, patientId, typeId, { title: 'Marked title' })
  sure(await doctor.post(`/release/return/${id}`, { revision: 1, reason: REASON }))
  return id
}
const listed = async (client: ApiClient, list: string) =>
  (await client.get(`/release/getAll?list=${list}&limit=100`)).body.data as {
    id: number
    isLate: boolean
    awaitingSince: string
  }[]
const queued = (task: string) =>
  app.database.query<{ payload: ReturnedNoticeJob }>(
    `select j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1 order by j.id`,
    [task],
  )

it('lists the report with its age for releasers and those who may take it over [RELEASE-87]', async () => {
  const id = await sentBack()
  await app.database.execute(
    "update unreleased_reports set awaiting_since = now() - interval '3 hours' where id = $1",
    [id],
  )
  for (const client of [doctor, colleague, author]) {
    const row = (await listed(client, 'sentBack')).find((one) => one.id === id)
    expect(row?.isLate).toBe(true)
    expect(sure(await client.get('/release/getCounts'))).toMatchObject({ sentBack: 1, mayTakeOver: true })
  }
  expect(sure(await doctor.get('/release/getCounts'))).toMatchObject({ late: 1, awaiting: 0 })
  const elsewhere = await app.signedIn('Doctor')
  for (const client of [elsewhere, admin]) {
    expect(await listed(client, 'sentBack')).toEqual([])
    expect((await client.get(`/release/getById/${id}`)).status).toBe(404)
  }
  const page = readMetricsPage(await app.services.monitoring.page())
  expect(page.valueOf('zelab_releases_late')).toBe(1)
  expect(page.valueOf('zelab_releases_oldest_seconds')).toBeGreaterThanOrEqual(3 * 3600)
  await app.services.lateReleases.run()
  expect((await queued(SEND_LATE_RELEASE_NOTICE)).map(({ payload }) => payload.userId)).toEqual([
    doctor.user.id,
  ])
  const [before] = await listed(doctor, 'sentBack')
  sure(await author.put(`/release/correct/${id}`, { title: 'With unit', reportTypeId: typeId, revision: 1 }))
  expect((await listed(doctor, 'awaiting')).find((one) => one.id === id)).toMatchObject({
    ...{ awaitingSince: before?.awaitingSince, isLate: true },
  })
  sure(await releaseReport(doctor, id))
})

it('lets another Technician take it over, who becomes an author [RELEASE-88]', async () => {
  const id = await sentBack()
  const correction = { title: 'With unit', reportTypeId: typeId, revision: 1 }
  const take = (client: ApiClient, revision = 1) => client.post(`/release/takeOver/${id}`, { revision })
  expect((await colleague.put(`/release/correct/${id}`, correction)).status).toBe(403)
  for (const [client, status] of [
    [await app.signedIn('Technician'), 404],
    [await app.signedIn('Receptionist', lab), 403],
    [admin, 404],
  ] as const)
    expect((await take(client)).status).toBe(status)
  expect((await take(colleague, 2)).body.code).toBe('UNRELEASED_CHANGED')
  const key = { headers: { 'idempotency-key': `once-${id}` } }
  for (let times = 0; times < 2; times += 1)
    expect(sure(await colleague.post(`/release/takeOver/${id}`, { revision: 1 }, key))).toMatchObject({
      ...{ isOwn: true, state: 'returned' },
    })
  sure(await colleague.put(`/release/correct/${id}`, correction))
  // No longer sent back, so only its authors see it.
  const third = await app.signedIn('Technician', lab)
  expect((await take(third)).status).toBe(404)
  await needTwoPersons(admin, lab, { techniciansRelease: true })
  expect((await take(third)).body.code).toBe('UNRELEASED_CHANGED')
  for (const client of [author, colleague])
    expect((await releaseReport(client, id)).body.code).toBe('RELEASE_BY_AUTHOR')
  await needTwoPersons(admin, lab, { techniciansRelease: false })
  sure(await releaseReport(doctor, id))
})

it('tells its authors without patient data, once, while it is sent back [RELEASE-89]', async () => {
  const before = (await queued(SEND_RETURNED_NOTICE)).length
  const id = await sentBack()
  const [job, ...others] = (await queued(SEND_RETURNED_NOTICE)).slice(before)
  expect(others).toEqual([])
  expect(job?.payload).toMatchObject({ unreleasedId: id, userId: author.user.id })
  // The end of the job was lost, so it runs again.
  for (let runs = 0; runs < 2; runs += 1)
    await app.services.returnedNotices.send(job?.payload as ReturnedNoticeJob)
  const [mail, ...more] = mails.mailsTo(author.user.email)
  expect(more).toEqual([])
  expect(mail?.text).toContain(`${lab.name}: a report of yours was sent back and needs a correction.`)
  expect(mail?.text).toContain(`/user/release/${id}`)
  expect(mail?.content).not.toMatch(/Marked|ZL-|A-\d|unit/)
  sure(await author.post(`/release/discard/${id}`, { revision: 1 }))
  await app.services.returnedNotices.send(job?.payload as ReturnedNoticeJob)
  expect(mails.mailsTo(author.user.email)).toHaveLength(1)
})

it('lets a releaser discard it with a reason only, which everyone sees [RELEASE-91]', async () => {
  const id = await sentBack()
  expect((await colleague.post(`/release/discard/${id}`, { revision: 1, reason: REASON })).status).toBe(403)
  const refused = await doctor.post(`/release/discard/${id}`, { revision: 1 })
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'reason'])
  expect((await doctor.post(`/release/discard/${id}`, { revision: 1, reason: 'Short' })).status).toBe(400)
  sure(await doctor.post(`/release/discard/${id}`, { revision: 1, reason: 'Entered for a test' }))
  expect(sure(await author.get(`/release/getById/${id}`))).toMatchObject({
    ...{ state: 'discarded', discardReason: 'Entered for a test' },
  })
  const { data } = (await admin.get('/activity/getAll?action=release.discard&limit=1')).body
  expect(data[0].summary).toContain(`Discarded report A-${id} of patient ZL-${patientId}: Entered for a test`)
})

it('takes a correction with a reply to the person who sent it back, until it is sent back again [RELEASE-130, RELEASE-131]', async () => {
  const id = await sentBack()
  const correct = (revision: number, changes: object) =>
    author.put(`/release/correct/${id}`, { title: 'With unit', reportTypeId: typeId, revision, ...changes })
  const returnedOf = async () => sure(await doctor.get(`/release/getById/${id}`)).returned
  expect((await correct(1, { reply: 'r'.repeat(501) })).status).toBe(400)
  sure(await correct(1, { reply: 'The unit is on page 2' }))
  expect(await returnedOf()).toMatchObject({ reply: 'The unit is on page 2' })
  expect(
    await app.database.query(
      "select summary from activity_log where action = 'release.correct' order by id desc limit 1",
    ),
  ).toEqual([
    { summary: expect.stringMatching(/^Corrected report A-\d+ of patient ZL-\d+: The unit is on page 2$/) },
  ])
  sure(await correct(2, {}))
  expect(await returnedOf()).toMatchObject({ reply: 'The unit is on page 2' })
  sure(await correct(3, { reply: '' }))
  expect(await returnedOf()).toMatchObject({ reply: null })
  sure(await correct(4, { reply: 'See page 2' }))
  sure(await doctor.post(`/release/return/${id}`, { revision: 5, reason: 'The range is missing, too' }))
  expect(await returnedOf()).toMatchObject({ reason: 'The range is missing, too', reply: null })
  sure(await correct(5, { reply: 'The range was added' }))
  sure(await releaseReport(doctor, id))
  expect(await returnedOf()).toMatchObject({ reply: 'The range was added' })
})

it('keeps no reply while nobody has sent the report back [RELEASE-131]', async () => {
  const id = await submitReport(author, await registerPatient(author), typeId)
  const fields = { title: 'With unit', reportTypeId: typeId, revision: 1, reply: 'To nobody' }
  expect(sure(await author.put(`/release/correct/${id}`, fields)).returned).toBeNull()
  const rows = await app.database.query('select return_reply from unreleased_reports where id = $1', [id])
  expect(rows).toEqual([{ return_reply: null }])
})
