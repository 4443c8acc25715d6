import { beforeEach, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { linesOf, listInbox, openItem, reportPdf } from '../../../testing/inbox.ts'
import { type TestLab, type TestUser, useTestApp } from '../../../testing/test-app.ts'
import { addReportType, patientFields, registerPatient } from '../../../testing/test-records.ts'

let lab: TestLab
let technician: ApiClient & { user: TestUser }
let sourceId: number

const app = await useTestApp({ inboxRoot: '/srv/inbox' })
const typeId = await addReportType(await app.signedIn('Doctor'))
const admin = await app.signedIn('Admin')

beforeEach(async () => {
  lab = await app.createLab()
  technician = await app.signedIn('Technician', lab)
  const rules = [{ field: 'any', reportTypeId: typeId, title: 'Blood count' }]
  await admin.put(`/lab/updateInboxSettings/${lab.id}`, { rules })
  const source = { kind: 'folder', name: 'Analyzer', isOn: true, folder: `lab-${lab.id}` }
  const automatic = { publishesAutomatically: true, publisherId: technician.user.id }
  const added = await admin.post(`/lab/addInboxSource/${lab.id}`, { ...source, ...automatic })
  expect(added.status).toBe(200)
  sourceId = added.body.data.id
})

const receive = async (...lines: string[]): Promise<number> => {
  const pdf = await reportPdf(...lines)
  async function* content() {
    yield await Promise.resolve(pdf)
  }
  const [received] = await app.services.intake.receive({ labId: lab.id, sourceId }, [
    { fileName: 'result.pdf', content: content() },
  ])
  if (!received || !('itemId' in received)) throw new Error('Nothing was received')
  return received.itemId
}
const arrive = async () => {
  const fields = patientFields() as Parameters<typeof linesOf>[0]
  const patientId = await registerPatient(technician, { ...fields })
  return { id: await receive(...linesOf(fields)), patientId }
}
const run = (itemId: number) => app.services.automaticPublishing.run({ itemId })

const jobsOf = (itemId: number): Promise<string[]> =>
  app.database
    .query<{ task: string }>(
      `select t.identifier as task from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id
        where (j.payload ->> 'itemId')::bigint = $1`,
      [itemId],
    )
    .then((rows) => rows.map(({ task }) => task))

it('publishes a green item in the name of the chosen person, and lists it for review [INBOX-28]', async () => {
  const { id, patientId } = await arrive()
  expect(await jobsOf(id)).toEqual(['publish-inbox-item'])
  await run(id)
  await run(id)
  const reports = (await technician.get(`/report/getByPatientId/${patientId}`)).body.data
  expect(reports).toHaveLength(1)
  const report = (await technician.get(`/report/getById/${reports[0].id}`)).body.data
  expect(report.user.email).toBe(technician.user.email)
  expect(report.automatic).toEqual({ source: 'Analyzer', reviewed: null })
  const [item] = await listInbox(technician, '&view=automatic')
  expect(item).toMatchObject({ id, isAutomatic: true, decided: { by: null }, reviewed: null })
  expect((await technician.get('/inbox/getCounts')).body.data.toReview).toBe(1)
  const entry = await app.database.one<{ actor: number | null; summary: string }>(
    `select actor_id as actor, summary from activity_log
      where action = 'report.publish' and object_id = $1`,
    [reports[0].id],
  )
  expect(entry).toMatchObject({ actor: null, summary: expect.stringMatching(/automatically$/) as string })
  const outsider = await app.signedIn('Doctor')
  await outsider.post('/inbox/review', { ids: [id] })
  expect(await listInbox(technician, '&view=automatic')).toHaveLength(1)
  await technician.post('/inbox/review', { ids: [id] })
  expect(await listInbox(technician, '&view=automatic')).toEqual([])
  const reviewed = (await technician.get(`/report/getById/${reports[0].id}`)).body.data
  expect(reviewed.automatic).toEqual({
    source: 'Analyzer',
    reviewed: { at: expect.any(String) as string, by: 'Technician Person' },
  })
})

it('publishes nothing that is not green [INBOX-28]', async () => {
  const { patientId } = await arrive()
  const { emrId } = (await technician.get(`/patient/getById/${patientId}`)).body.data
  const id = await receive(`EMR ID: ${emrId}`)
  expect(await jobsOf(id)).not.toContain('publish-inbox-item')
  await run(id)
  expect((await listInbox(technician)).map((one) => one.id)).toContain(id)
})

it('publishes no item whose type is only proposed [INBOX-152]', async () => {
  await admin.put(`/lab/updateInboxSettings/${lab.id}`, { rules: [] })
  const title = `Ferritin ${lab.id}`
  await addReportType(admin, title)
  const fields = patientFields() as Parameters<typeof linesOf>[0]
  await registerPatient(technician, { ...fields })
  const id = await receive(...linesOf(fields), title)
  await run(id)
  expect(await listInbox(technician)).toMatchObject([{ id, match: 'green', title, proposal: 'file' }])
})

it('leaves an item to the user who has it open [INBOX-28]', async () => {
  const { id } = await arrive()
  await openItem(technician, id)
  await run(id)
  expect(await listInbox(technician)).toHaveLength(1)
})

it.each([
  ['is deactivated', 'update users set deactivated_at = now() where id = $1'],
  ['may not publish any more', 'update users set user_type_id = 4 where id = $1'],
  [
    'works for another lab',
    'update users set lab_id = (select min(id) from labs where id <> lab_id) where id = $1',
  ],
])('stops visibly when the person %s [INBOX-29]', async (_, change) => {
  const { id, patientId } = await arrive()
  const colleague = await app.signedIn('Doctor', lab)
  await app.database.execute(change, [technician.user.id])
  await run(id)
  expect((await listInbox(colleague)).map((one) => one.id)).toContain(id)
  expect((await colleague.get(`/report/getByPatientId/${patientId}`)).body.data).toEqual([])
  const { problems } = (await colleague.get('/inbox/getCounts')).body.data
  expect(problems).toMatchObject([{ name: 'Analyzer', problem: 'publisher-unsuitable' }])
})

it('stops when the source is switched off, and is off by default [INBOX-29]', async () => {
  const { id } = await arrive()
  const off = { kind: 'folder', name: 'Analyzer', isOn: true, folder: `lab-${lab.id}` }
  const changed = await admin.put(`/lab/updateInboxSource/${lab.id}/${sourceId}`, {
    ...off,
    publishesAutomatically: false,
  })
  expect(changed.status).toBe(200)
  await run(id)
  expect(await listInbox(technician)).toHaveLength(1)
  const later = await arrive()
  expect(await jobsOf(later.id)).toEqual([])
})

it('publishes when a barcode or a later registration makes an item green [INBOX-28]', async () => {
  const fields = patientFields() as Parameters<typeof linesOf>[0]
  const id = await receive(...linesOf(fields))
  expect(await jobsOf(id)).not.toContain('publish-inbox-item')
  await registerPatient(technician, { ...fields })
  await app.services.rematching.rematchAll()
  expect(await jobsOf(id)).toContain('publish-inbox-item')
})
