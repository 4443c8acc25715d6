import { expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { dropReport } from '../../../testing/inbox.ts'
import { needTwoPersons, openUnreleased, releaseReport, submitReport } from '../../../testing/release.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../../testing/test-records.ts'

const app = await useTestApp()
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const author = await app.signedIn('Technician', lab)
const doctor = await app.signedIn('Doctor', lab)
const patientId = await registerPatient(author)
const typeId = await addReportType(doctor)
const published = (await publishReport(author, patientId, typeId)).id
await needTwoPersons(admin, lab)

const run = (text: string, params: unknown[] = []) => app.database.execute(text, params)
const without = async (table: string, change: () => Promise<unknown>) => {
  await run(`alter table ${table} disable trigger user`)
  await change()
  await run(`alter table ${table} enable trigger user`)
}

it('keeps the bytes of a file that a report, an unreleased report or an inbox item uses [RELEASE-83]', async () => {
  const awaiting = await submitReport(author, patientId, typeId)
  const itemId = await dropReport(author, 'Layla')
  const files = await app.database.query<{ id: number }>(
    `select file_id as id from report_versions where report_id = $1 union all
     select file_id from unreleased_reports where id = $2 union all select file_id from inbox_items where id = $3`,
    [published, awaiting, itemId],
  )
  expect(files).toHaveLength(3)
  for (const { id } of files)
    for (const change of [
      "name = repeat('a', 43) || '.pdf'",
      'sha256 = sha256(sha256)',
      'size_bytes = size_bytes + 1',
      "media_type = 'image/png'",
    ])
      await expect(run(`update report_files set ${change} where id = $1`, [id]), change).rejects.toThrow(
        'A stored file keeps its name',
      )
  for (const change of ['report_id = null', 'uploaded_by = uploaded_by + 1'])
    await expect(
      run(`update report_files set ${change} where report_id = $1`, [published]),
      change,
    ).rejects.toThrow('A stored file keeps its name')
})

it('shows in the check of the data when its file was swapped, released or not [RELEASE-84]', async () => {
  const awaiting = await submitReport(author, patientId, typeId)
  const { reportId } = sure(await releaseReport(doctor, await submitReport(author, patientId, typeId)))
  const { releaseId } = await app.database.one<{ releaseId: number }>(
    'select release_id as "releaseId" from reports where id = $1',
    [reportId],
  )
  const findings = async () => (await app.services.integrity.checkReleases()).map(({ text }) => text)
  expect(await findings()).toEqual([])
  const swap = (id: number) =>
    without('report_files', () =>
      run(
        `update report_files set sha256 = sha256(sha256)
          where id = (select file_id from unreleased_reports where id = $1)`,
        [id],
      ),
    )
  await swap(awaiting)
  await swap(releaseId)
  expect(await findings()).toEqual([
    `The file of report A-${awaiting} is not the one that its author saw.`,
    `Report #${reportId} is not what was released as A-${releaseId}.`,
  ])
})

it('takes the times of its steps from the database [RELEASE-85]', async () => {
  const id = await submitReport(author, patientId, typeId)
  await openUnreleased(doctor, id)
  const told = `state = 'returned', returned_by = $2, returned_at = '2020-01-01', return_reason = 'The unit is missing'`
  const seconds = async (column: string) =>
    (
      await app.database.one<{ age: number }>(
        `select abs(extract(epoch from now() - ${column}))::float8 as age from unreleased_reports where id = $1`,
        [id],
      )
    ).age
  await run(`update unreleased_reports set ${told} where id = $1`, [id, doctor.user.id])
  expect(await seconds('returned_at')).toBeLessThan(60)
  await run(
    `update unreleased_reports set state = 'awaiting', awaiting_since = now() + interval '1 day' where id = $1`,
    [id],
  )
  expect(await seconds('awaiting_since')).toBeLessThan(60)
  await run(
    `update unreleased_reports set state = 'released', released_by = $2, released_at = '2020-01-01' where id = $1`,
    [id, doctor.user.id],
  )
  expect(await seconds('released_at')).toBeLessThan(60)
})

it('prevents a version without a release where two people are needed [RELEASE-86]', async () => {
  await expect(
    run(
      `insert into report_versions (report_id, version, title, remark, report_type_id, file_id, published_by, published_at)
       select report_id, 2, title, remark, report_type_id, file_id, published_by, now()
         from report_versions where report_id = $1`,
      [published],
    ),
  ).rejects.toThrow('A version is a copy of its report')
})
