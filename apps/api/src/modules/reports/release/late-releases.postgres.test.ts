import { expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { startMailServer } from '../../../testing/mail-server.ts'
import { readMetricsPage } from '../../../testing/metrics-page.ts'
import { needTwoPersons, releaseReport, submitReport } from '../../../testing/release.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, registerPatient } from '../../../testing/test-records.ts'
import { SEND_LATE_RELEASE_NOTICE, type LateReleaseJob } from './late-releases.service.ts'
import { stopAtEnd } from '../../../testing/stop-at-end.ts'

let now = new Date()

const mails = await stopAtEnd(startMailServer())
const app = await useTestApp({ smtpUrl: mails.url, clock: { now: () => now } })
const admin = await app.signedIn('Admin')

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
  expect(summary).toBe(
    'Reports have awaited release or a correction for more than 120 minutes: told 2 people',
  )

  await app.database.execute("update unreleased_reports set awaiting_since = now() - interval '3 hours'")
  const page = readMetricsPage(await app.services.monitoring.page())
  expect(page.valueOf('zelab_releases_late')).toBe(1)
  expect(page.valueOf('zelab_releases_oldest_seconds')).toBeGreaterThanOrEqual(3 * 3600)

  const [job] = (await queued(lab.id)) as [LateReleaseJob]
  // The end of the job was lost, so it runs again.
  for (let runs = 0; runs < 2; runs += 1) await app.services.lateReleases.send(job)
  const [mail, ...others] = mails.mailsTo(doctor.user.email)
  expect(others).toEqual([])
  expect(mail?.text).toContain(
    `${lab.name}: reports have awaited release or a correction for more than 2 hours.`,
  )
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

it('counts releases alone on duty as an independent calculation does, for 200 random ones [RELEASE-66]', async () => {
  now = new Date()
  const lab = await app.createLab()
  const [author, other] = [await app.signedIn('Doctor', lab), await app.signedIn('Doctor', lab)]
  expect(sure(await author.get('/insights/aloneReleases'))).toMatchObject({ isUsed: false, released: 0 })
  await needTwoPersons(admin, lab, { allowsAlone: true })
  const id = await submitReport(author, await registerPatient(author), await addReportType(author))
  expect((await releaseReport(author, id, { aloneReason: 'Alone on the night shift' })).status).toBe(200)
  await app.database.execute('alter table unreleased_reports disable trigger user')
  await app.database.execute(
    `with fields as (
       select lab_id, patient_id, report_type_id, title, file_id, sha256, author_id, author_ids, released_by
         from unreleased_reports where id = $1)
     insert into unreleased_reports (lab_id, patient_id, report_type_id, title, file_id, sha256, author_id, author_ids,
                                     released_by, state, released_at, alone_reason, reviewed_by, reviewed_at)
     select fields.*, 'released', t.at, case when t.is_alone then 'Alone on duty' end,
            case when t.is_alone and t.took is not null then $2::bigint end, case when t.is_alone then t.at + t.took end
       from fields, (select now() - random() * interval '40 days' as at, random() < 0.8 as is_alone,
                            case when random() < 0.7 then random() * interval '48 hours' end as took
                       from generate_series(1, 200)) t`,
    [id, other.user.id],
  )
  await app.database.execute('alter table unreleased_reports enable trigger user')
  const found = sure(await author.get('/insights/aloneReleases?period=30d'))
  const zone = sure(await admin.get('/settings/general')).timeZone
  const rows = await app.database.query<{ hours: number | null }>(
    `select extract(epoch from reviewed_at - released_at)::float8 / 3600 as hours from unreleased_reports
      where lab_id = $1 and length(alone_reason) > 0
        and (released_at at time zone $2)::date > (now() at time zone $2)::date - 30`,
    [lab.id, zone],
  )
  const [released, reviewedInTime, notReviewed] = [
    rows.length,
    rows.filter(({ hours }) => hours !== null && hours <= 24).length,
    rows.filter(({ hours }) => hours === null).length,
  ]
  expect(found).toEqual({ isUsed: true, released, reviewedInTime, notReviewed })
  const csv = await author.raw('GET', '/api/v1/insights/export?figure=alone&period=30d')
  expect(await csv.text()).toContain(`${released},${reviewedInTime},${notReviewed}`)
})
