import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { linesOf, listInbox, openItem, reportPdf } from '../../../testing/inbox.ts'
import { startTestApp, type TestApp, type TestLab, type TestUser } from '../../../testing/test-app.ts'
import { addReportType, patientFields, registerPatient } from '../../../testing/test-records.ts'
import type { ArrivingDocument, ReceivedDocument } from '../intake/arrival.ts'

let app: TestApp
let lab: TestLab
let technician: ApiClient & { user: TestUser }
let admin: ApiClient
let typeId: number
let sourceId: number
let patient: Parameters<typeof linesOf>[0]
let patientId: number

const ORDER = 'F-100 718-7'
let certificate = 0

beforeAll(async () => {
  app = await startTestApp({ hl7Port: 2575 })
  admin = await app.signedIn('Admin')
  typeId = await addReportType(admin)
})
beforeEach(async () => {
  lab = await app.createLab()
  technician = await app.signedIn('Technician', lab)
  const added = await admin.post(`/lab/addInboxSource/${lab.id}`, {
    ...{ kind: 'hl7', name: 'Analyzer', isOn: true, publishesAutomatically: false },
    certificate: String(++certificate).padStart(64, '0'),
    addresses: ['10.0.0.1'],
  })
  sourceId = added.body.data.id
  patient = patientFields()
  patientId = await registerPatient(technician, { ...patient })
})
afterAll(() => app.stop())

const receive = async (document: Partial<ArrivingDocument> = {}): Promise<ReceivedDocument | undefined> => {
  async function* content() {
    yield await reportPdf(...linesOf(patient))
  }
  const sent = { fileName: 'result.pdf', content: content(), orderKey: ORDER, ...document }
  const [received] = await app.services.intake.receive({ labId: lab.id, sourceId }, [sent])
  return received
}
const idOf = (received: ReceivedDocument | undefined): number => {
  if (!received || !('itemId' in received)) throw new Error('Nothing was received')
  return received.itemId
}
const fields = () => ({ reportTypeId: typeId, title: 'Blood count' })
const publish = async (id: number): Promise<number> =>
  (await technician.post(`/inbox/publish/${id}`, { patientId, ...fields() })).body.data.reportId
const itemOf = async (id: number) => (await listInbox(technician)).find((one) => one.id === id)

describe('a correction', () => {
  it('is proposed for the published report and confirmed by a person [INBOX-45]', async () => {
    const reportId = await publish(idOf(await receive()))
    const id = idOf(await receive({ kind: 'amendment' }))
    expect(await itemOf(id)).toMatchObject({
      kind: 'amendment',
      problem: null,
      target: { id: reportId, version: 1, patient: { id: patientId } },
    })
    const body = { reportId, version: 1, ...fields(), reason: 'wrong-result' }
    const key = { headers: { 'idempotency-key': randomUUID() } }
    expect((await technician.post(`/inbox/amend/${id}`, body, key)).status).toBe(200)
    expect((await technician.post(`/inbox/amend/${id}`, body, key)).body.data).toEqual({ reportId })
    const versions = (await technician.get(`/report/getVersions/${reportId}`)).body.data
    expect(versions).toHaveLength(2)
    expect(versions[0]).toMatchObject({ version: 2, isFileNew: true, reason: 'wrong-result' })
    expect(await listInbox(technician)).toEqual([])
  })

  it('is refused when the report was amended meanwhile, and loses nothing [INBOX-45]', async () => {
    const reportId = await publish(idOf(await receive()))
    const id = idOf(await receive({ kind: 'amendment' }))
    const body = { reportId, version: 2, ...fields(), reason: 'wrong-result' }
    expect((await technician.post(`/inbox/amend/${id}`, body)).body.code).toBe('REPORT_CHANGED')
    expect((await technician.get(`/inbox/file/${id}`)).status).toBe(200)
    expect((await openItem(technician, id)).target?.version).toBe(1)
  })

  it('takes the place of what is still in the inbox [INBOX-46]', async () => {
    const first = idOf(await receive())
    const second = idOf(await receive({ kind: 'amendment' }))
    expect(await itemOf(first)).toMatchObject({ problem: 'superseded' })
    expect(await itemOf(second)).toMatchObject({ problem: null, target: null, match: 'green' })
    // It is published like a report: nothing was published before.
    expect(await publish(second)).toBeGreaterThan(0)
  })

  it('says when its report is not here, or was withdrawn [INBOX-46]', async () => {
    const unknown = idOf(await receive({ kind: 'amendment', orderKey: 'F-999' }))
    expect(await itemOf(unknown)).toMatchObject({ problem: 'no-earlier-report', target: null })
    const reportId = await publish(idOf(await receive()))
    await technician.delete(`/report/deleteById/${reportId}`, { reason: 'wrong-file' })
    const late = idOf(await receive({ kind: 'amendment' }))
    expect(await itemOf(late)).toMatchObject({ problem: 'no-earlier-report', target: null })
  })

  it('needs the right to amend [INBOX-45]', async () => {
    const reportId = await publish(idOf(await receive()))
    const id = idOf(await receive({ kind: 'amendment' }))
    const body = { reportId, version: 1, ...fields(), reason: 'wrong-result' }
    expect((await admin.post(`/inbox/amend/${id}`, body)).status).toBe(403)
    const outsider = await app.signedIn('Doctor')
    expect((await outsider.post(`/inbox/amend/${id}`, body)).status).toBe(404)
  })

  it('of a source is none of another source with the same number [INBOX-46]', async () => {
    await publish(idOf(await receive()))
    const other = await admin.post(`/lab/addInboxSource/${lab.id}`, {
      ...{ kind: 'hl7', name: 'Other', isOn: true, publishesAutomatically: false },
      certificate: String(++certificate).padStart(64, '0'),
      addresses: ['10.0.0.1'],
    })
    sourceId = other.body.data.id
    const id = idOf(await receive({ kind: 'amendment' }))
    expect(await itemOf(id)).toMatchObject({ target: null, problem: 'no-earlier-report' })
  })
})

