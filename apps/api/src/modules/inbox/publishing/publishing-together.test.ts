import { beforeEach, describe, expect, it } from 'vitest'
import { unauthenticated } from '../../../core/app-error.ts'
import type { ApiClient } from '../../../testing/api-client.ts'
import {
  decideItem,
  dropFile,
  dropReport,
  linesOf,
  listInbox,
  openItem,
  reportPdf,
} from '../../../testing/inbox.ts'
import { needTwoPersons, submitReport } from '../../../testing/release.ts'
import { type TestLab, useTestApp } from '../../../testing/test-app.ts'
import {
  addReportType,
  patientFields,
  publishReport,
  registerPatient,
  uploadFile,
} from '../../../testing/test-records.ts'

let lab: TestLab
let technician: ApiClient

const app = await useTestApp()
const typeId = await addReportType(await app.signedIn('Doctor'))
const admin = await app.signedIn('Admin')

beforeEach(async () => {
  lab = await app.createLab()
  technician = await app.signedIn('Technician', lab)
  const rules = [{ field: 'any', reportTypeId: typeId, title: 'Blood count' }]
  expect((await admin.put(`/lab/updateInboxSettings/${lab.id}`, { rules })).status).toBe(200)
})

const arrive = async () => {
  const fields = patientFields() as Parameters<typeof linesOf>[0]
  const patientId = await registerPatient(technician, { ...fields })
  const id = await dropReport(technician, ...linesOf(fields))
  return { id, patientId, reportTypeId: typeId, title: 'Blood count' }
}
const publish = async (items: object[], client = technician) =>
  (await client.post('/inbox/publishMatched', { items })).body.data as {
    id: number
    outcome: string
    reportId: number | null
  }[]
const reportsOf = async (patientId: number): Promise<unknown[]> =>
  (await technician.get(`/report/getByPatientId/${patientId}`)).body.data

it('publishes every green item of one confirmation [INBOX-25]', async () => {
  const items = [await arrive(), await arrive(), await arrive()]
  const outcomes = await publish(items)
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['published', 'published', 'published'])
  for (const { patientId } of items) expect(await reportsOf(patientId)).toHaveLength(1)
  expect(await listInbox(technician)).toEqual([])
})

it('publishes once when the request is repeated, also at the same moment [INBOX-25]', async () => {
  const items = [await arrive(), await arrive()]
  const [one, other] = await Promise.all([publish(items), publish(items)])
  const again = await publish(items)
  expect(again).toEqual(one)
  expect(other).toEqual(one)
  for (const { patientId } of items) expect(await reportsOf(patientId)).toHaveLength(1)
})

it('names what became of each item, also when one fails unexpectedly [RELEASE-93]', async () => {
  const items = [await arrive(), await arrive(), await arrive()]
  await app.database.execute(
    `create function break_publishing() returns trigger language plpgsql as $$
     begin raise exception 'The disk is on fire'; end $$`,
  )
  await app.database.execute(
    `create trigger break_publishing before insert on reports for each row
       when (new.patient_id = ${items[1]?.patientId}) execute function break_publishing()`,
  )
  const first = await publish(items)
  expect(first.map(({ outcome }) => outcome)).toEqual(['published', 'failed', 'published'])
  await app.database.execute('drop trigger break_publishing on reports')
  const again = await publish(items)
  expect(again.map(({ outcome }) => outcome)).toEqual(['published', 'published', 'published'])
  expect([again[0], again[2]]).toEqual([first[0], first[2]])
})

it('publishes nothing more once the session has ended [RULE-42]', async () => {
  const items = [await arrive(), await arrive()]
  const token = technician.cookieHeader().replace(/^.*\bsession=([^;]*).*$/, '$1')
  const visitor = { address: '127.0.0.1', userAgent: undefined, requestId: 'test' }
  const caller = await app.services.sessions.identify(token, visitor)
  if (!caller) throw new Error('No session')
  let checks = 0
  const signal = {
    throwIfAborted: () => {
      if (++checks > 1) throw unauthenticated()
    },
  } as AbortSignal
  const publishing = app.services.inboxPublishing.publishMatched(caller, { items }, signal)
  await expect(publishing).rejects.toThrow(unauthenticated())
  expect(await listInbox(technician)).toHaveLength(1)
})

