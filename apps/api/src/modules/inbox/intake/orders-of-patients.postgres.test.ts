import { beforeEach, describe, expect, it } from 'vitest'
import type { Visit } from '@zelab/contract'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import { seenReport, SILENT_MAIL_SERVER, useCritical } from '../../../testing/critical.ts'
import { listInbox, openItem } from '../../../testing/inbox.ts'
import { fileOf, orderOf, potassium, startOrders, type OrderPatient } from '../../../testing/orders.ts'
import { type TestLab, useTestApp } from '../../../testing/test-app.ts'
import { addReportType, registerPatient } from '../../../testing/test-records.ts'

const [ANNA, BASHIR, CARLA] = [
  { emrId: 'EMR-CASE-A', fullName: 'Anna Keller', dob: '1970-01-02' },
  { emrId: 'EMR-CASE-B', fullName: 'Bashir Noor', dob: '1985-03-04' },
  { emrId: 'EMR-CASE-C', fullName: 'Carla Rossi', dob: '1960-05-06' },
] as const
let lab: TestLab
let technician: ApiClient
let orders: Awaited<ReturnType<typeof startOrders>>
const ids = new Map<OrderPatient, number>()

const app = await useTestApp({ hl7Port: 2575, smtpUrl: SILENT_MAIL_SERVER })
const admin = await app.signedIn('Admin')
const type = await addReportType(admin)

beforeEach(async () => {
  lab = await app.createLab()
  const signedIn = await app.signedIn('Technician', lab)
  technician = signedIn
  await app.database.execute('update inbox_sources set removed_at = now() where removed_at is null')
  const rules = [{ field: 'any', reportTypeId: type, title: 'Blood count' }]
  sure(await admin.put(`/lab/updateInboxSettings/${lab.id}`, { rules }))
  const publisher = { publishesAutomatically: true, publisherId: signedIn.user.id }
  orders = await startOrders(app, admin, lab.id, publisher)
  for (const patient of [ANNA, BASHIR, CARLA])
    ids.set(patient, await registerPatient(technician, { ...patient }))
  await useCritical(admin, lab.id)
})

const idOf = (patient: OrderPatient) => ids.get(patient) ?? 0
const send = async (patient: OrderPatient, ...lines: string[]) =>
  expect(await orders.send(patient, ...lines)).toBe('AA')
const only = async () => {
  const items = await listInbox(technician)
  expect(items).toHaveLength(1)
  const [item] = items
  if (!item) throw new Error('Nothing was received')
  return item
}
const run = (itemId: number) => app.services.automaticPublishing.run({ itemId })
const publish = async (patient: OrderPatient, itemId: number, changes: object = {}) =>
  technician.post(`/inbox/publish/${itemId}`, {
    ...{ patientId: idOf(patient), reportTypeId: type, title: 'Blood count' },
    ...changes,
  })
const resultsOf = async (reportId: number) =>
  (await technician.get(`/critical/getByReportId/${reportId}`)).body.data.results
const useVisits = async () =>
  sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true })) as object
const visitsOf = async (patient: OrderPatient): Promise<Visit[]> =>
  (await technician.get(`/visit/getByPatientId/${idOf(patient)}`)).body.data

describe('all OBR of an order', () => {
  it('are one statement: a critical value beside the file counts [INBOX-160]', async () => {
    const file = await fileOf(ANNA)
    await send(ANNA, orderOf('CASE01'), potassium('HH'), orderOf('CASE01', { 4: 'PDF^PDF report' }), file)
    const item = await only()
    expect(item).toMatchObject({ match: 'green', isCritical: true, problem: 'critical' })
    await run(item.id)
    expect(await only()).toMatchObject({ state: 'open' })
  })

  it('are one statement: a critical value of an order without a file counts for each file [INBOX-160]', async () => {
    await send(ANNA, orderOf('A1'), potassium('LL'), orderOf('A2'), await fileOf(ANNA))
    expect(await only()).toMatchObject({ isCritical: true })
  })

  it('have one visit: times and referrer may be in any of them [INBOX-160]', async () => {
    await useVisits()
    const first = orderOf('CASE01', { 7: '202601020800+0000', 16: '1^Khan^Ali' })
    await send(ANNA, first, orderOf('CASE01', { 4: 'PDF', 14: '202601020900+0000' }), await fileOf(ANNA))
    await run((await only()).id)
    expect(await visitsOf(ANNA)).toMatchObject([
      {
        ...{ collectedAt: '2026-01-02T08:00:00.000Z', receivedAt: '2026-01-02T09:00:00.000Z' },
        referrer: { name: 'Ali Khan' },
      },
    ])
  })
})

