import { beforeEach, describe, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import { seenReport, useCritical } from '../../../testing/critical.ts'
import { decideItem, listInbox } from '../../../testing/inbox.ts'
import { ANNA, fileOf, orderOf, potassium, useOrders } from '../../../testing/orders.ts'
import type { TestLab } from '../../../testing/test-app.ts'

let lab: TestLab
let technician: ApiClient

const { app, admin, type, startLab, idOf, send, only, run, publish, useVisits, visitsOf } = await useOrders()

beforeEach(async () => {
  ;({ lab, technician } = await startLab())
})

const resultsOf = async (reportId: number) =>
  (await technician.get(`/critical/getByReportId/${reportId}`)).body.data.results

describe('a flag that the sender adds to the same file', () => {
  it('makes the open item critical, and a decision about it is refused [INBOX-161]', async () => {
    const file = await fileOf(ANNA)
    await send(ANNA, orderOf('CASE02'), potassium('H'), file)
    const before = await only()
    expect(before).toMatchObject({ isCritical: false })
    await send(ANNA, orderOf('CASE02'), potassium('HH'), file)
    expect(await only()).toMatchObject({ id: before.id, isCritical: true })
    await run(before.id)
    const answer = await decideItem(technician, `/inbox/publish/${before.id}?revision=${before.revision}`, {
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

  it('leaves the published report of a lab without critical results as it is [INBOX-161]', async () => {
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

  it('becomes that of the open item [INBOX-162]', async () => {
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

  it('becomes that of the published report, and fills what its visit lacks [INBOX-162]', async () => {
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
