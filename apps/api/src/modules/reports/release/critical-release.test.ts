import { randomUUID } from 'node:crypto'
import type { CriticalOfReport, UnreleasedReport } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import {
  callFields,
  flagReport,
  flagUnreleased,
  recordCall,
  recordUnreleasedCall,
  seenUnreleased,
  SILENT_MAIL_SERVER,
  useCritical,
} from '../../../testing/critical.ts'
import { needTwoPersons, releaseReport, submitReport } from '../../../testing/release.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, registerPatient, uploadFile } from '../../../testing/test-records.ts'
import { reassignReport } from '../../../testing/withdrawal.ts'

const app = await useTestApp({ smtpUrl: SILENT_MAIL_SERVER })
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const technician = await app.signedIn('Technician', lab)
const doctor = await app.signedIn('Doctor', lab)
const type = await addReportType(doctor)
const patientId = await registerPatient(doctor)
await needTwoPersons(admin, lab)
await useCritical(admin, lab.id)

const released = async (id: number, changes: object = {}): Promise<CriticalOfReport> => {
  const { reportId } = sure(await releaseReport(doctor, id, changes))
  return sure(await doctor.get(`/critical/getByReportId/${reportId}`)) as CriticalOfReport
}

const flagged = (changes: object = {}) =>
  submitReport(technician, patientId, type, { isCritical: true, ...changes })
const call = (id: number, changes: object = {}, client: ApiClient = technician) =>
  recordUnreleasedCall(client, id, changes)
const read = async (id: number): Promise<CriticalOfReport> =>
  sure(await doctor.get(`/critical/getByUnreleasedId/${id}`)) as CriticalOfReport
const ends = ({ results }: CriticalOfReport) =>
  results.map(({ cause, closed }) => [cause, closed?.as ?? 'open'])
const listedFor = async (client: ApiClient): Promise<number[]> =>
  (await client.get('/critical/getAll?limit=100')).body.data
    .filter(({ awaitsRelease }: { awaitsRelease: boolean }) => awaitsRelease)
    .map(({ report }: { report: { id: number } }) => report.id)

