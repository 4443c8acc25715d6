import { describe, expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { decideItem, dropReport } from '../../../testing/inbox.ts'
import { needTwoPersons, openUnreleased, releaseReport, submitReport } from '../../../testing/release.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { reassignReport, withdrawReport } from '../../../testing/withdrawal.ts'

const app = await useTestApp()
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const author = await app.signedIn('Technician', lab)
const doctor = await app.signedIn('Doctor', lab)
const patientId = await registerPatient(author)
const typeId = await addReportType(doctor)
const reportId = (await publishReport(author, patientId, typeId)).id
await needTwoPersons(admin, lab)

const run = (text: string, params: unknown[] = []) => app.database.execute(text, params)
const amendment = (changes: object = {}) => ({
  ...{ title: 'Amended', reportTypeId: typeId, patientId, reason: 'wrong-result', version: 1 },
  ...changes,
})
const amend = async (id: number, changes: object = {}) =>
  doctor.put(`/report/update/${id}`, amendment({ fileUrl: await uploadFile(doctor), ...changes }))
const stateOf = async (id: number) =>
  (await app.database.one<{ state: string }>('select state from unreleased_reports where id = $1', [id]))
    .state

describe('the database', () => {
  it('refuses a release by an author, an Admin, or one who has not opened the file [RELEASE-11]', async () => {
    const id = await submitReport(author, patientId, typeId)
    const release = (by: number, more = '') =>
      run(
        `update unreleased_reports set state = 'released', released_by = $2, released_at = now() ${more} where id = $1`,
        [id, by],
      )
    await expect(release(doctor.user.id)).rejects.toThrow('has not opened the file')
    await openUnreleased(doctor, id)
    await run('update unreleased_reports set opened_by = opened_by || $2::bigint[] where id = $1', [
      id,
      [author.user.id, admin.user.id],
    ])
    await expect(release(author.user.id)).rejects.toThrow('may not release')
    await needTwoPersons(admin, lab, { techniciansRelease: true })
    const alone = ", alone_reason = 'Nobody else is on duty'"
    for (const more of ['', alone])
      await expect(release(author.user.id, more)).rejects.toThrow('An author does not release')
    await needTwoPersons(admin, lab, { techniciansRelease: false })
    await expect(release(admin.user.id)).rejects.toThrow('may not release')
    await expect(release(doctor.user.id, ", title = 'Other'")).rejects.toThrow('as it awaited release')
    await expect(release(doctor.user.id, alone)).rejects.toThrow('Only an author')
    await expect(run('delete from unreleased_reports where id = $1', [id])).rejects.toThrow('discarded first')
    await expect(
      run('update unreleased_reports set author_ids = $2, author_id = $3 where id = $1', [
        id,
        [doctor.user.id],
        doctor.user.id,
      ]),
    ).rejects.toThrow('Authors, lab and report stay')
    await release(doctor.user.id)
    await expect(run(`update unreleased_reports set title = 'Later' where id = $1`, [id])).rejects.toThrow(
      'stays as it was',
    )
  })

  it('refuses a report or version without a release of exactly this file [RELEASE-12]', async () => {
    const fileUrl = await uploadFile(author)
    const name = fileUrl.split('/').at(-1)
    const insert = (release: number | null) =>
      run(
        `insert into reports (lab_id, patient_id, report_type_id, title, remark, file_id, uploaded_by, release_id)
         select $1, $2, $3, 'Blood count', 'Within range', id, $4, $6 from report_files where name = $5`,
        [lab.id, patientId, typeId, author.user.id, name, release],
      )
    await expect(insert(null)).rejects.toThrow('A second person has to release')
    const awaiting = await submitReport(author, patientId, typeId)
    await expect(insert(awaiting)).rejects.toThrow('Another report was released')
    const released = await submitReport(author, patientId, typeId)
    sure(await releaseReport(doctor, released))
    await expect(insert(released)).rejects.toThrow('Another report was released')
    const change = `update reports set version = version + 1, title = 'Amended', amended_at = now(), amended_by = $2,
                           amendment_reason = 'other', amendment_note = 'A note'`
    const of = [reportId, doctor.user.id]
    await expect(run(`${change} where id = $1`, of)).rejects.toThrow('A second person has to release')
    await expect(run(`${change}, release_id = $3 where id = $1`, [...of, released])).rejects.toThrow(
      'Another report was released',
    )
    await expect(
      run('update reports set release_id = $2 where id = $1', [reportId, released]),
    ).rejects.toThrow('A version stays')
  })
})

describe('an amendment', () => {
  it('leaves the current version until it is released, and awaits release once [RELEASE-13]', async () => {
    const { status, body } = await amend(reportId)
    expect([status, body.message]).toEqual([202, 'Report awaits release by a second person'])
    const id = body.data.unreleasedId as number
    expect((await doctor.get(`/report/getById/${reportId}`)).body.data.version).toBe(1)
    expect((await amend(reportId)).body.code).toBe('UNRELEASED_EXISTS')
    const other = await app.signedIn('Doctor', lab)
    expect(sure(await other.get(`/release/getById/${id}`)).amends).toMatchObject({ reportId, version: 1 })
    expect(sure(await releaseReport(other, id))).toEqual({ reportId })
    const [current] = (await doctor.get(`/report/getVersions/${reportId}`)).body.data
    expect(current).toMatchObject({ version: 2, title: 'Amended', by: { fullName: 'Doctor Person' } })
    expect(current.released.isAlone).toBe(false)
  })

  it('disappears when its report is withdrawn, which never waits [RELEASE-14]', async () => {
    const { body } = await amend(reportId, { version: 2, title: 'Again' })
    sure(await withdrawReport(doctor, reportId, { reason: 'wrong-file' }))
    expect(await stateOf(body.data.unreleasedId)).toBe('discarded')
  })

  it('cannot avoid the rule by changing the type [RELEASE-15]', async () => {
    await needTwoPersons(admin, lab, { twoPersons: 'none' })
    const { id } = await publishReport(author, patientId, typeId)
    await needTwoPersons(admin, lab, { twoPersons: 'types', reportTypeIds: [typeId] })
    expect((await amend(id, { reportTypeId: await addReportType(doctor) })).status).toBe(202)
    await needTwoPersons(admin, lab)
  })
})

describe('other ways of publishing', () => {
  it('withdraw a report of the wrong patient at once, and its copy awaits release [RELEASE-16]', async () => {
    const id = await submitReport(author, patientId, typeId)
    const wrong = sure(await releaseReport(doctor, id)) as { reportId: number }
    const right = await registerPatient(author)
    const answer = await reassignReport(author, wrong.reportId, { patientId: right })
    expect(answer.status).toBe(202)
    const seen = async () => (await doctor.get(`/report/getById/${wrong.reportId}`)).body.data.withdrawal
    expect(await seen()).toMatchObject({ reason: 'wrong-patient', republishedAs: null })
    const copy = sure(await releaseReport(doctor, answer.body.data.unreleasedId))
    expect(await seen()).toMatchObject({ republishedAs: copy.reportId })
  })

  it('hide an inbox item until its report is released, or discarded [RELEASE-17]', async () => {
    const uploader = await app.signedIn('Doctor', lab)
    const itemId = await dropReport(uploader, 'Layla')
    const open = async () =>
      (await author.get('/inbox/getAll?limit=100')).body.data.map(({ id }: { id: number }) => id)
    const fields = { patientId, title: 'From the inbox', reportTypeId: typeId }
    const first = await decideItem(author, `/inbox/publish/${itemId}`, fields)
    expect(first.status).toBe(202)
    expect(await open()).not.toContain(itemId)
    expect((await author.post(`/inbox/reject/${itemId}`, { reason: 'unreadable' })).status).toBe(409)
    sure(await author.post(`/release/discard/${first.body.data.unreleasedId}`, { revision: 1 }))
    expect(await open()).toContain(itemId)
    const { unreleasedId } = (await decideItem(author, `/inbox/publish/${itemId}`, fields)).body.data
    // Who added the file to the inbox is an author too.
    expect((await releaseReport(uploader, unreleasedId)).body.code).toBe('RELEASE_BY_AUTHOR')
    await run('update inbox_items set revision = revision + 1 where id = $1', [itemId])
    expect((await releaseReport(doctor, unreleasedId)).body.code).toBe('RELEASE_CHANGED_BY_SENDER')
    await run('update inbox_items set revision = revision - 1 where id = $1', [itemId])
    const released = sure(await releaseReport(doctor, unreleasedId))
    expect(
      await app.database.one('select state, report_id as "reportId" from inbox_items where id = $1', [
        itemId,
      ]),
    ).toEqual({ state: 'published', reportId: released.reportId })
  })

  it('follow a merged patient, and return when the merge is undone [RELEASE-18]', async () => {
    const merged = await registerPatient(author)
    const survivor = await registerPatient(author)
    const [stays, moves] = [
      await submitReport(author, merged, typeId),
      await submitReport(author, merged, typeId),
    ]
    sure(
      await admin.post('/patient/merge', { survivorId: survivor, mergedId: merged, reason: 'Same person' }),
    )
    const { reportId: released } = sure(await releaseReport(doctor, moves)) as { reportId: number }
    expect((await doctor.get(`/report/getById/${released}`)).body.data.patient.id).toBe(survivor)
    const { id } = (await admin.get(`/patient/getMerges/${survivor}`)).body.data[0]
    sure(await admin.post(`/patient/undoMerge/${id}`))
    expect(sure(await doctor.get(`/release/getById/${stays}`)).patient.id).toBe(merged)
    expect((await doctor.get(`/report/getById/${released}`)).body.data.patient.id).toBe(merged)
  })
})
