import { afterAll, beforeAll, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import { startMailServer, type MailServer } from '../../../testing/mail-server.ts'
import { readMetricsPage } from '../../../testing/metrics-page.ts'
import { needTwoPersons, releaseReport, submitReport } from '../../../testing/release.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { addReportType, registerPatient } from '../../../testing/test-records.ts'
import { SEND_LATE_RELEASE_NOTICE, type LateReleaseJob } from './late-releases.service.ts'

let now = new Date()
let app: TestApp
let mails: MailServer
let admin: ApiClient
beforeAll(async () => {
  mails = await startMailServer()
  app = await startTestApp({ smtpUrl: mails.url, clock: { now: () => now } })
  admin = await app.signedIn('Admin')
})
afterAll(async () => {
  await app.stop()
  await mails.stop()
})

const queued = async (labId: number): Promise<LateReleaseJob[]> => {
  const rows = await app.database.query<{ payload: LateReleaseJob }>(
    `select j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = $1 and (j.payload ->> 'labId')::bigint = $2 order by j.id`,
    [SEND_LATE_RELEASE_NOTICE, labId],
  )
  return rows.map(({ payload }) => payload)
}
const toldAfter = async (labId: number, minutes: number) => {
  const before = (await queued(labId)).length
  now = new Date(now.getTime() + minutes * 60_000)
  // Two processes at once.
  await Promise.all([app.services.lateReleases.run(), app.services.lateReleases.run()])
  return (await queued(labId)).slice(before).map(({ userId }) => userId)
}

it('tells others than the author after 120 minutes, and every 2 hours while a report is late [RELEASE-60]', async () => {
  now = new Date()
  const lab = await app.createLab()
  const author = await app.signedIn('Doctor', lab)
  const doctor = await app.signedIn('Doctor', lab)
  const technician = await app.signedIn('Technician', lab)
  await app.signedIn('Receptionist', lab)
  await needTwoPersons(admin, lab)
  const type = await addReportType(author)
  const patient = await registerPatient(author, { fullName: 'Marked Person' })
  const id = await submitReport(author, patient, type, { title: 'Marked title' })
  expect(await toldAfter(lab.id, 119)).toEqual([])
  expect(await toldAfter(lab.id, 2)).toEqual([doctor.user.id])
  expect(await toldAfter(lab.id, 119)).toEqual([])
  await needTwoPersons(admin, lab, { techniciansRelease: true })
  expect(await toldAfter(lab.id, 1)).toEqual([doctor.user.id, technician.user.id])
  const { summary } = (await admin.get('/activity/getAll?action=release.remind&limit=1')).body.data[0]
  expect(summary).toBe('Reports have awaited release for more than 120 minutes: told 2 people')

  await app.database.execute("update unreleased_reports set awaiting_since = now() - interval '3 hours'")
  const page = readMetricsPage(await app.services.monitoring.page())
  expect(page.valueOf('zelab_releases_late')).toBe(1)
  expect(page.valueOf('zelab_releases_oldest_seconds')).toBeGreaterThanOrEqual(3 * 3600)

  const [job] = (await queued(lab.id)) as [LateReleaseJob]
  await app.services.lateReleases.send(job)
  const [mail, ...others] = mails.mailsTo(doctor.user.email)
  expect(others).toEqual([])
  expect(mail?.text).toContain(`${lab.name}: reports have awaited release for more than 2 hours.`)
  expect(mail?.content).not.toMatch(/Marked|ZL-|A-\d/)

  expect((await releaseReport(doctor, id)).status).toBe(200)
  await app.services.lateReleases.send(job)
  expect(mails.mailsTo(doctor.user.email)).toHaveLength(1)
  expect(await toldAfter(lab.id, 300)).toEqual([])
})

it('tells the author when no one else may release, and no lab that one person publishes for [RELEASE-61]', async () => {
  now = new Date()
  const lab = await app.createLab()
  const author = await app.signedIn('Doctor', lab)
  await needTwoPersons(admin, lab)
  await submitReport(author, await registerPatient(author), await addReportType(author))
  expect(await toldAfter(lab.id, 121)).toEqual([author.user.id])
  const [job] = (await queued(lab.id)) as [LateReleaseJob]
  sure(await admin.put(`/lab/updateReleaseSettings/${lab.id}`, { twoPersons: 'none' }))
  await app.services.lateReleases.send(job)
  expect(mails.mailsTo(author.user.email)).toEqual([])
  expect(await toldAfter(lab.id, 600)).toEqual([])
})
