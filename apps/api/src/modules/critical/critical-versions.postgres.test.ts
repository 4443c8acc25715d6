import type { CriticalOfReport } from '@zelab/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { sure } from '../../testing/api-client.ts'
import {
  flagReport,
  flagUnreleased,
  recordCall,
  recordUnreleasedCall,
  seenReport,
  seenUnreleased,
  useCritical,
} from '../../testing/critical.ts'
import { giveConsent, startDeliveriesApp } from '../../testing/deliveries.ts'
import { needTwoPersons, releaseReport, submitReport } from '../../testing/release.ts'
import { publishReport, registerPatient, uploadFile } from '../../testing/test-records.ts'
import { stopAtEnd } from '../../testing/stop-at-end.ts'

const { app, lab, doctor, admin, type, mailServer, send, sendDue, deliveriesOf } =
  await stopAtEnd(startDeliveriesApp())
const technician = await app.signedIn('Technician', lab)
await useCritical(admin, lab.id)

const read = async (id: number): Promise<CriticalOfReport> =>
  sure(await doctor.get(`/critical/getByReportId/${id}`)) as CriticalOfReport
const ends = ({ results }: CriticalOfReport) =>
  results.map(({ cause, closed }) => [cause, closed?.as ?? 'open'])
const published = async (changes: object = { isCritical: true }) => {
  const patientId = await registerPatient(doctor)
  sure(await giveConsent(doctor, patientId))
  const { email } = sure(await doctor.get(`/patient/getById/${patientId}`))
  const { id } = await publishReport(technician, patientId, type, { ...changes })
  const amend = async () =>
    sure(
      await technician.put(`/report/update/${id}`, {
        ...{ title: 'Corrected', reportTypeId: type, patientId, reason: 'wrong-result' },
        fileUrl: await uploadFile(technician),
      }),
    ) as object
  return { id, patientId, amend, mails: () => mailServer.mailsTo(email as string) }
}
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
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

  it('has a clock that runs on about the corrected file, and none after the release [CRIT-53]', async () => {
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

describe('calls', () => {
  it('begin after the flag, but for the clock of a person [CRIT-55]', async () => {
    await needTwoPersons(admin, lab, { twoPersons: 'none' })
    const { id } = await published()
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
    for (const [changes, path] of [
      [{ beganAt: '1990-01-01T00:00:00Z' }, 'beganAt'],
      [{ beganAt: at(-3 * 86_400), endedAt: at(-3 * 86_400 + 60) }, 'beganAt'],
      [{ beganAt: at(-90) }, 'beganAt'],
      [{ beganAt: at(90), endedAt: at(120) }, 'beganAt'],
    ] as const) {
      const { status, body } = await recordCall(technician, id, changes)
      expect([status, body.errors?.[0]?.path], JSON.stringify(changes)).toEqual([400, path])
    }
    sure(await recordCall(technician, id, { beganAt: at(-55), endedAt: at(50) }))
  })

  it('are recorded after the read-back too, and close nothing again [CRIT-56]', async () => {
    const { id } = await published()
    sure(await recordCall(technician, id))
    const [first] = (await read(id)).results
    sure(await recordCall(doctor, id, { outcome: 'voicemail', readOut: '' }))
    sure(await recordCall(doctor, id, { person: 'Dr. Omar Aziz', caller: 'Nurse Huda' }))
    const [result] = (await read(id)).results
    expect(result).toMatchObject({ closed: first?.closed, informedAt: first?.informedAt })
    expect(result?.calls.map(({ outcome, caller }) => [outcome, caller])).toEqual([
      ['read-back', 'Technician Person'],
      ['voicemail', 'Doctor Person'],
      ['read-back', 'Nurse Huda'],
    ])
    const { id: withdrawn } = await published()
    sure(await doctor.delete(`/report/deleteById/${withdrawn}`, { reason: 'wrong-file' }))
    expect((await recordCall(doctor, withdrawn)).status).toBe(409)
  })

  it('have who called, what was read, value, unit and identifiers, and six outcomes [CRIT-57]', async () => {
    const { id } = await published()
    for (const outcome of ['voicemail', 'not-reached', 'wrong-number', 'declined'])
      sure(await recordCall(technician, id, { outcome, readOut: '', value: '', unit: '', identifiers: '' }))
    expect((await recordCall(technician, id, { outcome: 'reached', readOut: '' })).status).toBe(400)
    expect(ends(await read(id))).toEqual([['flagged', 'open']])
    sure(await recordCall(technician, id, { caller: 'Nurse Huda' }))
    const [result] = (await read(id)).results
    expect(result?.calls.at(-1)).toMatchObject({
      ...{ caller: 'Nurse Huda', by: { fullName: 'Technician Person' } },
      ...{ readOut: 'Potassium', value: '6.9', unit: 'mmol/L', identifiers: 'name and date of birth' },
    })
  })

  it('are 50 at most; the last place of an open result is for the one that closes it [CRIT-58]', async () => {
    const { id } = await published()
    const [result] = (await read(id)).results
    await app.database.execute(
      `insert into critical_calls (critical_result_id, called_by, person, person_role, began_at, ended_at, outcome)
       select $1, $2, 'Ward', 'Nurse', now(), now(), 'not-reached' from generate_series(1, 49)`,
      [result?.id, technician.user.id],
    )
    const full = [409, 'CRITICAL_CALLS_FULL']
    expect(codeOf(await recordCall(technician, id, { outcome: 'reached' }))).toEqual(full)
    sure(await recordCall(technician, id))
    expect(codeOf(await recordCall(technician, id))).toEqual(full)
  })

  it('that are recorded late are marked by the times of the database, and counted [CRIT-59]', async () => {
    const { id } = await published()
    const times = async () => (await doctor.get('/insights/critical')).body.data.recordedLate as number
    const earlier = await times()
    await app.database.execute(
      `update critical_results set flagged_at = now() - interval '40 minutes', about_since = now() - interval '40 minutes'
        where report_id = $1`,
      [id],
    )
    const ended = new Date(Date.now() - 20 * 60_000).toISOString()
    sure(await recordCall(technician, id, { beganAt: ended, endedAt: ended }))
    expect(await times()).toBe(earlier + 1)
    const [result] = (await read(id)).results
    expect(result?.informedAt).toBe(ended)
    const recordedAt = Date.parse(result?.calls[0]?.recordedAt ?? '')
    expect(recordedAt - Date.parse(ended)).toBeGreaterThan(19 * 60_000)
    await app.database.execute(
      `insert into critical_calls (critical_result_id, called_by, person, person_role, began_at, ended_at, outcome, recorded_at)
       values ($1, $2, 'Ward', 'Nurse', now(), now(), 'declined', '2001-01-01')`,
      [result?.id, technician.user.id],
    )
    const [, backdated] = (await read(id)).results[0]?.calls ?? []
    expect(Date.parse(backdated?.recordedAt ?? '')).toBeGreaterThanOrEqual(recordedAt)
  })
})

describe('the database', () => {
  it('keeps critical results: none is closed without its call, moved or deleted [CRIT-60]', async () => {
    const { id } = await published()
    const other = await published({})
    const [result] = (await read(id)).results
    sure(await recordCall(technician, id, { outcome: 'reached' }))
    const close = `closed_at = now(), closing = 'read-back', informed_at = now()`
    const refused = [
      `update critical_results set ${close}`,
      `update critical_results set report_id = ${other.id}`,
      `update critical_results set unreleased_id = (select min(id) from unreleased_reports)`,
      `update critical_results set lab_id = (select max(id) from labs where id <> lab_id)`,
      'delete from critical_results',
    ]
    for (const statement of refused)
      await expect(
        app.database.execute(`${statement} where id = $1`, [result?.id]),
        statement,
      ).rejects.toThrow(/critical result/i)
    await expect(app.database.execute('truncate critical_results cascade')).rejects.toThrow(/are kept|stay/)
    await expect(
      app.database.execute(
        `insert into critical_results (report_id, lab_id, cause, flagged_by, target_minutes, due_at, closed_at, closing,
                                       informed_at)
         values ($1, $2, 'flagged', $3, 30, now(), now(), 'read-back', now())`,
        [other.id, lab.id, technician.user.id],
      ),
    ).rejects.toThrow(/closed by its call/)
    sure(await recordCall(technician, id))
    await expect(
      app.database.execute(
        `update critical_results set closing = null, closed_at = null, informed_at = null where id = $1`,
        [result?.id],
      ),
    ).rejects.toThrow(/stays as it was/)
  })
})
