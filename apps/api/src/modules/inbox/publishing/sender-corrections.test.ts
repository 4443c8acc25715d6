import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../testing/api-client.ts'
import { decideItem, linesOf, listInbox, openItem, reportPdf } from '../../../testing/inbox.ts'
import { type TestLab, type TestUser, useTestApp } from '../../../testing/test-app.ts'
import { addReportType, patientFields, registerPatient } from '../../../testing/test-records.ts'
import type { ArrivingDocument, ReceivedDocument } from '../intake/arrival.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'
import { seenReport } from '../../../testing/critical.ts'

let lab: TestLab
let technician: ApiClient & { user: TestUser }
let sourceId: number
let patient: Parameters<typeof linesOf>[0]
let patientId: number

const ORDER = 'F-100 718-7'
let certificate = 0

const app = await useTestApp({ hl7Port: 2575 })
const admin = await app.signedIn('Admin')
const typeId = await addReportType(admin)

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
const sheetOf = async (text: string) => {
  const bytes = await reportPdf(text)
  return async function* content() {
    yield await Promise.resolve(bytes)
  }
}
const fields = () => ({ reportTypeId: typeId, title: 'Blood count' })
const publish = async (id: number): Promise<number> =>
  (await decideItem(technician, `/inbox/publish/${id}`, { patientId, ...fields() })).body.data.reportId
const itemOf = async (id: number) => (await listInbox(technician)).find((one) => one.id === id)

