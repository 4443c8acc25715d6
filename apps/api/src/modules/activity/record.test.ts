import { describe, expect, it, vi } from 'vitest'
import { ACTIVITY_ACTION_KEYS, type ListedEntry } from '@zelab/contract'
import { tryAsApplication } from '../../testing/application-role.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'
import { WAIT_MS } from '../../../../../test-limits.ts'

const app = await useTestApp()
const lab = await app.createLab('Harbour Lab')
const admin = await app.signedIn('Admin')
const doctor = await app.signedIn('Doctor', lab)

const listed = async (query = ''): Promise<ListedEntry[]> =>
  (await admin.get(`/activity/getAll${query}`)).body.data as ListedEntry[]
const newestOf = async (action: string) => (await listed(`?action=${action}&limit=1`))[0]

describe('activity log entries', () => {
  it('record every refused sign-in with the address and without the password', async () => {
    await app.client().post('/auth/user/login', { email: doctor.user.email, password: 'Guess@123' })
    const entry = await newestOf('session.refuse')
    expect(entry).toMatchObject({
      actor: null,
      object: { type: 'user', id: doctor.user.id },
      address: '127.0.0.1',
    })
    expect(JSON.stringify(await listed())).not.toContain('Guess@123')
  })

  it('record every denied permission', async () => {
    await doctor.get('/user/all')
    expect(await newestOf('access.refuse')).toMatchObject({
      actor: { id: doctor.user.id },
      summary: 'Refused GET /api/v1/user/all',
    })
  })

  it('count refusals repeated within a minute in one further entry [SAFE-22]', async () => {
    const unauthorized = await app.signedIn('Receptionist')
    await Promise.all(Array.from({ length: 50 }, () => unauthorized.get('/backup/getAll')))
    await app.services.activity.flush()
    const refusals = await listed(`?action=access.refuse&actorId=${unauthorized.user.id}`)
    expect(refusals.map(({ summary }) => summary).toSorted()).toEqual([
      'Refused GET /api/v1/backup/getAll',
      'Refused GET /api/v1/backup/getAll; 49 times',
    ])
  })

  it('record every view of a patient and a report within 200 ms', async () => {
    const patient = await registerPatient(doctor)
    const report = await publishReport(doctor, patient, await addReportType(doctor))
    await doctor.get(`/patient/getById/${patient}`)
    await doctor.get(`/report/getById/${report.id}`)
    await vi.waitFor(
      async () => {
        expect(await newestOf('patient.view')).toMatchObject({ object: { type: 'patient', id: patient } })
        expect(await newestOf('report.view')).toMatchObject({ object: { type: 'report', id: report.id } })
      },
      { timeout: WAIT_MS },
    )
  })

  it('record every opened and downloaded file before its first byte, once per view', async () => {
    const patient = await registerPatient(doctor)
    const report = await publishReport(doctor, patient, await addReportType(doctor))
    const countOf = async (action: string) =>
      (await listed(`?action=${action}&objectType=report&objectId=${report.id}`)).length
    await doctor.raw('GET', report.filePath)
    await doctor.raw('GET', `${report.filePath}?purpose=download`)
    // A viewer fetches the rest of a file in ranges.
    await doctor.raw('GET', report.filePath, { headers: { range: 'bytes=50-' } })
    expect(await countOf('report.preview')).toBe(1)
    expect(await countOf('report.download')).toBe(1)
  })

  it('record every print of a record in scope', async () => {
    const patient = await registerPatient(doctor)
    expect((await doctor.post('/activity/print', { type: 'patient', id: patient })).status).toBe(200)
    expect((await newestOf('record.print'))?.summary).toBe(`Printed patient ZL-${patient}`)
    const otherLabDoctor = await app.signedIn('Doctor')
    expect((await otherLabDoctor.post('/activity/print', { type: 'patient', id: patient })).status).toBe(404)
  })
})

describe('range request for a file', () => {
  it('adds a view when none was recorded before', async () => {
    const patient = await registerPatient(doctor)
    const type = await addReportType(doctor)
    for (const range of ['bytes=1-', 'bytes=-999999', 'bytes=5-', 'nonsense']) {
      const report = await publishReport(doctor, patient, type)
      expect((await doctor.raw('GET', report.filePath, { headers: { range } })).status).toBeLessThan(300)
      const found = await listed(`?action=report.preview&objectType=report&objectId=${report.id}`)
      expect(found, range).toHaveLength(1)
    }
  })
})