describe('a flag that the sender adds to the same file', () => {
  it('makes the open item critical, and a decision about it is refused [INBOX-161]', async () => {
    const file = await fileOf(ANNA)
    await send(ANNA, orderOf('CASE02'), potassium('H'), file)
    const before = await only()
    expect(before).toMatchObject({ isCritical: false })
    await send(ANNA, orderOf('CASE02'), potassium('HH'), file)
    expect(await only()).toMatchObject({ id: before.id, isCritical: true })
    await run(before.id)
    const answer = await technician.post(`/inbox/publish/${before.id}?revision=${before.revision}`, {
      ...{ patientId: idOf(ANNA), reportTypeId: type, title: 'Blood count', isCritical: false },
    })
    expect(answer.body.code).toBe('INBOX_ITEM_CHANGED')
    await send(ANNA, orderOf('CASE02'), potassium('H'), file)
    expect(await only()).toMatchObject({ isCritical: true })
  })

  it('makes the published report critical, once, and not after a Doctor removed the flag [INBOX-161]', async () => {
    const file = await fileOf(ANNA)
    await send(ANNA, orderOf('CASE02'), potassium('H'), file)
    await run((await only()).id)
    const [published] = await listInbox(technician, '&view=automatic')
    const reportId = published?.reportId ?? 0
    expect(await resultsOf(reportId)).toEqual([])
    await send(ANNA, orderOf('CASE02'), potassium('HH'), file)
    const [result] = await resultsOf(reportId)
    expect(result).toMatchObject({ cause: 'flagged', flaggedBy: { fullName: 'LIS' }, closed: null })
    expect(await listInbox(technician)).toEqual([])
    const doctor = await app.signedIn('Doctor', lab)
    const reason = { reason: 'The sample was hemolyzed', ...(await seenReport(doctor, reportId)) }
    sure(await doctor.post(`/critical/removeFlag/${result.id}`, reason))
    await send(ANNA, orderOf('CASE02'), potassium('HH'), file)
    expect(await resultsOf(reportId)).toHaveLength(1)
    const entries = await app.database.query(
      "select actor_id from activity_log where action = 'critical.flag' and object_id = $1",
      [reportId],
    )
    expect(entries).toEqual([{ actor_id: null }])
  })

  it('makes the report that awaits release critical, which may still be released [INBOX-161]', async () => {
    sure(await admin.put(`/lab/updateReleaseSettings/${lab.id}`, { twoPersons: 'all' }))
    const file = await fileOf(ANNA)
    await send(ANNA, orderOf('CASE02'), potassium('H'), file)
    const { unreleasedId } = (await publish(ANNA, (await only()).id)).body.data
    await send(ANNA, orderOf('CASE02'), potassium('HH'), file)
    const rows = await app.database.query(
      `select c.closed_at from critical_results c join unreleased_reports u on u.id = c.unreleased_id
        join inbox_items i on i.id = u.inbox_item_id and i.revision = u.inbox_revision where u.id = $1`,
      [unreleasedId],
    )
    expect(rows).toEqual([{ closed_at: null }])
  })

  it('does nothing to the published report of a lab without critical results [INBOX-161]', async () => {
    sure(await admin.put(`/lab/updateCriticalSettings/${lab.id}`, { isOn: false }))
    const file = await fileOf(ANNA)
    await send(ANNA, orderOf('CASE02'), file)
    const { reportId } = sure(await publish(ANNA, (await only()).id))
    await send(ANNA, orderOf('CASE02'), potassium('HH'), file)
    await useCritical(admin, lab.id)
    expect(await resultsOf(reportId)).toEqual([])
  })
})

