import { WAIT_BANDS, type Insights } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../testing/api-client.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'

const app = await useTestApp()
const lab = await app.createLab('Al Noor')
const doctor = await app.signedIn('Doctor', lab)
const technician = await app.signedIn('Technician', lab)
const admin = await app.signedIn('Admin')

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

const openingsOf = async (client: ApiClient, query: string) => {
  await app.services.activity.flush()
  const { waits, totals } = await figures(client, query)
  return { waits, opened: totals.opened, reports: totals.reports }
}
const band = (label: (typeof WAIT_BANDS)[number]) =>
  WAIT_BANDS.map((candidate) => (candidate === label ? 1 : 0))

describe('first opening', () => {
  it('counts the first view by a user other than the publisher, once [INSIGHT-06]', async () => {
    const type = await addReportType(doctor, 'Opening')
    const query = 'fromDate=2021-06-01&toDate=2021-06-30'
    const id = await publishAt(technician, type, '2021-06-05T08:00:00Z')
    expect((await technician.get(`/report/getById/${id}`)).status).toBe(200)
    expect(await openingsOf(doctor, query)).toMatchObject({ opened: 0, reports: 1 })
    expect((await doctor.get(`/insights/unopened?${query}`)).body.data).toHaveLength(1)

    await doctor.get(`/report/getById/${id}`)
    await doctor.get(`/report/getById/${id}`)
    const opened = { waits: band('longer'), opened: 1, reports: 1 }
    expect(await openingsOf(doctor, query)).toEqual(opened)
    await app.services.dailyTotals.settle()
    await admin.get(`/report/getById/${id}`)
    expect(await openingsOf(admin, query)).toEqual(opened)
    expect((await doctor.get(`/insights/unopened?${query}`)).body.data).toEqual([])

    expect((await technician.delete(`/report/deleteById/${id}`)).status).toBe(200)
    expect(await openingsOf(doctor, query)).toMatchObject({ opened: 0, reports: 0 })
  })

  it.each([
    [-5, '15 minutes'],
    [0, '15 minutes'],
    [899, '15 minutes'],
    [900, '1 hour'],
    [3_599, '1 hour'],
    [3_600, '4 hours'],
    [86_399, '1 day'],
    [86_400, '3 days'],
    [2_592_000, 'longer'],
  ] as const)('counts after %s seconds in the band up to %s', async (seconds, label) => {
    const { band: number } = await app.database.one<{ band: number }>(
      "select wait_band(t, t + make_interval(secs => $1)) as band from (select timestamptz '2026-01-01' as t) x",
      [seconds],
    )
    expect(WAIT_BANDS[number]).toBe(label)
  })

  it('comes from the log for the time before openings were recorded', async () => {
    const type = await addReportType(doctor, 'History')
    const query = 'fromDate=2020-06-01&toDate=2020-06-30'
    const [seen, unseen] = [
      await publishAt(technician, type, '2020-06-05T08:00:00Z'),
      await publishAt(technician, type, '2020-06-06T08:00:00Z'),
    ]
    await doctor.get(`/report/getById/${seen}`)
    await technician.get(`/report/getById/${unseen}`)
    await app.services.activity.flush()
    // Simulates the state right after the migration.
    await app.database.query('delete from report_openings')
    await app.database.query('delete from daily_total_changes')
    await app.database.query('delete from daily_totals')
    await app.database.query('update daily_totals_state set time_zone = null')
    await technician.delete(`/report/deleteById/${await publishAt(technician, type, '2020-06-07T08:00:00Z')}`)
    expect(await openingsOf(doctor, query)).toEqual({ waits: band('longer'), opened: 1, reports: 2 })
    const list = await doctor.get(`/insights/unopened?${query}`)
    expect(list.body.data.map((report: { id: number }) => report.id)).toEqual([unseen])
  })
})

describe('list of unopened reports', () => {
  it('starts with the oldest and is paginated [INSIGHT-07]', async () => {
    const type = await addReportType(doctor, 'Waiting')
    const query = 'fromDate=2019-01-01&toDate=2019-12-31&limit=2'
    const ids: number[] = []
    for (const month of ['03', '01', '02'])
      ids.push(await publishAt(technician, type, `2019-${month}-01T08:00:00Z`))
    const [march, january, february] = ids
    const pages = [
      await doctor.get(`/insights/unopened?${query}&page=1`),
      await doctor.get(`/insights/unopened?${query}&page=2`),
    ]
    expect(pages.map(({ body }) => body.data.map((report: { id: number }) => report.id))).toEqual([
      [january, february],
      [march],
    ])
    expect(pages[0]?.body.pagination).toMatchObject({ totalItems: 3, totalPages: 2 })
    expect(pages[0]?.body.data[0]).toMatchObject({
      reportType: { title: 'Waiting' },
      lab: { name: 'Al Noor' },
      publishedBy: { fullName: 'Technician Person' },
      createdAt: '2019-01-01T08:00:00.000Z',
    })
  })
})
