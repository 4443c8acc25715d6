import type { AwaitedVisit, Outcome, Visit } from '@zelab/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { sure, type ApiAnswer, type ApiClient } from '../../testing/api-client.ts'
import { type TestLab, useTestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'
import { withdrawReport } from '../../testing/withdrawal.ts'

let lab: TestLab
let doctor: ApiClient
let receptionist: ApiClient

const app = await useTestApp()
const admin = await app.signedIn('Admin')
const type = await addReportType(admin)

beforeEach(async () => {
  lab = await app.createLab()
  doctor = await app.signedIn('Doctor', lab)
  receptionist = await app.signedIn('Receptionist', lab)
  sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
})

const codes = ({ body }: ApiAnswer) => (body.data as Outcome[]).map(({ id, problem }) => [id, problem?.code])
const newVisit = async (fields: object = { payment: 'due' }): Promise<Visit> =>
  sure(await receptionist.post(`/visit/create/${await registerPatient(receptionist)}`, fields))
const paymentOf = async ({ patientId }: Visit) =>
  (await doctor.get(`/visit/getByPatientId/${patientId}`)).body.data[0].payment as string

describe('the payments of several visits', () => {
  const set = (items: unknown, client = receptionist) => client.post('/visit/setPayments', { items })
  const paid = ({ id, updatedAt }: Pick<Visit, 'id' | 'updatedAt'>) => ({ id, updatedAt, payment: 'paid' })

  it('are set one by one, with the outcome of each, and back again [VISIT-125]', async () => {
    const [first, changed, canceled] = [await newVisit(), await newVisit(), await newVisit()]
    sure(await doctor.put(`/visit/update/${changed.id}`, { note: 'Fasting' }))
    sure(await doctor.post(`/visit/cancel/${canceled.id}`))
    const answer = await set([first, changed, canceled, { ...first, id: 999_999_999 }].map(paid))
    expect(codes(answer)).toEqual([
      [first.id, undefined],
      [changed.id, 'RECORD_CHANGED'],
      [canceled.id, 'VISIT_CANCELED'],
      [999_999_999, 'VISIT_NOT_FOUND'],
    ])
    expect([await paymentOf(first), await paymentOf(changed)]).toEqual(['paid', 'due'])
    const [{ updatedAt }] = answer.body.data
    expect(codes(await set([{ id: first.id, updatedAt, payment: 'due' }]))).toEqual([[first.id, undefined]])
    expect(await paymentOf(first)).toBe('due')
  })

  it('are set once when the request is repeated, and refused when someone else set them [VISIT-125]', async () => {
    const visit = await newVisit()
    const headers = { 'idempotency-key': `payments-${visit.id}` }
    const again = () => receptionist.post('/visit/setPayments', { items: [paid(visit)] }, { headers })
    const answers = [...(await Promise.all([again(), again()])), await again()]
    for (const { body } of answers) expect(body.data).toEqual(answers[0]?.body.data)
    expect(answers[0] && codes(answers[0])).toEqual([[visit.id, undefined]])
    expect(codes(await set([paid(visit)], doctor))).toEqual([[visit.id, 'RECORD_CHANGED']])
    const activity = sure(await doctor.get(`/activity/ofPatient/${visit.patientId}`))
    expect(JSON.stringify(activity).match(/payment paid/g)).toHaveLength(1)
  })

  it('are those of the own lab, 1 to 50 at once, and never waived [VISIT-125]', async () => {
    const visit = await newVisit()
    const elsewhere = await app.signedIn('Receptionist')
    expect(codes(await set([paid(visit)], elsewhere))).toEqual([[visit.id, 'VISIT_NOT_FOUND']])
    const many = Array.from({ length: 51 }, () => paid(visit))
    for (const items of [[], many, [{ ...paid(visit), payment: 'waived' }], 'all'])
      expect((await set(items)).status).toBe(400)
    expect(await paymentOf(visit)).toBe('due')
  })
})

describe('the papers of several reports', () => {
  const handOver = (items: unknown, client = receptionist, headers: Record<string, string> = {}) =>
    client.post('/visit/handOverPapers', { items }, { headers })
  const readyVisit = async () => {
    const visit = await newVisit({ reportTypeIds: [type] })
    const report = await publishReport(doctor, visit.patientId, type, { visitId: visit.id })
    return { ...visit, report }
  }
  const uncollected = async () =>
    (await receptionist.get('/visit/getAwaited?list=uncollected')).body.data as AwaitedVisit[]

  it('are handed over in the listed version, with the outcome of each [VISIT-126]', async () => {
    const [first, amended, withdrawn] = [await readyVisit(), await readyVisit(), await readyVisit()]
    const items = (await uncollected()).flatMap((visit) => visit.uncollected)
    expect(items.map(({ id, version }) => [id, version])).toEqual(
      [first, amended, withdrawn].map(({ report }) => [report.id, 1]),
    )
    sure(
      await doctor.put(`/report/update/${amended.report.id}`, {
        ...{ title: 'Corrected', patientId: amended.patientId, reportTypeId: type },
        ...{ fileUrl: amended.report.filePath, reason: 'wrong-result' },
      }),
    )
    sure(await withdrawReport(doctor, withdrawn.report.id, { reason: 'wrong-file' }))
    expect(codes(await handOver(items, await app.signedIn('Doctor')))).toEqual(
      items.map(({ id }) => [id, 'REPORT_NOT_FOUND']),
    )
    expect(codes(await handOver(items))).toEqual([
      [first.report.id, undefined],
      [amended.report.id, 'PRINT_OUTDATED'],
      [withdrawn.report.id, 'REPORT_NOT_FOUND'],
    ])
    expect((await uncollected()).map((visit) => visit.uncollected)).toEqual([
      [{ id: amended.report.id, title: 'Corrected', version: 2 }],
    ])
  })

  it('are handed over once when the request is repeated or sent twice at once [VISIT-126]', async () => {
    const items = [await readyVisit(), await readyVisit()].map(({ report }) => ({
      id: report.id,
      version: 1,
    }))
    const again = () => handOver(items, receptionist, { 'idempotency-key': `papers-${items[0]?.id}` })
    const answers = [...(await Promise.all([again(), again()])), await again()]
    for (const answer of answers) expect(codes(answer)).toEqual(items.map(({ id }) => [id, undefined]))
    const [row] = await app.database.query(
      'select count(*)::int as count from deliveries where report_id = any($1)',
      [items.map(({ id }) => id)],
    )
    expect(row).toEqual({ count: 2 })
  })

  it('are handed over by one of two people at once [VISIT-126]', async () => {
    const { report } = await readyVisit()
    const answers = await Promise.all(
      [receptionist, doctor].map((client) => handOver([{ id: report.id, version: 1 }], client)),
    )
    expect(answers.flatMap(codes).map(([, code]) => code)).toEqual(
      expect.arrayContaining([undefined, 'PAPER_HANDED_OVER']),
    )
    // A further copy at the counter is recorded.
    sure(await receptionist.post(`/delivery/handOverPaper/${report.id}`, { version: 1 }))
  })

  it('are 1 to 50 [VISIT-126]', async () => {
    for (const length of [0, 51])
      expect((await handOver(Array.from({ length }, () => ({ id: 1, version: 1 })))).status).toBe(400)
  })
})
