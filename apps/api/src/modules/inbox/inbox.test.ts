import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../testing/api-client.ts'
import {
  decideItem,
  dropFile,
  dropReport,
  linesOf,
  listInbox,
  openItem,
  reportPdf,
} from '../../testing/inbox.ts'
import { type TestLab, useTestApp } from '../../testing/test-app.ts'
import {
  addReportType,
  patientFields,
  pdfBytes,
  PNG_BYTES,
  registerPatient,
} from '../../testing/test-records.ts'

let lab: TestLab
let technician: ApiClient & { user: { id: number } }
let colleague: ApiClient

const app = await useTestApp()
const typeId = await addReportType(await app.signedIn('Doctor'))

beforeEach(async () => {
  lab = await app.createLab()
  technician = await app.signedIn('Technician', lab)
  colleague = await app.signedIn('Doctor', lab)
})

const register = async (changes: Record<string, unknown> = {}) => {
  const fields = patientFields(changes) as ReturnType<typeof patientFields> & { fullName: string }
  const id = await registerPatient(technician, fields)
  return { ...fields, id }
}
const publishFields = (patientId: number, changes: object = {}) => ({
  patientId,
  reportTypeId: typeId,
  title: 'Blood count',
  ...changes,
})

describe('arriving', () => {
  it('puts a dropped file into the inbox of the own lab only [INBOX-01]', async () => {
    const patient = await register()
    const id = await dropReport(technician, ...linesOf(patient))
    const [item, ...others] = await listInbox(colleague)
    expect(others).toEqual([])
    expect(item).toMatchObject({
      id,
      match: 'green',
      patient: { id: patient.id },
      source: { kind: 'upload' },
      state: 'open',
      file: { mediaType: 'application/pdf' },
    })
    expect(await listInbox(await app.signedIn('Technician'))).toEqual([])
    expect((await listInbox(await app.signedIn('Admin'))).map((one) => one.id)).toContain(id)
  })

  it('stays invisible outside of the inbox [INBOX-02]', async () => {
    const patient = await register()
    const id = await dropReport(technician, ...linesOf(patient))
    const name = await app.database.one<{ name: string }>(
      'select f.name from report_files f join inbox_items i on i.file_id = f.id where i.id = $1',
      [id],
    )
    for (const client of [technician, colleague, await app.signedIn('Admin')]) {
      expect((await client.get(`/report/file/${name.name}`)).status).toBe(404)
      expect((await client.get(`/report/getByPatientId/${patient.id}`)).body.data).toEqual([])
    }
    const fields = { ...publishFields(patient.id), fileUrl: `/api/v1/report/file/${name.name}` }
    const published = await technician.post(`/user/uploadPatientReportFile/${patient.id}`, fields)
    expect(published.body.code).toBe('FILE_UNAVAILABLE')
    const receptionist = await app.signedIn('Receptionist', lab)
    expect((await receptionist.get('/inbox/getAll')).status).toBe(403)
    expect((await receptionist.get(`/inbox/file/${id}`)).status).toBe(403)
    const outsider = await app.signedIn('Technician')
    expect((await outsider.get(`/inbox/file/${id}`)).status).toBe(404)
    expect((await outsider.post(`/inbox/claim/${id}`)).status).toBe(404)
    expect((await colleague.get(`/inbox/file/${id}`)).status).toBe(200)
  })

  it('adds a repeated upload once, also at the same moment [INBOX-03]', async () => {
    const pdf = await reportPdf('Patient: Layla')
    const key = randomUUID()
    const answers = await Promise.all([
      dropFile(technician, pdf, 'a.pdf', { key }),
      dropFile(technician, pdf, 'a.pdf', { key }),
    ])
    const ids = answers.flatMap(({ body }) => body.data?.[0].itemId ?? [])
    expect(new Set(ids).size).toBe(1)
    expect(await listInbox(technician)).toHaveLength(1)
    const again = await dropFile(technician, pdf, 'a.pdf', { key })
    expect(again.body.data[0].itemId).toBe(ids[0])
  })

  it('adds the same file once while it is open or published, and again after a rejection [INBOX-03]', async () => {
    const patient = await register()
    const pdf = await reportPdf(...linesOf(patient))
    const id = (await dropFile(technician, pdf, 'a.pdf')).body.data[0].itemId as number
    const [same, other] = await Promise.all([
      dropFile(colleague, pdf, 'b.pdf'),
      dropFile(technician, pdf, 'c.pdf'),
    ])
    for (const answer of [same, other]) expect(answer.body.data[0].problem.code).toBe('INBOX_DUPLICATE')
    await technician.post(`/inbox/reject/${id}`, { reason: 'unreadable' })
    const second = (await dropFile(technician, pdf, 'a.pdf')).body.data[0].itemId as number
    expect(second).toBeGreaterThan(id)
    await decideItem(technician, `/inbox/publish/${second}`, publishFields(patient.id))
    expect((await dropFile(technician, pdf, 'a.pdf')).body.data[0].problem.code).toBe('INBOX_DUPLICATE')
    const elsewhere = await app.signedIn('Technician')
    expect((await dropFile(elsewhere, pdf, 'a.pdf')).body.data[0].itemId).toBeGreaterThan(second)
  })

  it('refuses the same files as an upload, and requires the lab of an Admin [INBOX-01]', async () => {
    expect((await dropFile(technician, Buffer.from('no'), 'a.pdf')).body.code).toBe('FILE_CONTENT_MISMATCH')
    expect((await dropFile(technician, PNG_BYTES, 'a.exe')).body.code).toBe('FILE_TYPE_NOT_ALLOWED')
    const admin = await app.signedIn('Admin')
    expect((await dropFile(admin, PNG_BYTES, 'a.png')).status).toBe(400)
    const added = await dropFile(admin, PNG_BYTES, 'a.png', { labId: lab.id })
    expect(added.status).toBe(200)
    expect(await listInbox(technician)).toHaveLength(1)
  })
})

