import { beforeAll, describe, expect, it } from 'vitest'
import { sure } from '../../testing/api-client.ts'
import { codeOf, ends, useCriticalReports } from '../../testing/critical-reports.ts'
import { recordCall } from '../../testing/critical.ts'
import { needTwoPersons, submitReport } from '../../testing/release.ts'
import { registerPatient } from '../../testing/test-records.ts'
import { withdrawReport } from '../../testing/withdrawal.ts'

const { app, lab, doctor, technician, admin, type, read, published } = await useCriticalReports()

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

  it('remain possible after the read-back, and close nothing again [CRIT-56]', async () => {
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
    sure(await withdrawReport(doctor, withdrawn, { reason: 'wrong-file' }))
    expect((await recordCall(doctor, withdrawn)).status).toBe(409)
  })

  it('name who called, what was read, value, unit and identifiers, and six outcomes [CRIT-57]', async () => {
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

  it('name the identifiers with which a result was read back [CRIT-93]', async () => {
    const { id } = await published()
    const { status, body } = await recordCall(technician, id, { identifiers: '' })
    expect([status, body.errors?.[0]?.path]).toEqual([400, 'identifiers'])
    sure(await recordCall(technician, id, { outcome: 'reached', identifiers: '' }))
    expect(ends(await read(id))).toEqual([['flagged', 'open']])
  })

  it('stop at 50; the last place of an open result is for the one that closes it [CRIT-58]', async () => {
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

  it('count as late by the times of the database [CRIT-59]', async () => {
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
  beforeAll(async () => {
    await needTwoPersons(admin, lab)
    await submitReport(technician, await registerPatient(doctor), type)
    await needTwoPersons(admin, lab, { twoPersons: 'none' })
  })

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