describe('a visit that the sender adds to the same file', () => {
  const added = { 7: '20260102', 14: '202601030900+0000', 16: '1^Khan^Ali' }

  it('is that of the open item [INBOX-162]', async () => {
    await useVisits()
    const file = await fileOf(ANNA)
    await send(ANNA, orderOf('V1', { 16: '1^Khan^Ali' }), file)
    const item = await only()
    await send(ANNA, orderOf('V1', { ...added, 16: '' }), file)
    expect(await only()).toMatchObject({ id: item.id, revision: item.revision + 1 })
    sure(await publish(ANNA, item.id))
    expect(await visitsOf(ANNA)).toMatchObject([
      { collectedAt: null, collectedOn: '2026-01-02', referrer: { name: 'Ali Khan' } },
    ])
  })

  it('is that of the published report, and fills what its visit lacks [INBOX-162]', async () => {
    await useVisits()
    const file = await fileOf(ANNA)
    await send(ANNA, orderOf('V2'), file)
    const { reportId } = sure(await publish(ANNA, (await only()).id))
    await send(ANNA, orderOf('V2', { 14: '202601030900+0000' }), file)
    await send(ANNA, orderOf('V2', added), file)
    expect(await visitsOf(ANNA)).toMatchObject([
      {
        ...{ reports: [{ id: reportId }], referrer: { name: 'Ali Khan' } },
        ...{ collectedOn: '2026-01-02', receivedAt: '2026-01-03T09:00:00.000Z' },
      },
    ])
    expect(await listInbox(technician)).toEqual([])
  })

  it('changes nothing of a visit that has another referrer or time, and is shown [INBOX-162]', async () => {
    await useVisits()
    const file = await fileOf(ANNA)
    await send(ANNA, orderOf('V3', added), file)
    sure(await publish(ANNA, (await only()).id))
    await send(ANNA, orderOf('V3', { ...added, 14: '202601031500+0000' }), file)
    await send(ANNA, orderOf('V3', { ...added, 14: '202601031500+0000' }), file)
    expect((await only()).notices).toEqual([{ code: 'visit-changed', value: '2026-01-03T15:00:00+00:00' }])
    expect(await visitsOf(ANNA)).toMatchObject([{ receivedAt: '2026-01-03T09:00:00.000Z' }])
  })
})

describe('an order number belongs to its patient', () => {
  it('another patient’s item with the number stays, and the new one says so [INBOX-163]', async () => {
    await send(ANNA, orderOf('0001'), await fileOf(ANNA))
    const before = await only()
    await send(BASHIR, orderOf('0001'), await fileOf(BASHIR))
    const items = await listInbox(technician)
    expect(items[0]).toEqual(before)
    expect(items[1]).toMatchObject({
      ...{ match: 'green', problem: null, patient: { id: idOf(BASHIR) } },
      notices: [{ code: 'order-of-other-patient', value: null }],
    })
    for (const { id } of items) await run(id)
    expect(await only()).toMatchObject({ id: items[1]?.id })
    const listed = { id: items[1]?.id, patientId: idOf(BASHIR), reportTypeId: type, title: 'Blood count' }
    const outcomes = await technician.post('/inbox/publishMatched', { items: [listed] })
    expect(outcomes.body.data).toMatchObject([{ outcome: 'changed' }])
    sure(await publish(BASHIR, items[1]?.id ?? 0))
  })

  it('a withdrawal is of the patient’s own report only [INBOX-163]', async () => {
    await send(CARLA, orderOf('0002'), await fileOf(CARLA))
    await send(BASHIR, orderOf('0002', { 25: 'W' }))
    const [withdrawal] = (await listInbox(technician)).filter(({ kind }) => kind === 'withdrawal')
    expect(withdrawal).toMatchObject({
      ...{ problem: 'no-earlier-report', target: null },
      notices: [{ code: 'order-of-other-patient' }],
    })
    const [carla] = (await listInbox(technician)).filter(({ kind }) => kind === 'report')
    const { reportId } = sure(await publish(CARLA, carla?.id ?? 0))
    sure(await technician.post(`/inbox/reject/${withdrawal?.id}`, { reason: 'sender-error' }))
    await send(BASHIR, orderOf('0002', { 25: 'D' }))
    expect(await only()).toMatchObject({ kind: 'withdrawal', target: null })
    await send(BASHIR, orderOf('0002', { 25: 'C' }), await fileOf(BASHIR, 'C'))
    expect((await listInbox(technician)).find(({ kind }) => kind === 'amendment')).toMatchObject({
      target: null,
    })
    expect((await technician.get(`/report/getById/${reportId}`)).body.data).toMatchObject({
      version: 1,
      withdrawal: null,
    })
  })

  it('the same file for another patient leaves both to a person [INBOX-163]', async () => {
    const file = await fileOf(ANNA)
    await send(ANNA, orderOf('0003'), file)
    await send(BASHIR, orderOf('0003'), file)
    const items = await listInbox(technician)
    const notices = [{ code: 'order-of-other-patient' }]
    expect(items).toMatchObject([{ patient: { id: idOf(ANNA) }, notices }, { notices }])
    for (const { id } of items) await run(id)
    expect(await listInbox(technician)).toHaveLength(2)
  })

  it('the same patient’s visit is used within its dates only [INBOX-164]', async () => {
    await useVisits()
    await send(ANNA, orderOf('0004', { 7: '202601020800+0000' }), await fileOf(ANNA))
    await run((await only()).id)
    await send(ANNA, orderOf('0004', { 4: 'CRP', 7: '202601030800+0000' }), await fileOf(ANNA))
    await run((await only()).id)
    expect(await visitsOf(ANNA)).toMatchObject([{ reports: [{}, {}] }])
    await send(ANNA, orderOf('0004', { 4: 'TSH', 7: '202602030800+0000' }), await fileOf(ANNA))
    const item = await only()
    expect(item.notices).toEqual([{ code: 'order-of-other-visit', value: null }])
    await run(item.id)
    expect(await only()).toMatchObject({ state: 'open' })
    expect((await publish(ANNA, item.id)).body.code).toBe('INBOX_VISIT_DIFFERS')
    sure(await publish(ANNA, item.id, { isVisitConfirmed: true }))
    expect(await visitsOf(ANNA)).toMatchObject([
      { reports: [{}, {}], collectedAt: '2026-01-02T08:00:00.000Z' },
    ])
  })
})