describe('publishing one item', () => {
  it('publishes for the chosen patient and closes the item [INBOX-20]', async () => {
    const patient = await register()
    const id = await dropReport(technician, 'No patient here')
    const answer = await decideItem(technician, `/inbox/publish/${id}`, publishFields(patient.id))
    expect(answer.status).toBe(200)
    const report = (await colleague.get(`/report/getById/${answer.body.data.reportId}`)).body.data
    expect(report).toMatchObject({ title: 'Blood count', patient: { id: patient.id } })
    expect((await colleague.raw('GET', report.filePath)).status).toBe(200)
    expect(await listInbox(technician)).toEqual([])
    const again = await decideItem(technician, `/inbox/publish/${id}`, publishFields(patient.id))
    expect(again.body.code).toBe('INBOX_ITEM_CLOSED')
  })

  it('answers a request that is repeated with its key with the same report [INBOX-20]', async () => {
    const patient = await register()
    const id = await dropReport(technician, 'No patient here')
    const key = { headers: { 'idempotency-key': randomUUID() } }
    const publish = () => decideItem(technician, `/inbox/publish/${id}`, publishFields(patient.id), key)
    const [first, second] = [await publish(), await publish()]
    expect(second.body.data).toEqual(first.body.data)
    expect((await technician.get(`/report/getByPatientId/${patient.id}`)).body.data).toHaveLength(1)
  })

  it('publishes once for two requests at the same moment [INBOX-20]', async () => {
    const patient = await register()
    const id = await dropReport(technician, 'No patient here')
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        decideItem(technician, `/inbox/publish/${id}`, publishFields(patient.id)),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect((await technician.get(`/report/getByPatientId/${patient.id}`)).body.data).toHaveLength(1)
  })

  it('accepts no patient of another lab, and no unknown type [INBOX-20]', async () => {
    const outsider = await app.signedIn('Technician')
    const foreign = await registerPatient(outsider)
    const id = await dropReport(technician, 'No patient here')
    expect((await decideItem(technician, `/inbox/publish/${id}`, publishFields(foreign))).status).toBe(400)
    const admin = await app.signedIn('Admin')
    expect((await decideItem(admin, `/inbox/publish/${id}`, publishFields(foreign))).status).toBe(400)
    const own = await register()
    const badType = publishFields(own.id, { reportTypeId: 999_999 })
    expect((await decideItem(technician, `/inbox/publish/${id}`, badType)).status).toBe(400)
    expect(await listInbox(technician)).toHaveLength(1)
    expect((await technician.get(`/inbox/file/${id}`)).status).toBe(200)
  })

  it('gives a report that the Admin publishes to the lab of the item [INBOX-20]', async () => {
    const patient = await register()
    const id = await dropReport(technician, ...linesOf(patient))
    const admin = await app.signedIn('Admin')
    const { reportId } = (await decideItem(admin, `/inbox/publish/${id}`, publishFields(patient.id))).body
      .data
    const row = await app.database.one<{ lab: number }>('select lab_id as lab from reports where id = $1', [
      reportId,
    ])
    expect(row.lab).toBe(lab.id)
  })
})