describe('publishing a confirmed list', () => {
  const expectChanged = async (item: { id: number; patientId: number }, changes: object = {}) => {
    const other = await arrive()
    const outcomes = await publish([{ ...item, ...changes }, other])
    expect(outcomes).toMatchObject([
      { id: item.id, outcome: 'changed', reportId: null },
      { id: other.id, outcome: 'published' },
    ])
    expect((await listInbox(technician)).map(({ id }) => id)).toEqual([item.id])
    expect(await reportsOf(item.patientId)).toEqual([])
  }

  it('keeps an item for another patient in the inbox [INBOX-26]', async () => {
    const [item, other] = [await arrive(), await arrive()]
    const outcomes = await publish([{ ...item, patientId: other.patientId }])
    expect(outcomes).toMatchObject([{ outcome: 'changed', reportId: null }])
    expect(await listInbox(technician)).toHaveLength(2)
    expect(await reportsOf(other.patientId)).toEqual([])
  })

  it('keeps an item with another title in the inbox [INBOX-26]', async () => {
    await expectChanged(await arrive(), { title: 'Another title' })
  })

  it('keeps an item of another type in the inbox [INBOX-26]', async () => {
    const reportTypeId = await addReportType(admin)
    await expectChanged(await arrive(), { reportTypeId })
  })

  it('keeps an item whose patient’s date of birth was corrected meanwhile [INBOX-26]', async () => {
    const item = await arrive()
    await app.database.execute("update patients set date_of_birth = '1980-01-01' where id = $1", [
      item.patientId,
    ])
    await expectChanged(item)
  })

  it('keeps an item whose EMR ID a second patient got meanwhile [INBOX-26]', async () => {
    const item = await arrive()
    await app.database.execute(
      `insert into patients (lab_id, full_name, emr_id, phone, date_of_birth, gender)
       select lab_id, 'Another Person', emr_id, '+971501111111', '1950-01-01', 'MALE' from patients where id = $1`,
      [item.patientId],
    )
    await expectChanged(item)
  })

  it('keeps an item that the sender corrected meanwhile [INBOX-26]', async () => {
    const item = await arrive()
    await app.database.execute("update inbox_items set problem = 'superseded' where id = $1", [item.id])
    await expectChanged(item)
  })
})

it('leaves an item whose file was published elsewhere meanwhile, and reports it [INBOX-126]', async () => {
  const fields = patientFields() as Parameters<typeof linesOf>[0]
  const patientId = await registerPatient(technician, { ...fields })
  const content = await reportPdf(...linesOf(fields))
  const id: number = (await dropFile(technician, content, 'result.pdf')).body.data[0].itemId
  const item = { id, patientId, reportTypeId: typeId, title: 'Blood count' }
  const { id: reportId } = await publishReport(technician, patientId, typeId, {
    fileUrl: await uploadFile(technician, content),
  })
  expect(await publish([item])).toMatchObject([{ outcome: 'changed', reportId: null }])
  expect(await reportsOf(patientId)).toHaveLength(1)
  const expected = { match: 'green', problem: 'already-published', target: { id: reportId } }
  expect(await listInbox(technician)).toMatchObject([expected])
  expect(await openItem(technician, id)).toMatchObject(expected)
  const { title, reportTypeId } = item
  const answer = await decideItem(technician, `/inbox/publish/${id}`, { patientId, title, reportTypeId })
  expect(answer.status).toBe(200)
  expect(await reportsOf(patientId)).toHaveLength(2)
})

it('leaves an item whose file awaits release as another report, and reports it [INBOX-170]', async () => {
  await needTwoPersons(admin, lab)
  const fields = patientFields() as Parameters<typeof linesOf>[0]
  const patientId = await registerPatient(technician, { ...fields })
  const content = await reportPdf(...linesOf(fields))
  const id: number = (await dropFile(technician, content, 'result.pdf')).body.data[0].itemId
  const item = { id, patientId, reportTypeId: typeId, title: 'Blood count' }
  await submitReport(technician, patientId, typeId, { fileUrl: await uploadFile(technician, content) })
  expect(await publish([item])).toMatchObject([{ outcome: 'changed' }])
  const expected = { match: 'green', problem: 'already-awaiting', target: null }
  expect(await listInbox(technician)).toMatchObject([expected])
  expect(await openItem(technician, id)).toMatchObject(expected)
  const { title, reportTypeId } = item
  const answer = await decideItem(technician, `/inbox/publish/${id}`, { patientId, title, reportTypeId })
  expect(answer.status).toBe(202)
  // The report that this item became is no other report.
  expect((await technician.get(`/inbox/getAll?limit=100`)).body.data).toEqual([])
})

it('leaves items that another person has open, and takes own ones [INBOX-27]', async () => {
  const [item, own] = [await arrive(), await arrive()]
  const colleague = await app.signedIn('Doctor', lab)
  await openItem(colleague, item.id)
  await openItem(technician, own.id)
  const outcomes = await publish([item, own])
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['claimed', 'published'])
})

it('publishes no item of another lab, and no more than 200 [INBOX-27]', async () => {
  const item = await arrive()
  const outsider = await app.signedIn('Technician')
  expect(await publish([item], outsider)).toMatchObject([{ outcome: 'closed' }])
  expect(await listInbox(technician)).toHaveLength(1)
  const many = Array.from({ length: 201 }, () => item)
  expect((await technician.post('/inbox/publishMatched', { items: many })).status).toBe(400)
  expect((await technician.post('/inbox/publishMatched', { items: [] })).status).toBe(400)
})