describe('a withdrawal', () => {
  const withdrawal = { kind: 'withdrawal' as const, content: undefined }

  it('is proposed for the published report and confirmed by a person [INBOX-47]', async () => {
    const reportId = await publish(idOf(await receive()))
    const id = idOf(await receive(withdrawal))
    expect(await itemOf(id)).toMatchObject({ kind: 'withdrawal', file: null, target: { id: reportId } })
    const published = await technician.post(`/inbox/publish/${id}`, { patientId, ...fields() })
    expect(published.body.code).toBe('INBOX_ITEM_NOT_REPORT')
    expect((await technician.get(`/report/getById/${reportId}`)).body.data.withdrawal).toBeNull()
    const key = { headers: { 'idempotency-key': randomUUID() } }
    const body = { reportId, reason: 'invalid-test' }
    expect((await technician.post(`/inbox/withdraw/${id}`, body, key)).status).toBe(200)
    expect((await technician.post(`/inbox/withdraw/${id}`, body, key)).status).toBe(200)
    const { withdrawal: ended } = (await technician.get(`/report/getById/${reportId}`)).body.data
    expect(ended).toMatchObject({ reason: 'invalid-test' })
    expect(await listInbox(technician)).toEqual([])
  })

  it('of what is still in the inbox prevents its publishing [INBOX-48]', async () => {
    const first = idOf(await receive())
    expect(await receive(withdrawal)).toEqual({ duplicate: true })
    expect(await itemOf(first)).toMatchObject({ problem: 'withdrawn-by-sender' })
    const answer = await technician.post(`/inbox/publish/${first}`, { patientId, ...fields() })
    expect(answer.body.code).toBe('INBOX_ITEM_WITHDRAWN')
    expect((await technician.post(`/inbox/reject/${first}`, { reason: 'sender-error' })).status).toBe(200)
  })

  it('at the same moment as publishing ends in one of both orders [INBOX-48]', async () => {
    const first = idOf(await receive())
    const [answer, received] = await Promise.all([
      technician.post(`/inbox/publish/${first}`, { patientId, ...fields() }),
      receive(withdrawal),
    ])
    if (answer.status === 200) expect(await itemOf(idOf(received))).toMatchObject({ target: {} })
    else expect(await itemOf(first)).toMatchObject({ problem: 'withdrawn-by-sender' })
  })

  it('of an unknown report is listed, and can be rejected [INBOX-47]', async () => {
    const id = idOf(await receive({ ...withdrawal, orderKey: 'F-404' }))
    expect(await itemOf(id)).toMatchObject({ problem: 'no-earlier-report', target: null })
    expect((await technician.post(`/inbox/reject/${id}`, { reason: 'sender-error' })).status).toBe(200)
    expect((await technician.post(`/inbox/restore/${id}`)).status).toBe(200)
  })
})

it('keeps preliminary results from being published together [INBOX-49]', async () => {
  await admin.put(`/lab/updateInboxSettings/${lab.id}`, { rules: [{ field: 'any', ...fields() }] })
  const id = idOf(await receive({ isPreliminary: true }))
  expect(await itemOf(id)).toMatchObject({ match: 'green', problem: 'not-final' })
  const items = [{ id, patientId, ...fields() }]
  const outcomes = (await technician.post('/inbox/publishMatched', { items })).body.data
  expect(outcomes).toMatchObject([{ outcome: 'changed' }])
})