describe('activity log filters', () => {
  it('filter by user, action, record and day', async () => {
    const patient = await registerPatient(doctor)
    const mine = await listed(`?actorId=${doctor.user.id}&limit=100`)
    expect(mine.length).toBeGreaterThan(1)
    expect(mine.every((entry) => entry.actor?.id === doctor.user.id)).toBe(true)
    const about = await listed(`?objectType=patient&objectId=${patient}`)
    expect(about.map((entry) => entry.action)).toEqual(['patient.create'])
    expect(await listed('?fromDate=2020-01-01&toDate=2020-12-31')).toEqual([])
    expect((await listed('?fromDate=2020-01-01&toDate=2120-12-31')).length).toBeGreaterThan(0)
    expect((await listed('?actorId=x&action=nonsense&objectId=-1')).length).toBeGreaterThan(0)
  })
})

describe('activity log export', () => {
  it('creates a filtered CSV file that is safe for spreadsheets, and is recorded itself', async () => {
    await app.createLab()
    await admin.post('/lab/create', { name: '=HYPERLINK("http://x")', address: { line1: 'a', city: 'b' } })
    const response = await admin.raw('GET', '/api/v1/activity/export?action=lab.create')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('activity-log.csv')
    const lines = (await response.text()).split('\r\n')
    expect(lines[0]).toMatch(/Time,Person,Role,Lab,Action,What,Record,Patient,Address$/)
    expect(lines[1]).toContain('Added the lab =HYPERLINK')
    expect(lines.slice(1, -1).every((line) => line.includes('Lab added'))).toBe(true)
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(await newestOf('data.export')).toMatchObject({ summary: 'Exported the activity log' })
    expect((await doctor.raw('GET', '/api/v1/activity/export')).status).toBe(403)
  })

  it('contains every entry of a time range once, even with equal times and ids in another order', async () => {
    await app.database.execute(
      `insert into activity_log (at, action, summary)
       select timestamptz '2019-05-05 10:00+00' - (n / 700) * interval '1 minute', 'seal.create', 'Entry ' || n
         from generate_series(1, 2500) as n`,
    )
    const response = await admin.raw('GET', '/api/v1/activity/export?fromDate=2019-05-01&toDate=2019-05-31')
    const numbers = Array.from((await response.text()).matchAll(/Entry (\d+)/g), ([, number]) =>
      Number(number),
    )
    expect(numbers).toHaveLength(2500)
    expect(new Set(numbers).size).toBe(2500)
    expect(numbers.map((number) => Math.floor(number / 700))).toEqual(
      numbers.map((number) => Math.floor(number / 700)).toSorted((one, other) => one - other),
    )
  })
})

describe('access history', () => {
  it('shows the Doctor of the lab and the Admin who viewed a record', async () => {
    const technician = await app.signedIn('Technician', lab)
    const patient = await registerPatient(technician)
    const report = await publishReport(technician, patient, await addReportType(technician))
    await technician.get(`/report/getById/${report.id}`)
    await technician.raw('GET', `${report.filePath}?purpose=download`)
    for (const client of [doctor, admin]) {
      const ofReport = await client.get(`/activity/ofReport/${report.id}`)
      expect(ofReport.body.data.map((entry: ListedEntry) => entry.action)).toEqual(
        expect.arrayContaining(['report.publish', 'report.view', 'report.download']),
      )
      const ofPatient = await client.get(`/activity/ofPatient/${patient}`)
      expect(ofPatient.body.data.map((entry: ListedEntry) => entry.action)).toEqual(
        expect.arrayContaining(['patient.create', 'report.publish', 'report.download']),
      )
    }
    expect((await technician.get(`/activity/ofReport/${report.id}`)).status).toBe(403)
    const otherLabDoctor = await app.signedIn('Doctor')
    expect((await otherLabDoctor.get(`/activity/ofReport/${report.id}`)).status).toBe(404)
    expect((await otherLabDoctor.get(`/activity/ofPatient/${patient}`)).status).toBe(404)
  })
})

