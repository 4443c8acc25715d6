import type { Insights } from '@zelab/contract'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../testing/api-client.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { untilWaitsForLocks } from '../../testing/test-database.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'
import { withdrawReport } from '../../testing/withdrawal.ts'

const app = await useTestApp()
const lab = await app.createLab('Al Noor')
const doctor = await app.signedIn('Doctor', lab)
const technician = await app.signedIn('Technician', lab)
const admin = await app.signedIn('Admin')
const outsider = await app.signedIn('Doctor', await app.createLab('Marina'))

const figures = async (client: ApiClient, query = ''): Promise<Insights> => {
  const response = await client.get(`/insights/figures?${query}`)
  expect(response.status).toBe(200)
  return response.body.data as Insights
}

const backdate = (table: 'reports' | 'patients', id: number, at: string) =>
  app.database.query(`update ${table} set created_at = $2 where id = $1`, [id, at])

const publishAt = async (client: ApiClient, type: number, at: string) => {
  const report = await publishReport(client, await registerPatient(doctor), type)
  await backdate('reports', report.id, at)
  return report.id
}

describe('figures', () => {
  it('start and end days in the installation’s time zone [INSIGHT-03]', async () => {
    const type = await addReportType(doctor, 'Borders')
    // Dubai is four hours ahead: its March 10 lasts from 20:00 UTC on March 9 to 20:00 UTC on March 10.
    await publishAt(technician, type, '2024-03-09T19:59:59.999Z')
    await publishAt(technician, type, '2024-03-09T20:00:00Z')
    await publishAt(technician, type, '2024-03-10T19:59:59.999Z')
    await publishAt(technician, type, '2024-03-10T20:00:00Z')
    const patient = await registerPatient(doctor)
    await backdate('patients', patient, '2024-03-09T20:00:00Z')
    const found = await figures(doctor, 'fromDate=2024-03-09&toDate=2024-03-10')
    expect(found.days).toEqual([
      { day: '2024-03-09', reports: 1, patients: 0 },
      { day: '2024-03-10', reports: 2, patients: 1 },
    ])
    expect(found.types.members).toEqual([{ id: type, name: 'Borders', reports: 3, patients: 0 }])
    expect(found).toMatchObject({ from: '2024-03-09', to: '2024-03-10', timeZone: 'Asia/Dubai' })

    await app.database.query("update settings set time_zone = 'Asia/Kathmandu'")
    app.services.settings.forget()
    // UTC+5:45.
    expect((await figures(doctor, 'fromDate=2024-03-09&toDate=2024-03-10')).days).toEqual([
      { day: '2024-03-10', reports: 2, patients: 1 },
    ])
    await app.database.query('update settings set time_zone = null')
    app.services.settings.forget()
    expect((await figures(doctor, 'fromDate=2024-03-09&toDate=2024-03-10')).days).toEqual(found.days)
  })

  it('show a Doctor only the own lab, and the Admin all labs or one [INSIGHT-02]', async () => {
    const type = await addReportType(doctor, 'Scope')
    const period = 'fromDate=2023-05-01&toDate=2023-05-31'
    const away = await publishReport(outsider, await registerPatient(outsider), type)
    await backdate('reports', away.id, '2023-05-10T08:00:00Z')
    await publishAt(technician, type, '2023-05-11T08:00:00Z')
    const ofAdmin = await publishReport(admin, await registerPatient(doctor), type)
    await backdate('reports', ofAdmin.id, '2023-05-12T08:00:00Z')

    for (const query of [period, `${period}&labId=${outsider.user.labId}`]) {
      const own = await figures(doctor, query)
      expect(own.days).toEqual([{ day: '2023-05-11', reports: 1, patients: 0 }])
      expect(own.lab).toEqual({ id: lab.id, name: 'Al Noor' })
      expect(own.labs).toEqual({ members: [], count: 0 })
      expect(own.persons.members.map(({ id }) => id)).toEqual([technician.user.id])
      const list = await doctor.get(`/insights/unopened?${query}`)
      expect(list.body.data).toHaveLength(1)
    }
    const all = await figures(admin, period)
    expect(all.totals).toMatchObject({ reports: 3 })
    expect(all.lab).toBeNull()
    expect(new Set(all.labs.members.map(({ name }) => name))).toEqual(new Set(['Al Noor', 'Marina', null]))
    const one = await figures(admin, `${period}&labId=${outsider.user.labId}`)
    expect(one.totals).toMatchObject({ reports: 1 })
    expect((await admin.get('/insights/figures?labId=999999')).status).toBe(404)
  })

  it('require an Admin or Doctor [INSIGHT-01]', async () => {
    const desk = await app.signedIn('Receptionist', lab)
    for (const client of [technician, desk])
      for (const path of ['figures', 'unopened', 'export'])
        expect((await client.get(`/insights/${path}`)).status).toBe(403)
    expect((await app.client().get('/insights/figures')).status).toBe(401)
    // Every role sees the dashboard chart, which names no colleague.
    const trend = await desk.get('/insights/trend')
    expect(trend.status).toBe(200)
    expect(Object.keys(trend.body.data as object).sort()).toEqual(['days', 'from', 'timeZone', 'to', 'types'])
  })

  it('exclude withdrawn reports and merged records from their original day, and follow an amended type [INSIGHT-04]', async () => {
    const [type, other] = [await addReportType(doctor, 'Before'), await addReportType(doctor, 'After')]
    const period = 'fromDate=2022-02-01&toDate=2022-02-28'
    const ids = [
      await publishAt(technician, type, '2022-02-01T08:00:00Z'),
      await publishAt(technician, type, '2022-02-01T08:00:00Z'),
    ]
    const patients = [await registerPatient(doctor), await registerPatient(doctor)]
    for (const id of patients) await backdate('patients', id, '2022-02-02T08:00:00Z')
    await figures(doctor, period)
    await app.services.dailyTotals.settle()
    expect((await withdrawReport(technician, ids[0], { reason: 'other', note: 'Test' })).status).toBe(200)
    await app.database.query('update patients set merged_into = $1 where id = $2', patients)
    await app.database.query(
      `update reports set version = 2, report_type_id = $1, amended_at = now(), amended_by = uploaded_by,
              amendment_reason = 'other' where id = $2`,
      [other, ids[1]],
    )
    const check = async () => {
      const found = await figures(doctor, period)
      expect(found.days).toEqual([
        { day: '2022-02-01', reports: 1, patients: 0 },
        { day: '2022-02-02', reports: 0, patients: 1 },
      ])
      expect(found.types).toEqual({
        members: [{ id: other, name: 'After', reports: 1, patients: 0 }],
        count: 1,
      })
    }
    await check()
    await app.services.dailyTotals.settle()
    await check()
  })

  it('accept any period of up to ten years [INSIGHT-05]', async () => {
    const long = await figures(doctor, 'fromDate=2016-01-01&toDate=2025-12-31')
    expect(long).toMatchObject({ from: '2016-01-01', to: '2025-12-31' })
    const turned = await figures(doctor, 'fromDate=2024-03-10&toDate=2024-03-09')
    expect(turned).toMatchObject({ from: '2024-03-09', to: '2024-03-10' })
    const odd = await figures(doctor, 'period=forever&fromDate=2024-02-31')
    expect(odd.days.at(-1)?.day).toBe(odd.to)
  })
})