describe('a report that is critical and awaits release', () => {
  it('comes first, and its clock runs since its author flagged it [RELEASE-30]', async () => {
    const usual = await submitReport(technician, patientId, type)
    const critical = await submitReport(technician, patientId, type, { isCritical: true })
    const listed = (await doctor.get('/release/getAll')).body.data as UnreleasedReport[]
    expect(listed.map(({ id, isCritical }) => ({ id, isCritical }))).toEqual([
      { id: critical, isCritical: true },
      { id: usual, isCritical: false },
    ])
    await app.database.execute(
      `update critical_results set flagged_at = now() - interval '20 minutes' where unreleased_id = $1`,
      [critical],
    )
    const { results } = await released(critical)
    expect(results).toMatchObject([
      { cause: 'flagged', flaggedBy: { fullName: 'Technician Person' }, closed: null },
    ])
    expect(Date.now() - Date.parse(results[0]?.flaggedAt ?? '')).toBeGreaterThan(19 * 60_000)
    expect((await released(usual)).results).toEqual([])
  })

  it('gets its flag from the releaser, if the author did not set it [RELEASE-31]', async () => {
    const id = await submitReport(technician, patientId, type)
    expect((await released(id, { isCritical: true })).results).toMatchObject([
      { cause: 'flagged', flaggedBy: { fullName: 'Doctor Person' } },
    ])
  })

  it('leads to calls before its release, which takes the clock and the calls along [CRIT-30]', async () => {
    const id = await flagged()
    const key = { headers: { 'idempotency-key': randomUUID() } }
    const body = {
      ...(await seenUnreleased(technician, id)),
      ...callFields({ outcome: 'not-reached', readOut: '' }),
    }
    for (let times = 0; times < 2; times += 1)
      sure(await technician.post(`/critical/recordUnreleasedCall/${id}`, body, key))
    const [before] = (await read(id)).results
    expect(before).toMatchObject({ closed: null, calls: [{ outcome: 'not-reached' }] })
    expect((await flagUnreleased(technician, id)).body.code).toBe('CRITICAL_ALREADY_OPEN')
    sure(await call(id))
    const after = await released(id)
    expect(after.results).toMatchObject([
      {
        id: before?.id,
        closed: { as: 'read-back' },
        calls: [{ outcome: 'not-reached' }, { outcome: 'read-back' }],
      },
    ])
    expect(await read(id)).toEqual(after)
    const open = await flagged()
    sure(await call(open, { outcome: 'reached' }))
    expect(ends(await released(open))).toEqual([['flagged', 'open']])
    // A dialog that was opened before the release.
    expect(ends(sure(await call(open)) as CriticalOfReport)).toEqual([['flagged', 'read-back']])
  })

  it('runs on when it is sent back, and ends when it is discarded [CRIT-31]', async () => {
    const id = await submitReport(technician, patientId, type)
    expect(ends(sure(await flagUnreleased(technician, id)) as CriticalOfReport)).toEqual([
      ['flagged', 'open'],
    ])
    const sentBack = { revision: 1, reason: 'The unit of the result is missing' }
    expect(sure(await doctor.post(`/release/return/${id}`, sentBack))).toMatchObject({ isCritical: true })
    expect(ends(await read(id))).toEqual([['flagged', 'open']])
    sure(await call(id, { outcome: 'reached' }))
    sure(await doctor.post(`/release/discard/${id}`, { revision: 1, reason: 'The sample was mixed up' }))
    expect(ends(await read(id))).toEqual([['flagged', 'withdrawn']])
    expect((await call(id)).body.code).toBe('UNRELEASED_CLOSED')
    await expect(app.database.execute('delete from unreleased_reports where id = $1', [id])).rejects.toThrow(
      /critical_results/,
    )
  })

  it('counts as one result with the published report that it amends [CRIT-32]', async () => {
    const { reportId } = sure(await releaseReport(doctor, await submitReport(technician, patientId, type)))
    const ofReport = async () =>
      ends(sure(await doctor.get(`/critical/getByReportId/${reportId}`)) as CriticalOfReport)
    const amend = async (version: number) => {
      const { fileUrl, ...fields } = {
        title: `Version ${version}`,
        reportTypeId: type,
        patientId,
        reason: 'wrong-result',
        fileUrl: await uploadFile(technician),
      }
      const { body } = await technician.put(`/report/update/${reportId}`, { ...fields, fileUrl })
      return body.data.unreleasedId as number
    }
    const second = await amend(2)
    sure(await flagUnreleased(technician, second))
    expect(await ofReport()).toEqual([])
    sure(await flagReport(doctor, reportId))
    sure(await releaseReport(doctor, second))
    expect(await ofReport()).toEqual([
      ['flagged', 'open'],
      ['flagged', 'joined'],
    ])
    sure(await recordCall(technician, reportId))
    const third = await amend(3)
    sure(await flagUnreleased(technician, third))
    sure(await call(third))
    sure(await releaseReport(doctor, third))
    expect((await ofReport())[0]).toEqual(['flagged', 'read-back'])
    sure(await releaseReport(doctor, await amend(4)))
    expect((await ofReport())[0]).toEqual(['corrected', 'open'])
  })

  it('keeps the clock of a report that was published for the wrong patient [CRIT-33]', async () => {
    const { reportId } = sure(await releaseReport(doctor, await flagged()))
    const [wrong] = (sure(await doctor.get(`/critical/getByReportId/${reportId}`)) as CriticalOfReport)
      .results
    const other = await registerPatient(doctor)
    const { body } = await reassignReport(doctor, reportId, { patientId: other })
    const id = body.data.unreleasedId as number
    const [moved] = (await read(id)).results
    expect(moved).toMatchObject({
      cause: 'reassigned',
      flaggedAt: wrong?.flaggedAt,
      dueAt: wrong?.dueAt,
      closed: null,
    })
    sure(await call(id, {}, doctor))
    const colleague = await app.signedIn('Doctor', lab)
    const answer = sure(await releaseReport(colleague, id))
    const after = sure(await doctor.get(`/critical/getByReportId/${answer.reportId}`)) as CriticalOfReport
    expect(after.results).toMatchObject([{ id: moved?.id, closed: { as: 'read-back' } }])
  })

  it('appears in list and count for its authors and those who may release it only [CRIT-34]', async () => {
    const id = await flagged()
    const others = [await app.signedIn('Technician', lab), await app.signedIn('Receptionist', lab), admin]
    const openFor = async (client: ApiClient) =>
      (await client.get('/critical/getCounts')).body.data.open as number
    for (const client of [technician, doctor]) expect(await listedFor(client)).toContain(id)
    const seen = await openFor(doctor)
    for (const client of others) {
      expect(await listedFor(client)).toEqual([])
      expect(await openFor(client)).toBeLessThan(seen)
    }
    const [colleague, receptionist, theirs] = [
      others[0],
      others[1],
      await app.signedIn('Doctor'),
    ] as ApiClient[]
    for (const [client, status] of [
      [colleague, 404],
      [receptionist, 403],
      [theirs, 404],
    ] as [ApiClient, number][]) {
      expect((await client.get(`/critical/getByUnreleasedId/${id}`)).status).toBe(status)
      expect((await flagUnreleased(client, id)).status).toBe(status)
      expect((await call(id, {}, client)).status).toBe(status)
    }
    sure(await call(id))
    expect(await listedFor(doctor)).not.toContain(id)
  })

  it('counts in the same number of the notice, the list and Insights for the same reader [CRIT-71]', async () => {
    await flagged()
    const { results } = await released(await flagged())
    await app.database.execute(
      "update critical_results set flagged_at = now() - interval '40 days' where id = $1",
      [results[0]?.id],
    )
    const colleague = await app.signedIn('Technician', lab)
    const numbersOf = async (client: ApiClient) => {
      const insights = await client.get('/insights/critical?period=7d')
      return [
        (await client.get('/critical/getCounts')).body.data.open as number,
        (await client.get('/critical/getAll')).body.pagination.totalItems as number,
        insights.status === 403 ? 'refused' : (insights.body.data.open as number),
      ]
    }
    const { open } = (await doctor.get('/critical/getCounts')).body.data as { open: number }
    const [published] = await numbersOf(colleague)
    expect(published).toBeLessThan(open)
    expect(await numbersOf(doctor)).toEqual([open, open, open])
    expect(await numbersOf(admin)).toEqual([published, published, published])
    expect(await numbersOf(technician)).toEqual([open, open, 'refused'])
    for (const client of [colleague, await app.signedIn('Receptionist', lab)])
      expect(await numbersOf(client)).toEqual([published, published, 'refused'])
    expect(await numbersOf(await app.signedIn('Doctor'))).toEqual([0, 0, 0])
  })

  it('loses a flag that was a mistake, and its place in the list, by a Doctor with a reason [CRIT-35]', async () => {
    const id = await flagged()
    const [result] = (await read(id)).results
    const reason = { reason: 'The sample of another patient' }
    const body = { ...reason, ...(await seenUnreleased(doctor, id)) }
    expect((await technician.post(`/critical/removeFlag/${result?.id}`, body)).status).toBe(403)
    const ended = sure(await doctor.post(`/critical/removeFlag/${result?.id}`, body)) as CriticalOfReport
    expect(ended.results).toMatchObject([{ closed: { as: 'mistaken', ...reason } }])
    expect(sure(await doctor.get(`/release/getById/${id}`))).toMatchObject({ isCritical: false })
    expect(ends(await released(id))).toEqual([['flagged', 'mistaken']])
  })

  it('goes out without the clock when the lab has turned it off [RELEASE-31]', async () => {
    const id = await submitReport(technician, patientId, type, { isCritical: true })
    await app.database.execute(
      'update critical_results set closed_at = now(), closing = $1 where closed_at is null',
      ['withdrawn'],
    )
    await useCritical(admin, lab.id, { isOn: false })
    expect((await released(id)).results).toEqual([])
  })
})