describe('activity log table', () => {
  it('cannot be updated, deleted or truncated by the application role or its owner', async () => {
    await app.services.seals.seal()
    for (const statement of [
      "update activity_log set summary = 'x'",
      'delete from activity_log',
      'truncate activity_log',
      'delete from activity_seals',
    ]) {
      await expect(app.database.execute(statement), statement).rejects.toThrow('append-only')
      await expect(tryAsApplication(app.database, statement), statement).rejects.toThrow('permission denied')
    }
  })

  it('accepts neither an id nor a time from the application role [SAFE-23]', async () => {
    for (const statement of [
      "insert into activity_log (at, action, summary) values ('2020-01-01', 'patient.view', 'Made up')",
      "insert into activity_log (id, action, summary) overriding system value values (0, 'patient.view', 'Made up')",
      "insert into activity_seals (last_entry_id, entry_count, hash, sealed_at) values (1, 1, '', '2020-01-01')",
      "insert into activity_seals (id, last_entry_id, entry_count, hash) overriding system value values (900, 1, 1, '')",
      "select nextval('activity_log_id_seq')",
      "select setval('activity_seals_id_seq', 1)",
      'delete from activity_seal_state',
    ])
      await expect(tryAsApplication(app.database, statement), statement).rejects.toThrow('permission denied')
  })

  it('changes together with the record or not at all', async () => {
    const count = async () =>
      (await app.database.one<{ n: number }>('select count(*) as n from activity_log')).n
    const before = await count()
    const patients = (await doctor.get('/patient/getAll')).body.pagination.totalItems
    await app.database.execute(
      "create function refuse_for_test() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$",
    )
    await app.database.execute(
      "create trigger refuse_for_test before insert on activity_log for each row when (new.action = 'patient.create') execute function refuse_for_test()",
    )
    const response = await doctor.post('/user/patient/onboarding', {
      fullName: 'Never There',
      phone: '+971501234567',
      dob: '1990-01-01',
    })
    await app.database.execute('drop trigger refuse_for_test on activity_log')
    expect(response.status).toBe(500)
    expect(response.body.message).toBe('Something went wrong. Please try again.')
    expect((await doctor.get('/patient/getAll')).body.pagination.totalItems).toBe(patients)
    expect(await count()).toBe(before)
  })
})

describe('the list of the activity log', () => {
  it('names the patient of each record, the surviving one after a merge, and none once deleted [LOGS-17]', async () => {
    const [survivor, merged, removed] = [
      await registerPatient(doctor, { fullName: 'Noura Stays' }),
      await registerPatient(doctor, { fullName: 'Noura Merged' }),
      await registerPatient(doctor, { fullName: 'Rami Removed' }),
    ]
    const report = await publishReport(doctor, merged, await addReportType(doctor))
    await admin.post('/patient/merge', { survivorId: survivor, mergedId: merged, reason: 'Registered twice' })
    await admin.delete(`/patient/delete/${removed}`)
    const namesOf = async (type: string, id: number) =>
      new Set(
        (await listed(`?objectType=${type}&objectId=${id}`)).map(({ patient }) => patient?.fullName ?? null),
      )
    expect(await namesOf('patient', survivor)).toEqual(new Set(['Noura Stays']))
    expect(await namesOf('patient', merged)).toEqual(new Set(['Noura Stays']))
    expect(await namesOf('report', report.id)).toEqual(new Set(['Noura Stays']))
    expect(await namesOf('patient', removed)).toEqual(new Set([null]))
    const csv = await (
      await admin.raw('GET', `/api/v1/activity/export?objectType=patient&objectId=${merged}`)
    ).text()
    expect(csv).toContain('Noura Stays')
  })

  it('shows changes without views of records, or only these [LOGS-18]', async () => {
    const patient = await registerPatient(doctor)
    await doctor.get(`/patient/getById/${patient}`)
    await app.services.activity.flush()
    const actionsOf = async (kind: string) =>
      (await listed(`?objectType=patient&objectId=${patient}${kind}`)).map(({ action }) => action)
    expect(await actionsOf('')).toEqual(['patient.view', 'patient.create'])
    expect(await actionsOf('&kind=changes')).toEqual(['patient.create'])
    expect(await actionsOf('&kind=views')).toEqual(['patient.view'])
  })

  it('tells views from changes by the same rule as the index [LOGS-18]', async () => {
    const views = await app.database.query<{ action: string }>(
      'select action from unnest($1::text[]) as action where is_viewing(action)',
      [ACTIVITY_ACTION_KEYS],
    )
    const named =
      /\.(view|list|preview|download|check)$|^search\.records$|^release\.open$|^integration\.read$/
    expect(views.map(({ action }) => action)).toEqual(ACTIVITY_ACTION_KEYS.filter((key) => named.test(key)))
  })

  it('records that names of patients were seen [LOGS-17]', async () => {
    await registerPatient(doctor)
    await listed('?kind=changes')
    await app.services.activity.flush()
    const [entry] = await listed(`?actorId=${admin.user.id}&action=patient.list&limit=1`)
    expect(entry?.summary).toMatch(/^Listed the activity log: kind changes/)
  })
})