describe('a correction', () => {
  it('appears as a proposal for the published report, which a person confirms [INBOX-45]', async () => {
    const reportId = await publish(idOf(await receive()))
    const id = idOf(await receive({ kind: 'amendment' }))
    expect(await itemOf(id)).toMatchObject({
      kind: 'amendment',
      problem: null,
      target: { id: reportId, version: 1, patient: { id: patientId } },
    })
    const body = { reportId, version: 1, ...fields(), reason: 'wrong-result' }
    const key = { headers: { 'idempotency-key': randomUUID() } }
    expect((await decideItem(technician, `/inbox/amend/${id}`, body, key)).status).toBe(200)
    expect((await decideItem(technician, `/inbox/amend/${id}`, body, key)).body.data).toEqual({ reportId })
    const versions = (await technician.get(`/report/getVersions/${reportId}`)).body.data
    expect(versions).toHaveLength(2)
    expect(versions[0]).toMatchObject({ version: 2, isFileNew: true, reason: 'wrong-result' })
    expect(await listInbox(technician)).toEqual([])
  })

  it('fails when the report was amended meanwhile, and loses nothing [INBOX-45]', async () => {
    const reportId = await publish(idOf(await receive()))
    const id = idOf(await receive({ kind: 'amendment' }))
    const body = { reportId, version: 2, ...fields(), reason: 'wrong-result' }
    expect((await decideItem(technician, `/inbox/amend/${id}`, body)).body.code).toBe('REPORT_CHANGED')
    expect((await technician.get(`/inbox/file/${id}`)).status).toBe(200)
    expect((await openItem(technician, id)).target?.version).toBe(1)
  })

  it('replaces the item that is still in the inbox [INBOX-46]', async () => {
    const first = idOf(await receive())
    const second = idOf(await receive({ kind: 'amendment' }))
    expect(await itemOf(first)).toMatchObject({ problem: 'superseded' })
    expect(await itemOf(second)).toMatchObject({ problem: null, target: null, match: 'green' })
    expect(await publish(second)).toBeGreaterThan(0)
  })

  it('shows when its report is unknown or was withdrawn [INBOX-46]', async () => {
    const unknown = idOf(await receive({ kind: 'amendment', orderKey: 'F-999' }))
    expect(await itemOf(unknown)).toMatchObject({ problem: 'no-earlier-report', target: null })
    const reportId = await publish(idOf(await receive()))
    await withdrawReport(technician, reportId, { reason: 'wrong-file' })
    const late = idOf(await receive({ kind: 'amendment' }))
    expect(await itemOf(late)).toMatchObject({ problem: 'no-earlier-report', target: null })
  })

  it('needs the right to amend [INBOX-45]', async () => {
    const reportId = await publish(idOf(await receive()))
    const id = idOf(await receive({ kind: 'amendment' }))
    const body = { reportId, version: 1, ...fields(), reason: 'wrong-result' }
    expect((await decideItem(admin, `/inbox/amend/${id}`, body)).status).toBe(403)
    const outsider = await app.signedIn('Doctor')
    expect((await decideItem(outsider, `/inbox/amend/${id}`, body)).status).toBe(404)
  })

  it('corrects no report of another source with the same number [INBOX-46]', async () => {
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

  it('appears as a proposal for the published report, which a person confirms [INBOX-47]', async () => {
    const reportId = await publish(idOf(await receive()))
    const id = idOf(await receive(withdrawal))
    expect(await itemOf(id)).toMatchObject({ kind: 'withdrawal', file: null, target: { id: reportId } })
    const published = await decideItem(technician, `/inbox/publish/${id}`, { patientId, ...fields() })
    expect(published.body.code).toBe('INBOX_ITEM_NOT_REPORT')
    expect((await technician.get(`/report/getById/${reportId}`)).body.data.withdrawal).toBeNull()
    const key = { headers: { 'idempotency-key': randomUUID() } }
    const body = { reportId, ...(await seenReport(technician, reportId)), reason: 'invalid-test' }
    expect((await technician.post(`/inbox/withdraw/${id}`, body, key)).status).toBe(200)
    expect((await technician.post(`/inbox/withdraw/${id}`, body, key)).status).toBe(200)
    const { withdrawal: ended } = (await technician.get(`/report/getById/${reportId}`)).body.data
    expect(ended).toMatchObject({ reason: 'invalid-test' })
    expect(await listInbox(technician)).toEqual([])
  })

  it('prevents the publishing of an item that is still in the inbox [INBOX-48]', async () => {
    const first = idOf(await receive())
    expect(await receive(withdrawal)).toEqual({ duplicate: true })
    expect(await itemOf(first)).toMatchObject({ problem: 'withdrawn-by-sender' })
    const answer = await decideItem(technician, `/inbox/publish/${first}`, { patientId, ...fields() })
    expect(answer.body.code).toBe('INBOX_ITEM_WITHDRAWN')
    expect((await technician.post(`/inbox/reject/${first}`, { reason: 'sender-error' })).status).toBe(200)
  })

  it('prevents the publishing of a waiting correction as an amendment, too [INBOX-48]', async () => {
    const reportId = await publish(idOf(await receive()))
    const id = idOf(await receive({ kind: 'amendment' }))
    await receive(withdrawal)
    const body = { reportId, version: 1, ...fields(), reason: 'wrong-result' }
    expect((await decideItem(technician, `/inbox/amend/${id}`, body)).body.code).toBe('INBOX_ITEM_WITHDRAWN')
  })

  it('ends, at the same moment as publishing, in one of both orders [INBOX-48]', async () => {
    const first = idOf(await receive())
    const [answer, received] = await Promise.all([
      decideItem(technician, `/inbox/publish/${first}`, { patientId, ...fields() }),
      receive(withdrawal),
    ])
    if (answer.status === 200) expect(await itemOf(idOf(received))).toMatchObject({ target: {} })
    else expect(await itemOf(first)).toMatchObject({ problem: 'withdrawn-by-sender' })
  })

  it('appears in the list for an unknown report, and can be rejected [INBOX-47]', async () => {
    const id = idOf(await receive({ ...withdrawal, orderKey: 'F-404' }))
    expect(await itemOf(id)).toMatchObject({ problem: 'no-earlier-report', target: null })
    expect((await technician.post(`/inbox/reject/${id}`, { reason: 'sender-error' })).status).toBe(200)
    expect((await technician.post(`/inbox/restore/${id}`)).status).toBe(200)
  })
})

describe('a decision about an item that the sender changed since', () => {
  const sheet = () => sheetOf('Without a patient')
  const stated = (...emrIds: string[]) => ({ names: [], birthDates: [], emrIds, patientIds: [] })

  it('fails, and the item shows the present patient [INBOX-124]', async () => {
    const content = await sheet()
    const id = idOf(await receive({ content: content(), stated: stated() }))
    const seen = await openItem(technician, id)
    expect(idOf(await receive({ content: content(), stated: stated(patient.emrId) }))).toBe(id)
    const body = { patientId, ...fields() }
    const answer = await decideItem(technician, `/inbox/publish/${id}?revision=${seen.revision}`, body)
    expect(answer.body.code).toBe('INBOX_ITEM_CHANGED')
    const rejected = await technician.post(`/inbox/reject/${id}?revision=${seen.revision}`, {
      reason: 'sender-error',
    })
    expect(rejected.body.code).toBe('INBOX_ITEM_CHANGED')
    const now = await openItem(technician, id)
    expect(now).toMatchObject({ named: { ids: [patient.emrId] }, changedAt: expect.any(String) })
    expect((await decideItem(technician, `/inbox/publish/${id}?revision=${now.revision}`, body)).status).toBe(
      200,
    )
    const recorded = await app.database.query(
      "select 1 from activity_log where action = 'inbox.change' and summary like $1",
      [`%#${id}`],
    )
    expect(recorded).toHaveLength(1)
  })

  it('fails for publishing together at the same moment [INBOX-124]', async () => {
    await admin.put(`/lab/updateInboxSettings/${lab.id}`, { rules: [{ field: 'any', ...fields() }] })
    const content = await sheet()
    const named = {
      ...stated(patient.emrId),
      names: [patient.fullName],
      birthDates: [{ written: patient.dob, dates: [patient.dob] }],
    }
    const id = idOf(await receive({ content: content(), stated: named }))
    expect((await itemOf(id))?.match).toBe('green')
    const [outcome] = await Promise.all([
      technician.post('/inbox/publishMatched', { items: [{ id, patientId, ...fields() }] }),
      receive({ content: content(), stated: { ...named, names: ['Omar Saleh'] } }),
    ])
    const item = await itemOf(id)
    if (outcome.body.data[0].outcome === 'published')
      expect((await listInbox(technician))[0]).toMatchObject({
        kind: 'amendment',
        target: { patient: { id: patientId } },
      })
    else expect(item).toMatchObject({ match: 'amber', problem: null })
  })
})

it('adds one item for each of two orders with one file, and each document of a message [INBOX-123]', async () => {
  const bytes = await reportPdf(...linesOf(patient))
  async function* content() {
    yield await Promise.resolve(bytes)
  }
  const first = idOf(await receive({ content: content() }))
  const second = idOf(await receive({ content: content(), orderKey: 'F-200 718-7' }))
  expect(second).not.toBe(first)
  const reportId = await publish(first)
  expect(await itemOf(second)).toMatchObject({
    problem: 'already-published',
    target: { id: reportId },
  })
  const third = idOf(await receive({ content: content(), orderKey: 'F-300 718-7' }))
  expect(await itemOf(third)).toMatchObject({ problem: 'already-published', target: { id: reportId } })
  const two = await app.services.intake.receive({ labId: lab.id, sourceId }, [
    { fileName: '1.pdf', content: (await sheetOf('one'))(), orderKey: 'F-400 718-7' },
    { fileName: '2.pdf', content: (await sheetOf('two'))(), orderKey: 'F-400 718-7' },
  ])
  for (const one of two) expect(await itemOf(idOf(one))).toMatchObject({ problem: null })
})

it('keeps preliminary results from being published together [INBOX-49]', async () => {
  await admin.put(`/lab/updateInboxSettings/${lab.id}`, { rules: [{ field: 'any', ...fields() }] })
  const id = idOf(await receive({ isPreliminary: true }))
  expect(await itemOf(id)).toMatchObject({ match: 'green', problem: 'not-final' })
  const items = [{ id, patientId, ...fields() }]
  const outcomes = (await technician.post('/inbox/publishMatched', { items })).body.data
  expect(outcomes).toMatchObject([{ outcome: 'changed' }])
})
