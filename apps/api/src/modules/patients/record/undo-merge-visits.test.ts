import { expect, it } from 'vitest'
import { sure } from '../../../testing/api-client.ts'
import { needTwoPersons, openUnreleased, releaseReport, submitReport } from '../../../testing/release.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

const app = await useTestApp()
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const author = await app.signedIn('Technician', lab)
const doctor = await app.signedIn('Doctor', lab)
const type = await addReportType(admin, 'Blood count')
const checkedType = await addReportType(admin, 'Histology')
sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
await needTwoPersons(admin, lab, { twoPersons: 'types', reportTypeIds: [checkedType] })

const addVisit = async (patientId: number): Promise<number> =>
  sure(await author.post(`/visit/create/${patientId}`, { reportTypeIds: [type, checkedType] })).id

interface Made {
  table: 'reports' | 'unreleased_reports'
  id: number
}
type Maker = (patientId: number, visitId: number | 'none') => Promise<Made>
const published: Maker = async (patientId, visitId) => ({
  table: 'reports',
  id: (await publishReport(author, patientId, type, { visitId })).id,
})
const awaiting: Maker = async (patientId, visitId) => ({
  table: 'unreleased_reports',
  id: await submitReport(author, patientId, checkedType, { visitId }),
})
const MAKERS: Record<string, Maker> = {
  published,
  withdrawn: async (patientId, visitId) => {
    const made = await published(patientId, visitId)
    sure(await withdrawReport(doctor, made.id))
    return made
  },
  'awaiting release': awaiting,
  'sent back': async (patientId, visitId) => {
    const made = await awaiting(patientId, visitId)
    const { revision } = await openUnreleased(doctor, made.id)
    sure(await doctor.post(`/release/return/${made.id}`, { revision, reason: 'The unit is missing' }))
    return made
  },
  'an amendment that awaits release': async (patientId, visitId) => {
    const { id } = await published(patientId, visitId)
    const fields = { title: 'Histology', reportTypeId: checkedType, patientId, reason: 'wrong-type' }
    const fileUrl = await uploadFile(author)
    const answer = await author.put(`/report/update/${id}`, { ...fields, fileUrl })
    expect(answer.status).toBe(202)
    return { table: 'unreleased_reports', id: answer.body.data.unreleasedId }
  },
}
const PATIENTS = ['survivor', 'merged'] as const
const WHERE = [...PATIENTS, 'none'] as const

const merge = async (survivorId: number, mergedId: number): Promise<number> => {
  sure(await admin.post('/patient/merge', { survivorId, mergedId, reason: 'Registered twice' }))
  return sure(await admin.get(`/patient/getMerges/${survivorId}`))[0].id
}
const undo = async (mergeId: number) => sure(await admin.post(`/patient/undoMerge/${mergeId}`, {}))
const placeOf = ({ table, id }: Made) =>
  app.database.one<{ patientId: number; visitId: number | null }>(
    `select patient_id as "patientId", visit_id as "visitId" from ${table} where id = $1`,
    [id],
  )
const strayed = () =>
  app.database.query(
    `select r.id from reports r join visits v on v.id = r.visit_id where v.patient_id <> r.patient_id
     union all
     select u.id from unreleased_reports u join visits v on v.id = u.visit_id
      where v.patient_id <> u.patient_id and u.state in ('awaiting', 'returned')
     union all
     select u.id from unreleased_reports u join reports r on r.id = u.report_id
      where r.patient_id <> u.patient_id and u.state in ('awaiting', 'returned')`,
  )

it.each(Object.entries(MAKERS))(
  'returns each report with its visit, made before or during the merge: %s [MERGE-20]',
  async (_, make) => {
    const ids = { survivor: await registerPatient(author), merged: await registerPatient(author) }
    const visits = {
      survivor: await addVisit(ids.survivor),
      merged: await addVisit(ids.merged),
      none: 'none' as const,
    }
    const expected: (Made & { patientId: number; name: string })[] = []
    const note = (name: string, made: Made, patientId: number) => expected.push({ ...made, patientId, name })
    for (const whose of PATIENTS)
      for (const where of [whose, 'none'] as const)
        note(`before, ${whose}, ${where}`, await make(ids[whose], visits[where]), ids[whose])
    const mergeId = await merge(ids.survivor, ids.merged)
    for (const where of WHERE)
      note(
        `during, ${where}`,
        await make(ids.survivor, visits[where]),
        ids[where === 'none' ? 'survivor' : where],
      )
    await undo(mergeId)
    for (const { name, patientId, ...made } of expected) {
      const place = await placeOf(made)
      expect(place.patientId, name).toBe(patientId)
      const isOfVisit = made.table === 'reports' || place.visitId !== null
      if (isOfVisit && !name.endsWith('none'))
        expect(place.visitId, name).toBe(visits[patientId === ids.merged ? 'merged' : 'survivor'])
    }
    expect(await strayed()).toEqual([])
  },
)

it('returns reports that were released during the merge with their visit, and releases the others after it [MERGE-20]', async () => {
  const [survivor, merged] = [await registerPatient(author), await registerPatient(author)]
  const visitId = await addVisit(merged)
  const before = await awaiting(merged, visitId)
  const mergeId = await merge(survivor, merged)
  const during = await awaiting(survivor, visitId)
  const { reportId } = sure(await releaseReport(doctor, before.id))
  await undo(mergeId)
  expect(await placeOf({ table: 'reports', id: reportId })).toEqual({ patientId: merged, visitId })
  const released = sure(await releaseReport(doctor, during.id))
  expect(await placeOf({ table: 'reports', id: released.reportId })).toEqual({ patientId: merged, visitId })
  expect(await strayed()).toEqual([])
})

it('returns a withdrawn report with its visit that was canceled during the merge [MERGE-20]', async () => {
  const [survivor, merged] = [await registerPatient(author), await registerPatient(author)]
  const visitId = await addVisit(merged)
  const mergeId = await merge(survivor, merged)
  const during = await published(survivor, visitId)
  sure(await withdrawReport(doctor, during.id))
  sure(await author.post(`/visit/cancel/${visitId}`))
  await undo(mergeId)
  expect(await placeOf(during)).toEqual({ patientId: merged, visitId })
  expect(await strayed()).toEqual([])
})

it('leaves reports that joined a visit of the surviving record there, also over two merges [MERGE-21]', async () => {
  const [last, survivor, merged] = [
    await registerPatient(author),
    await registerPatient(author),
    await registerPatient(author),
  ]
  const [visitOfSurvivor, visitOfMerged] = [await addVisit(survivor), await addVisit(merged)]
  const joining = await published(merged, 'none')
  const first = await merge(survivor, merged)
  sure(await author.put(`/visit/update/${visitOfSurvivor}`, { reportIds: [joining.id] }))
  const second = await merge(last, survivor)
  const during = await published(last, visitOfMerged)
  await undo(second)
  expect(await placeOf(during)).toEqual({ patientId: survivor, visitId: visitOfMerged })
  await undo(first)
  expect(await placeOf(during)).toEqual({ patientId: merged, visitId: visitOfMerged })
  expect(await placeOf(joining)).toEqual({ patientId: survivor, visitId: visitOfSurvivor })
  expect(await strayed()).toEqual([])
})

it('keeps reports of one patient and a visit of another apart in the database [MERGE-22]', async () => {
  const [one, two] = [await registerPatient(author), await registerPatient(author)]
  const visitId = await addVisit(two)
  const { id } = await published(one, 'none')
  await expect(
    app.database.execute('update reports set visit_id = $1 where id = $2', [visitId, id]),
  ).rejects.toThrow('reports_visit_fkey')
})