describe('initial count', () => {
  it('succeeds while a report is being opened [SAFE-10]', async () => {
    const type = await addReportType(doctor, 'Busy')
    const id = await publishAt(technician, type, '2016-06-05T08:00:00Z')
    await app.database.query('update daily_totals_state set time_zone = null')
    const opening = new pg.Client({ connectionString: app.connectionString })
    await opening.connect()
    try {
      await opening.query('begin')
      await opening.query('update report_openings set opened_at = now() where report_id = $1', [id])
      const response = doctor.get('/insights/figures?fromDate=2016-06-01&toDate=2016-06-30')
      await untilWaitsForLocks(app.database, 1)
      await opening.query('commit')
      const { status, body } = await response
      expect(status).toBe(200)
      expect(body.data.totals).toMatchObject({ reports: 1, opened: 1 })
    } finally {
      await opening.end()
    }
  })
})

describe('export', () => {
  const fileOf = async (client: ApiClient, query: string) => {
    const response = await client.raw('GET', `/api/v1/insights/export?${query}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    return bytes.subarray(3).toString('utf8').trimEnd().split('\r\n')
  }

  it('contains every day of the period, is safe in a spreadsheet and is recorded [INSIGHT-08]', async () => {
    const type = await addReportType(doctor, '=HYPERLINK("x")')
    const query = 'fromDate=2018-04-01&toDate=2018-04-03'
    const id = await publishAt(technician, type, '2018-04-02T08:00:00Z')
    expect(await fileOf(doctor, `${query}&figure=days`)).toEqual([
      'Day,Reports,Registrations',
      '2018-04-01,0,0',
      '2018-04-02,1,0',
      '2018-04-03,0,0',
    ])
    expect(await fileOf(doctor, `${query}&figure=types`)).toEqual([
      'Report type,Reports',
      `"'=HYPERLINK(""x"")",1`,
    ])
    expect(await fileOf(doctor, `${query}&figure=persons`)).toEqual([
      'Person,Reports,Registrations',
      'Technician Person,1,0',
    ])
    expect(await fileOf(admin, `${query}&figure=labs`)).toEqual(['Lab,Reports,Registrations', 'Al Noor,1,0'])
    expect(await fileOf(doctor, `${query}&figure=labs`)).toEqual(['Lab,Reports,Registrations'])
    const waits = await fileOf(doctor, `${query}&figure=waits`)
    expect(waits[1]).toBe('Within 15 minutes,0')
    expect(waits.at(-1)).toBe('Longer than 30 days,0')
    const unopened = await fileOf(doctor, `${query}&figure=unopened`)
    expect(unopened).toHaveLength(2)
    expect(unopened[1]).toContain(`${id},Blood count,`)
    const log = await app.database.query<{ summary: string }>(
      "select summary from activity_log where action = 'data.export' order by id",
    )
    expect(log.map(({ summary }) => summary)).toContain('Exported the volumes by report type')
    expect(log).toHaveLength(7)
  })
})

describe('members', () => {
  it('beyond the first fifty are counted, and named only in the export [INSIGHT-09]', async () => {
    const query = 'fromDate=2017-01-01&toDate=2017-01-31'
    await app.database.query(
      `with people as (
         insert into users (full_name, email, phone, password_hash, user_type_id, lab_id)
         select 'Colleague ' || n, 'colleague' || n || '@zelab.test', '+971500000000', 'x', 4, $1
           from generate_series(1, 60) as n returning id
       )
       insert into patients (lab_id, full_name, phone, date_of_birth, registered_by, created_at)
       select $1, 'New Patient', '+971500000001', '1990-01-01', id, '2017-01-10T08:00:00Z' from people`,
      [lab.id],
    )
    const { persons, totals } = await figures(doctor, query)
    expect(persons.members).toHaveLength(50)
    expect(persons.count).toBe(60)
    expect(totals.patients).toBe(60)
    const file = await doctor.raw('GET', `/api/v1/insights/export?${query}&figure=persons`)
    expect((await file.text()).trimEnd().split('\r\n')).toHaveLength(61)
  })
})
