import { randomUUID } from 'node:crypto'
import type { CriticalOfReport } from '@zelab/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../testing/api-client.ts'
import {
  callFields,
  flagReport,
  recordCall,
  seenReport,
  SILENT_MAIL_SERVER,
  useCritical,
} from '../../testing/critical.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from '../../testing/test-records.ts'
import { reassignReport, withdrawReport } from '../../testing/withdrawal.ts'

let patientId: number

const app = await useTestApp({ smtpUrl: SILENT_MAIL_SERVER })
const lab = await app.createLab()
const admin = await app.signedIn('Admin')
const doctor = await app.signedIn('Doctor', lab)
const technician = await app.signedIn('Technician', lab)
const receptionist = await app.signedIn('Receptionist', lab)
const elsewhere = await app.signedIn('Doctor')
const type = await addReportType(doctor)
await useCritical(admin, lab.id)

beforeEach(async () => {
  patientId = await registerPatient(doctor)
})

const published = async (changes: object = { isCritical: true }) =>
  (await publishReport(technician, patientId, type, { ...changes })).id
const flag = (id: number, client = technician) => flagReport(client, id)
const call = (id: number, changes: object = {}, client = technician) => recordCall(client, id, changes)
const read = async (id: number, client: ApiClient = doctor): Promise<CriticalOfReport> =>
  sure(await client.get(`/critical/getByReportId/${id}`)) as CriticalOfReport
const amend = async (id: number, changes: object = {}) =>
  sure(
    await technician.put(`/report/update/${id}`, {
      ...{ title: `Corrected ${randomUUID()}`, reportTypeId: type, patientId, reason: 'wrong-result' },
      fileUrl: await uploadFile(technician),
      ...changes,
    }),
  ) as object
const causes = ({ results }: CriticalOfReport) =>
  results.map(({ cause, closed }) => [cause, closed?.as ?? 'open'])
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

