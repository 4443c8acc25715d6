import { expect, it } from 'vitest'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import { decideItem, dropReport } from '../../../testing/inbox.ts'
import {
  decisionOn,
  needTwoPersons,
  openUnreleased,
  releaseReport,
  submitReport,
} from '../../../testing/release.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

const app = await useTestApp()
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const author = await app.signedIn('Technician', lab)
const doctor = await app.signedIn('Doctor', lab)
const other = await app.signedIn('Doctor', lab)
const patientId = await registerPatient(author)
const typeId = await addReportType(doctor)
await needTwoPersons(admin, lab, { allowsAlone: true })

const ALONE = { aloneReason: 'No other Doctor is on duty tonight' }
const without = <Fields extends { version: number }>({ version: _, ...seen }: Fields) => seen

it('always names what became of each report, also of those released before [RELEASE-92]', async () => {
  const ids = [
    await submitReport(author, patientId, typeId),
    await submitReport(author, patientId, typeId),
    await submitReport(author, patientId, typeId),
    await submitReport(author, patientId, typeId),
  ]
  const items: { id: number; revision: number; sha256: string }[] = []
  for (const id of ids) items.push({ id, ...(await openUnreleased(doctor, id)) })
  await app.database.execute(
    `create function break_release() returns trigger language plpgsql as $$
     begin raise exception 'The disk is on fire'; end $$`,
  )
  await app.database.execute(
    `create trigger break_release before update on unreleased_reports for each row
       when (new.id = ${ids[1]} and new.state = 'released') execute function break_release()`,
  )
  sure(await other.post(`/release/release/${ids[3]}`, await openUnreleased(other, ids[3] ?? 0)))
  const release = async (client: ApiClient) => {
    const { status, body } = await client.post('/release/releaseMany', { items })
    expect(status).toBe(200)
    return body.data as { id: number; reportId: number | null; problem: { code: string } | null }[]
  }
  const first = await release(doctor)
  expect(first.map(({ id }) => id)).toEqual(ids)
  expect(first.map(({ problem }) => problem?.code)).toEqual([
    ...[undefined, 'UNEXPECTED_ERROR', undefined, 'UNRELEASED_CLOSED'],
  ])
  await app.database.execute('drop trigger break_release on unreleased_reports')
  const again = await release(doctor)
  expect(again.map(({ problem }) => problem?.code)).toEqual([
    ...[undefined, undefined, undefined, 'UNRELEASED_CLOSED'],
  ])
  expect([again[0]?.reportId, again[2]?.reportId]).toEqual([first[0]?.reportId, first[2]?.reportId])
})

it('requires a reviewer who is none of its authors, the uploader included, of what was released [RELEASE-94]', async () => {
  const itemId = await dropReport(other, 'Layla')
  const fields = { patientId, title: 'From the inbox', reportTypeId: typeId }
  const { unreleasedId: id } = (await decideItem(doctor, `/inbox/publish/${itemId}`, fields)).body.data
  sure(await releaseReport(doctor, id, ALONE))
  const third = await app.signedIn('Doctor', lab)
  const seen = without(await decisionOn(third, id))
  // `other` added the file to the inbox.
  const refused = await other.post(`/release/review/${id}`, seen)
  expect([refused.status, refused.body.code]).toEqual([403, 'REVIEW_BY_AUTHOR'])
  const listed = async (client: ApiClient) =>
    (await client.get('/release/getAll?list=review')).body.data.map((row: { id: number }) => row.id)
  expect(await listed(other)).not.toContain(id)
  expect(await listed(third)).toContain(id)
  await expect(
    app.database.execute(
      'update unreleased_reports set reviewed_by = $2, reviewed_at = now() where id = $1',
      [id, other.user.id],
    ),
  ).rejects.toThrow('An author does not review')
  for (const wrong of [{ revision: 2 }, { sha256: 'a'.repeat(64) }])
    expect((await third.post(`/release/review/${id}`, { ...seen, ...wrong })).body.code).toBe(
      'UNRELEASED_CHANGED',
    )
  sure(await third.post(`/release/review/${id}`, seen))
})

it('names the earlier reports of the patient with its type, without the one that it amends [RELEASE-110]', async () => {
  const patient = await registerPatient(author)
  const submit = (type = typeId) => submitReport(author, patient, type)
  const release = async (id: number) => sure(await releaseReport(doctor, id)).reportId as number
  const earlierOf = async (id: number) =>
    sure(await doctor.get(`/release/getById/${id}`)).earlier.map((one: { id: number }) => one.id)
  const [first, second] = [await release(await submit()), await release(await submit())]
  await release(await submit(await addReportType(doctor)))
  const withdrawn = await release(await submit())
  sure(await withdrawReport(doctor, withdrawn, { reason: 'wrong-file' }))
  const next = await submit()
  expect(await earlierOf(next)).toEqual([second, first])
  const amendment = {
    ...{ title: 'Amended', reportTypeId: typeId, patientId: patient, reason: 'wrong-result' },
    fileUrl: await uploadFile(author),
  }
  const { unreleasedId } = (await author.put(`/report/update/${second}`, amendment)).body.data
  expect(await earlierOf(unreleasedId)).toEqual([first])
  await release(next)
  expect(await earlierOf(next)).toEqual([second, first])
})

it('suspends and shows again only what was seen: both versions and the file [RELEASE-95]', async () => {
  const { reportId } = sure(await releaseReport(doctor, await submitReport(author, patientId, typeId)))
  const amendment = {
    ...{ title: 'Amended', reportTypeId: typeId, patientId, reason: 'wrong-result' },
    fileUrl: await uploadFile(author),
  }
  const id = (await author.put(`/report/update/${reportId}`, amendment)).body.data.unreleasedId as number
  const decision = await decisionOn(doctor, id)
  for (const action of ['suspend', 'lift']) {
    for (const wrong of [{ revision: 2 }, { version: 2 }, { sha256: 'a'.repeat(64) }])
      expect((await doctor.post(`/release/${action}/${id}`, { ...decision, ...wrong })).body.code).toBe(
        'UNRELEASED_CHANGED',
      )
    expect((await doctor.post(`/release/${action}/${id}`, {})).status).toBe(400)
    sure(await doctor.post(`/release/${action}/${id}`, decision))
  }
})
