import type { CriticalOfReport } from '@zelab/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { sure } from '../../testing/api-client.ts'
import { codeOf, ends, useCriticalReports } from '../../testing/critical-reports.ts'
import {
  flagReport,
  flagUnreleased,
  recordCall,
  recordUnreleasedCall,
  seenReport,
  seenUnreleased,
} from '../../testing/critical.ts'
import { needTwoPersons, releaseReport, submitReport } from '../../testing/release.ts'
import { registerPatient, uploadFile } from '../../testing/test-records.ts'

const { lab, doctor, technician, admin, type, send, sendDue, deliveriesOf, read, published } =
  await useCriticalReports()

const CHANGED = [409, 'CRITICAL_CHANGED']
const REASON = { reason: 'The patient is on the way to the hospital' }
/** A call that ended just now: before what comes next. */
const before = () => ({
  beganAt: new Date(Date.now() - 50_000).toISOString(),
  endedAt: new Date(Date.now() - 1).toISOString(),
})

describe('what is decided about a critical report', () => {
  it('names its version and file: what was made about another one is a conflict [CRIT-50]', async () => {
    const { id, amend } = await published({})
    const first = await seenReport(technician, id)
    await amend()
    const second = await seenReport(technician, id)
    const other = { ...second, sha256: first.sha256 }
    for (const seen of [first, other])
      expect(codeOf(await technician.post(`/critical/flag/${id}`, seen))).toEqual(CHANGED)
    expect((await technician.post(`/critical/flag/${id}`, {})).status).toBe(400)
    sure(await technician.post(`/critical/flag/${id}`, second))
    const [result] = (await read(id)).results
    expect(result?.about).toEqual({ ...second, revision: null })
    for (const seen of [first, other]) {
      expect(codeOf(await recordCall(technician, id, seen))).toEqual(CHANGED)
      expect(codeOf(await doctor.post(`/critical/allowMessage/${id}`, { ...REASON, ...seen }))).toEqual(
        CHANGED,
      )
      const flag = await doctor.post(`/critical/removeFlag/${result?.id}`, { ...REASON, ...seen })
      expect(codeOf(flag)).toEqual(CHANGED)
    }
    sure(await recordCall(technician, id))
    expect((await read(id)).results[0]?.calls).toMatchObject([{ ...second, revision: null }])
  })

  it('ends with a correction: no earlier call closes the clock of the new version [CRIT-51]', async () => {
    const { id, amend } = await published()
    const early = before()
    await amend()
    const late = await recordCall(technician, id, early)
    expect([late.status, late.body.errors?.[0]?.path]).toEqual([400, 'beganAt'])
    expect(ends(await read(id))).toEqual([['flagged', 'open']])
    sure(await recordCall(technician, id))
    const again = before()
    await amend()
    expect((await recordCall(technician, id, again)).status).toBe(400)
    expect(ends(await read(id))).toEqual([
      ['corrected', 'open'],
      ['flagged', 'read-back'],
    ])
  })

  it('ends with a correction: messages about the new version wait again [CRIT-52]', async () => {
    const { id, amend, mails } = await published()
    sure(await send(id))
    await sendDue()
    const allow = async () =>
      sure(
        await doctor.post(`/critical/allowMessage/${id}`, { ...REASON, ...(await seenReport(doctor, id)) }),
      )
    await allow()
    await sendDue()
    expect(mails()).toHaveLength(1)
    await amend()
    sure(await send(id))
    await sendDue()
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'held', hold: 'critical' })
    expect(mails()).toHaveLength(1)
    expect((await read(id)).results[0]?.messageAllowed).toMatchObject({ version: 1, isEnded: true })
    await allow()
    await sendDue()
    expect(mails().length).toBeGreaterThan(1)
    expect((await read(id)).results[0]?.messageAllowed).toMatchObject({ version: 2, isEnded: false })
  })
})

describe('a critical report that is corrected before its release', () => {
  let patientId: number
  beforeAll(async () => {
    await needTwoPersons(admin, lab)
    patientId = await registerPatient(doctor)
  })
  const flagged = () => submitReport(technician, patientId, type, { isCritical: true })
  const correct = async (id: number) => {
    const { revision } = await seenUnreleased(technician, id)
    const fields = { title: 'Corrected', reportTypeId: type, revision, fileUrl: await uploadFile(technician) }
    sure(await technician.put(`/release/correct/${id}`, fields))
  }
  const readUnreleased = async (id: number) =>
    sure(await doctor.get(`/critical/getByUnreleasedId/${id}`)) as CriticalOfReport
  const released = async (id: number) => read(sure(await releaseReport(doctor, id)).reportId)

  it('needs a call about the corrected file, also after it was sent back [CRIT-53]', async () => {
    const id = await flagged()
    const wrong = await seenUnreleased(technician, id)
    sure(await recordUnreleasedCall(technician, id))
    const early = before()
    await correct(id)
    expect(ends(await readUnreleased(id))).toEqual([
      ['corrected', 'open'],
      ['flagged', 'read-back'],
    ])
    expect(codeOf(await recordUnreleasedCall(technician, id, wrong))).toEqual(CHANGED)
    expect((await recordUnreleasedCall(technician, id, early)).status).toBe(400)
    sure(await recordUnreleasedCall(technician, id))
    const sentBack = { revision: 2, reason: 'The unit of the result is missing' }
    sure(await doctor.post(`/release/return/${id}`, sentBack))
    await correct(id)
    const after = await released(id)
    expect(ends(after)).toEqual([
      ['corrected', 'open'],
      ['corrected', 'read-back'],
      ['flagged', 'read-back'],
    ])
    expect(after.results[2]?.calls).toMatchObject([{ revision: 1, version: null, sha256: wrong.sha256 }])
    const { sha256 } = await seenUnreleased(technician, id)
    expect(after.results[0]?.about).toEqual({ version: 1, revision: 3, sha256 })
  })

  it('keeps its clock running about the corrected file, and stops it with the release [CRIT-53]', async () => {
    const id = await flagged()
    const [first] = (await readUnreleased(id)).results
    await correct(id)
    const [running] = (await readUnreleased(id)).results
    expect(running).toMatchObject({
      id: first?.id,
      dueAt: first?.dueAt,
      closed: null,
      about: { revision: 2 },
    })
    sure(await recordUnreleasedCall(technician, id))
    expect(ends(await released(id))).toEqual([['flagged', 'read-back']])
    const [{ id: resultId } = { id: 0 }] = (await readUnreleased(id)).results
    expect(resultId).toBe(first?.id)
  })

  it('takes the calls about an amendment along, and no others [CRIT-54]', async () => {
    const id = await submitReport(technician, patientId, type)
    const { reportId } = sure(await releaseReport(doctor, id))
    sure(await flagReport(technician, reportId))
    sure(await recordCall(technician, reportId))
    const amend = async () =>
      (
        await technician.put(`/report/update/${reportId}`, {
          ...{ title: 'Corrected', reportTypeId: type, patientId, reason: 'wrong-result' },
          fileUrl: await uploadFile(technician),
        })
      ).body.data.unreleasedId as number
    const second = await amend()
    sure(await flagUnreleased(technician, second))
    sure(await recordUnreleasedCall(technician, second))
    await correct(second)
    expect(ends(await released(second))[0]).toEqual(['corrected', 'open'])
    sure(await recordCall(technician, reportId))
    expect(ends(await released(await amend()))[0]).toEqual(['corrected', 'open'])
  })
})