describe('an item that a person has open', () => {
  it('refuses publication and rejection by others until it is released [INBOX-21]', async () => {
    const patient = await register()
    const id = await dropReport(technician, ...linesOf(patient))
    await openItem(technician, id)
    expect((await colleague.post(`/inbox/claim/${id}`)).body.code).toBe('INBOX_ITEM_CLAIMED')
    const publish = await decideItem(colleague, `/inbox/publish/${id}`, publishFields(patient.id))
    expect(publish.body.code).toBe('INBOX_ITEM_CLAIMED')
    const reject = await colleague.post(`/inbox/reject/${id}`, { reason: 'unreadable' })
    expect(reject.body.code).toBe('INBOX_ITEM_CLAIMED')
    expect((await listInbox(colleague))[0]?.claim).toMatchObject({ isOwn: false })
    expect((await listInbox(technician))[0]?.claim).toMatchObject({ isOwn: true })
    await colleague.post(`/inbox/release/${id}`)
    expect((await colleague.post(`/inbox/claim/${id}`)).status).toBe(409)
    await technician.post(`/inbox/release/${id}`)
    expect((await colleague.post(`/inbox/claim/${id}`)).status).toBe(200)
  })

  it('becomes free after five minutes [INBOX-21]', async () => {
    const id = await dropReport(technician, 'No patient here')
    await openItem(technician, id)
    await app.database.execute(
      "update inbox_items set claimed_until = now() - interval '1 second' where id = $1",
      [id],
    )
    expect((await listInbox(colleague))[0]?.claim).toBeNull()
    expect((await colleague.post(`/inbox/claim/${id}`)).status).toBe(200)
  })

  it('opens for one of two people at the same moment [INBOX-21]', async () => {
    const id = await dropReport(technician, 'No patient here')
    const answers = await Promise.all([technician, colleague].map((one) => one.post(`/inbox/claim/${id}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('shows the file’s details and the patients it may belong to [INBOX-22]', async () => {
    const patient = await register({ fullName: 'Omar Saleh' })
    const id = await dropReport(technician, 'Patient: Omar Saleh', 'DOB: 1971-02-03')
    const item = await openItem(technician, id)
    expect(item).toMatchObject({
      match: 'amber',
      named: { names: ['Omar Saleh'], codes: [] },
      isReadWhole: true,
      registration: { fullName: 'Omar Saleh', dateOfBirth: '1971-02-03', emrId: null, phone: null },
    })
    expect(item.candidates[0]).toMatchObject({ id: patient.id, certainty: 'possible' })
  })

  it('gets compared with patients who were registered since [INBOX-22]', async () => {
    const fields = patientFields()
    const id = await dropReport(technician, ...linesOf(fields))
    expect((await listInbox(technician))[0]?.match).toBe('red')
    const patientId = await registerPatient(technician, fields)
    expect(await openItem(technician, id)).toMatchObject({ match: 'green', patient: { id: patientId } })
  })
})

it('lists by match and source, and counts [INBOX-24]', async () => {
  const patient = await register()
  await dropReport(technician, ...linesOf(patient))
  await dropReport(technician, `Patient: ${patient.fullName}`, 'DOB: 1990-05-01')
  await dropReport(technician, 'No patient here')
  await dropFile(technician, pdfBytes(), 'empty.pdf')
  expect((await technician.get('/inbox/getCounts')).body.data).toEqual({
    ...{ green: 1, amber: 1, red: 2, toReview: 0, critical: 0, problems: [] },
    groups: { critical: 0, ready: 0, check: 2, 'no-patient': 2 },
  })
  expect((await listInbox(technician, '&match=red')).map(({ match }) => match)).toEqual(['red', 'red'])
  expect(await listInbox(technician, '&source=upload')).toHaveLength(4)
  expect(await listInbox(technician, '&source=folder')).toEqual([])
  const page = (await technician.get('/inbox/getAll?page=2&limit=3')).body
  expect(page.pagination).toMatchObject({ totalItems: 4, totalPages: 2 })
  expect(page.data).toHaveLength(1)
})