describe('a critical result', () => {
  it('appears only once the lab uses it: off by default [CRIT-01]', async () => {
    const other = await app.createLab()
    const theirs = await app.signedIn('Doctor', other)
    const report = await publishReport(theirs, await registerPatient(theirs), type)
    expect(await read(report.id, theirs)).toEqual({ isUsed: false, results: [], referrer: null })
    expect(codeOf(await flag(report.id, theirs))).toEqual([409, 'CRITICAL_OFF'])
    expect((await theirs.get('/lab/getAll')).body.data[0]).not.toHaveProperty('usesCriticalResults')
    expect((await doctor.get('/lab/getAll')).body.data[0].usesCriticalResults).toBe(true)
    expect((await doctor.put(`/lab/updateCriticalSettings/${lab.id}`, { isOn: false })).status).toBe(403)
  })

  it('needs a target and people of the lab, and stays on while one is open [CRIT-02]', async () => {
    const other = await app.createLab()
    const [near, late] = [await app.signedIn('Doctor', other), await app.signedIn('Technician', other)]
    const set = (changes: object) => admin.put(`/lab/updateCriticalSettings/${other.id}`, changes)
    const desk = await app.createUser('Receptionist', other)
    const people = { halfwayUserIds: [near.user.id], overdueUserIds: [late.user.id] }
    expect(sure(await set({ isOn: true, targetMinutes: 15, ...people }))).toMatchObject({
      ...{ isOn: true, targetMinutes: 15 },
      halfway: [{ id: near.user.id }],
      overdue: [{ id: late.user.id }],
    })
    expect(sure(await set({ targetMinutes: 60 }))).toMatchObject({
      isOn: true,
      halfway: [{ id: near.user.id }],
    })
    for (const [changes, path] of [
      [{ targetMinutes: 20 }, 'targetMinutes'],
      [{ halfwayUserIds: [999_999] }, 'halfwayUserIds'],
      [{ overdueUserIds: [Number(doctor.user.id)] }, 'overdueUserIds'],
      // Records no call.
      [{ overdueUserIds: [desk.id] }, 'overdueUserIds'],
    ] as const)
      expect((await set(changes)).body.errors?.[0]?.path).toBe(path)
    const report = await publishReport(near, await registerPatient(near), type, { isCritical: true })
    expect(codeOf(await set({ isOn: false }))).toEqual([409, 'CRITICAL_STILL_OPEN'])
    expect((await call(report.id, {}, near)).status).toBe(200)
    expect(sure(await set({ isOn: false }))).toMatchObject({ isOn: false, targetMinutes: 60 })
  })

  it('begins when publishing, or later, by those who amend; once at a time [CRIT-03]', async () => {
    expect(causes(await read(await published()))).toEqual([['flagged', 'open']])
    const id = await published({})
    expect((await read(id)).results).toEqual([])
    for (const [client, status] of [
      [receptionist, 403],
      [admin, 403],
      [elsewhere, 404],
    ] as const)
      expect((await flag(id, client)).status).toBe(status)
    const answers = await Promise.all(Array.from({ length: 5 }, () => flag(id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'CRITICAL_ALREADY_OPEN')).toHaveLength(4)
    const { results } = await read(id)
    expect(results).toMatchObject([{ targetMinutes: 30, flaggedBy: { fullName: 'Technician Person' } }])
    const [{ flaggedAt, dueAt } = { flaggedAt: '', dueAt: '' }] = results
    expect(Date.parse(dueAt) - Date.parse(flaggedAt)).toBe(30 * 60_000)
    expect((await read(id, receptionist)).results).toHaveLength(1)
    expect((await elsewhere.get(`/critical/getByReportId/${id}`)).status).toBe(404)
  })

  it('closes only by a call that was read back [CRIT-04]', async () => {
    const id = await published()
    sure(await call(id, { outcome: 'not-reached', readOut: '' }))
    sure(await call(id, { outcome: 'reached' }))
    expect(causes(await read(id))).toEqual([['flagged', 'open']])
    const key = randomUUID()
    const body = { ...(await seenReport(technician, id)), ...callFields() }
    for (let times = 0; times < 2; times++)
      sure(await technician.post(`/critical/recordCall/${id}`, body, { headers: { 'idempotency-key': key } }))
    const { results } = await read(id)
    expect(results).toMatchObject([
      {
        closed: { as: 'read-back', by: { fullName: 'Technician Person' } },
        calls: [{ outcome: 'not-reached', readOut: null }, { outcome: 'reached' }, { outcome: 'read-back' }],
      },
    ])
    const { summary } = (await admin.get('/activity/getAll?action=critical.call&limit=1')).body.data[0]
    expect(summary).toMatch(
      new RegExp(`^Recorded call \\d+ about critical report #${id}, version 1: read back, closed$`),
    )
  })

  it('refuses calls that contradict themselves, and those of a Receptionist or Admin [CRIT-05]', async () => {
    const id = await published()
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    for (const [changes, path] of [
      [{ beganAt: at(-1), endedAt: at(-2) }, 'endedAt'],
      [{ beganAt: at(5), endedAt: at(6) }, 'beganAt'],
      [{ endedAt: at(5) }, 'endedAt'],
      [{ person: '  ' }, 'person'],
      [{ role: '' }, 'role'],
      [{ readOut: '' }, 'readOut'],
      [{ outcome: 'told' }, 'outcome'],
    ] as const) {
      const { status, body } = await call(id, changes)
      expect([status, body.errors?.[0]?.path], JSON.stringify(changes)).toEqual([400, path])
    }
    for (const client of [receptionist, admin]) expect((await call(id, {}, client)).status).toBe(403)
    expect((await call(id, {}, elsewhere)).status).toBe(404)
    expect((await read(id)).results).toMatchObject([{ calls: [] }])
  })

  it('opens again with a correction; an open clock runs on [CRIT-06]', async () => {
    const id = await published()
    const [first] = (await read(id)).results
    await amend(id)
    const [running, ...others] = (await read(id)).results
    expect(others).toEqual([])
    expect(running).toMatchObject({
      id: first?.id,
      flaggedAt: first?.flaggedAt,
      dueAt: first?.dueAt,
      closed: null,
    })
    sure(await call(id))
    await amend(id)
    expect(causes(await read(id))).toEqual([
      ['corrected', 'open'],
      ['flagged', 'read-back'],
    ])
    const plain = await published({})
    await amend(plain)
    expect((await read(plain)).results).toEqual([])
  })

  it('ends with a withdrawal, and moves with a reassignment [CRIT-07]', async () => {
    const withdrawn = await published()
    sure(await withdrawReport(doctor, withdrawn, { reason: 'wrong-file' }))
    expect(causes(await read(withdrawn))).toEqual([['flagged', 'withdrawn']])
    const other = await registerPatient(doctor)
    const reassign = async (id: number) =>
      (sure(await reassignReport(doctor, id, { patientId: other })) as { id: number }).id
    const open = await published()
    const [before] = (await read(open)).results
    const moved = await read(await reassign(open))
    expect(causes(moved)).toEqual([['reassigned', 'open']])
    expect(moved.results[0]).toMatchObject({ flaggedAt: before?.flaggedAt, dueAt: before?.dueAt })
    expect(causes(await read(open))).toEqual([['flagged', 'reassigned']])
    const told = await published()
    sure(await call(told))
    const [closed] = (await read(told)).results
    const again = await read(await reassign(told))
    expect(causes(again)).toEqual([['reassigned', 'open']])
    expect(Date.parse(again.results[0]?.flaggedAt ?? '')).toBeGreaterThan(
      Date.parse(closed?.closed?.at ?? ''),
    )
    expect(causes(await read(told))).toEqual([['flagged', 'read-back']])
  })

  it('stays with the report when records are merged [CRIT-07]', async () => {
    const id = await published()
    const survivor = await registerPatient(doctor)
    sure(
      await admin.post('/patient/merge', {
        ...{ survivorId: survivor, mergedId: patientId, keep: {}, reason: 'duplicate' },
      }),
    )
    expect(causes(await read(id))).toEqual([['flagged', 'open']])
    const listed = (await doctor.get('/critical/getAll?limit=100')).body.data
    expect(listed.find(({ report }: { report: { id: number } }) => report.id === id)?.patient.id).toBe(
      survivor,
    )
  })

  it('keeps its calls, also from statements of the application’s role [CRIT-08]', async () => {
    const id = await published()
    sure(await call(id))
    for (const statement of [
      "update critical_calls set person = 'Another person'",
      'delete from critical_calls',
      'truncate critical_calls',
    ])
      await expect(app.database.execute(statement), statement).rejects.toThrow()
    expect((await read(id)).results).toMatchObject([{ calls: [{ person: 'Dr. Sara Nasser' }] }])
  })

  it('appears in its lab only, the first due first, and counts for the banner [CRIT-09]', async () => {
    const [first, second] = [await published(), await published()]
    await app.database.execute(
      "update critical_results set due_at = now() - interval '1 day' where report_id = $1",
      [second],
    )
    const listed = (await receptionist.get('/critical/getAll?limit=100')).body
    const ids = listed.data.map(({ report }: { report: { id: number } }) => report.id)
    expect(ids[0]).toBe(second)
    expect(ids).toContain(first)
    const counts = (await receptionist.get('/critical/getCounts')).body.data
    expect(counts).toMatchObject({ open: listed.pagination.totalItems, late: 1 })
    for (const id of [first, second]) sure(await call(id))
    expect((await doctor.get('/critical/getAll?list=closed')).body.data[0]).toMatchObject({
      report: { id: second },
      calls: 1,
    })
    expect((await elsewhere.get('/critical/getAll')).body.data).toEqual([])
    expect((await elsewhere.get('/critical/getCounts')).body.data).toEqual({
      open: 0,
      late: 0,
      nextDueAt: null,
      restored: 0,
    })
  })

  it('proposes who referred the patient for the call, also in the list [CRIT-10] [CRIT-83]', async () => {
    sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
    const { id: referrerId } = sure(
      await doctor.post(`/lab/addReferrer/${lab.id}`, {
        ...{ kind: 'clinic', name: `Clinic ${randomUUID().slice(0, 8)}`, phone: '+97142223344' },
      }),
    )
    const { id: visitId } = sure(await doctor.post(`/visit/create/${patientId}`, { referrerId }))
    const id = await published({ isCritical: true, visitId })
    const { referrer } = await read(id)
    expect(referrer).toEqual({
      name: expect.stringMatching(/^Clinic/),
      role: 'Clinic',
      phone: '+97142223344',
    })

    sure(await call(id, { outcome: 'not-reached', readOut: '' }))
    const listed = (await receptionist.get('/critical/getAll?limit=100')).body.data.find(
      ({ report }: { report: { id: number } }) => report.id === id,
    )
    expect(listed).toMatchObject({
      referrer,
      patient: { id: patientId, dateOfBirth: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      called: [{ person: 'Dr. Sara Nasser', phone: '+97141234567', outcome: 'not-reached' }],
      told: [],
      about: await seenReport(technician, id),
    })
    const { version, sha256 } = listed.about
    sure(await technician.post(`/critical/recordCall/${id}`, { version, sha256, ...callFields() }))
    expect(causes(await read(id))).toEqual([['flagged', 'read-back']])
  })
})
