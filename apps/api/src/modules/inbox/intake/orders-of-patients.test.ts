import { beforeEach, describe, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import { listInbox, openItem } from '../../../testing/inbox.ts'
import { ANNA, BASHIR, CARLA, fileOf, orderOf, potassium, useOrders } from '../../../testing/orders.ts'

let technician: ApiClient

const { admin, type, startLab, idOf, send, only, run, publish, useVisits, visitsOf } = await useOrders()

beforeEach(async () => {
  ;({ technician } = await startLab())
})

describe('all OBR of an order', () => {
  it('form one statement: a critical value beside the file counts [INBOX-160]', async () => {
    const file = await fileOf(ANNA)
    await send(ANNA, orderOf('CASE01'), potassium('HH'), orderOf('CASE01', { 4: 'PDF^PDF report' }), file)
    const item = await only()
    expect(item).toMatchObject({ match: 'green', isCritical: true, problem: 'critical' })
    await run(item.id)
    expect(await only()).toMatchObject({ state: 'open' })
  })

  it('form one statement: a critical value of an order without a file counts for each file [INBOX-160]', async () => {
    await send(ANNA, orderOf('A1'), potassium('LL'), orderOf('A2'), await fileOf(ANNA))
    expect(await only()).toMatchObject({ isCritical: true })
  })

  it('share one visit: times and referrer come from any of them [INBOX-160]', async () => {
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

describe('an order number', () => {
  it('leaves another patient’s item with the number in place, and the new one says so [INBOX-163]', async () => {
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

  it('withdraws the patient’s own report only [INBOX-163]', async () => {
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

  it('leaves the same file for two patients to a person [INBOX-163]', async () => {
    const file = await fileOf(ANNA)
    await send(ANNA, orderOf('0003'), file)
    await send(BASHIR, orderOf('0003'), file)
    const items = await listInbox(technician)
    const notices = [{ code: 'order-of-other-patient' }]
    expect(items).toMatchObject([{ patient: { id: idOf(ANNA) }, notices }, { notices }])
    for (const { id } of items) await run(id)
    expect(await listInbox(technician)).toHaveLength(2)
  })

  it('leads to the same patient’s visit within its dates only [INBOX-164]', async () => {
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

it('marks a report for the order of a visit with another referrer, which waits for a person [INBOX-165]', async () => {
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

it('turns a canceled order into a withdrawal [INBOX-166]', async () => {
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

it('says on the item of a lab with visits what cannot be read [INBOX-167]', async () => {
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