it('a report for the order of a visit with another referrer says so, and waits for a person [INBOX-165]', async () => {
  await useVisits()
  await send(ANNA, orderOf('R1', { 16: '1^Khan^Ali' }), await fileOf(ANNA))
  await run((await only()).id)
  await send(ANNA, orderOf('R1', { 4: 'CRP', 16: '2^KHAN^ALI' }), await fileOf(ANNA))
  await run((await only()).id)
  await send(ANNA, orderOf('R1', { 4: 'TSH', 16: '3^Nasser^Sara' }), await fileOf(ANNA))
  const item = await only()
  expect(item.notices).toEqual([{ code: 'referrer-differs', value: 'Ali Khan' }])
  await run(item.id)
  expect(await only()).toMatchObject({ state: 'open' })
  expect((await openItem(technician, item.id)).notices).toEqual(item.notices)
  expect((await publish(ANNA, item.id)).body.code).toBe('INBOX_VISIT_DIFFERS')
  sure(await publish(ANNA, item.id, { isVisitConfirmed: true }))
  expect(await visitsOf(ANNA)).toMatchObject([{ referrer: { name: 'Ali Khan' }, reports: [{}, {}, {}] }])
})

it('a canceled order is a withdrawal [INBOX-166]', async () => {
  const reason = 'OBX|1|TX|CANC^Reason||Specimen hemolyzed, order canceled||||||X'
  await send(ANNA, orderOf('CASE04', { 25: 'X' }), reason)
  expect(await only()).toMatchObject({
    kind: 'withdrawal',
    problem: 'no-earlier-report',
    title: 'Blood count',
  })
  await send(BASHIR, orderOf('B4'), await fileOf(BASHIR))
  const item = (await listInbox(technician)).find(({ kind }) => kind === 'report')
  await send(BASHIR, orderOf('B4', { 25: 'X' }), await fileOf(BASHIR, 'X'))
  expect((await openItem(technician, item?.id ?? 0)).problem).toBe('withdrawn-by-sender')
})

it('what cannot be read is said on the item of a lab with visits [INBOX-167]', async () => {
  const unclear = { 7: '202613', 14: '20260231', 16: '^"^' }
  await send(ANNA, orderOf('U1', unclear), await fileOf(ANNA))
  expect((await only()).notices).toEqual([])
  await useVisits()
  const item = await only()
  expect(item.notices).toEqual([
    { code: 'referrer-unclear', value: '^"^' },
    { code: 'collected-unclear', value: '202613' },
    { code: 'received-unclear', value: '20260231' },
  ])
  await run(item.id)
  sure(await publish(ANNA, (await only()).id))
})

it('critical items are first in the list and counted, of every kind [INBOX-168]', async () => {
  await send(BASHIR, orderOf('L1'), await fileOf(BASHIR))
  const preliminary = orderOf('CASE09', { 25: 'P' })
  await send(ANNA, preliminary, potassium('HH', 'P'), await fileOf(ANNA, 'P'))
  await send(CARLA, orderOf('L3', { 25: 'C' }), potassium('LL', 'C'), await fileOf(CARLA, 'C'))
  const listed = await listInbox(technician)
  expect(listed.map(({ kind, isCritical, problem }) => [kind, isCritical, problem])).toEqual([
    ['report', true, 'not-final'],
    ['amendment', true, 'no-earlier-report'],
    ['report', false, null],
  ])
  expect((await technician.get('/inbox/getCounts')).body.data).toMatchObject({
    green: 3,
    critical: 2,
    groups: { critical: 2, check: 0 },
  })
  const everywhere = (await admin.get('/inbox/getAll?limit=100')).body.data
  expect(everywhere[0]).toMatchObject({ isCritical: true })
})
