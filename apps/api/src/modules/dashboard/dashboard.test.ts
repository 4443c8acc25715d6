import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../testing/api-client.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'

const app = await useTestApp()
const lab = await app.createLab()
const doctor = await app.signedIn('Doctor', lab)
const admin = await app.signedIn('Admin')

const dashboardOf = async (client: ApiClient) => (await client.get('/user/dashboard')).body.data

describe('dashboard', () => {
  it('shows the newest patients and reports and the counters in scope [API-USER-01 API-USER-02 API-USER-03 API-USER-04]', async () => {
    const other = await app.signedIn('Doctor')
    const type = await addReportType(doctor)
    for (let number = 0; number < 12; number++)
      await registerPatient(doctor, { fullName: `Patient ${number}` })
    await publishReport(other, await registerPatient(other), type)
    const patient = await registerPatient(doctor, { fullName: 'The newest' })
    const report = await publishReport(doctor, patient, type)

    const mine = await dashboardOf(doctor)
    expect(mine.recentPatients).toHaveLength(10)
    expect(mine.recentPatients[0].fullName).toBe('The newest')
    expect(mine.recentReports.map((recent: { id: number }) => recent.id)).toEqual([report.id])
    expect(mine).toMatchObject({
      totalPatients: 13,
      totalReports: 1,
      newPatientsThisWeek: 13,
      totalUsers: 0,
      totalLabs: 0,
    })

    const all = await dashboardOf(admin)
    expect(all).toMatchObject({
      totalPatients: 14,
      totalReports: 2,
      newPatientsThisWeek: 14,
      totalUsers: 3,
      totalLabs: 2,
    })
    expect(all.recentReports).toHaveLength(2)
  })

  it('counts the week from Monday midnight in the installation’s time zone', async () => {
    const monday = await app.database.one<{ at: string }>(
      "select date_trunc('week', now() at time zone 'Asia/Dubai') at time zone 'Asia/Dubai' as at",
    )
    const before = (await dashboardOf(doctor)).newPatientsThisWeek as number
    const [inside, outside] = [await registerPatient(doctor), await registerPatient(doctor)]
    await app.database.query('update patients set created_at = $2 where id = $1', [inside, monday.at])
    await app.database.query(
      "update patients set created_at = $2::timestamptz - interval '1 millisecond' where id = $1",
      [outside, monday.at],
    )
    expect((await dashboardOf(doctor)).newPatientsThisWeek).toBe(before + 1)
  })

  it('takes the week from the daily totals, with changes since, and counts while they are of another zone', async () => {
    const shown = async () => [
      (await dashboardOf(doctor)).newPatientsThisWeek as number,
      (await dashboardOf(admin)).newPatientsThisWeek as number,
    ]
    const [mine, all] = (await shown()) as [number, number]
    const other = await app.signedIn('Doctor')
    await app.services.dailyTotals.settle()
    expect(await shown()).toEqual([mine, all])

    await registerPatient(other)
    const kept = await registerPatient(doctor)
    const merged = await registerPatient(doctor)
    expect(await shown()).toEqual([mine + 2, all + 3])
    await app.services.dailyTotals.settle()
    await app.database.query('update patients set merged_into = $1 where id = $2', [kept, merged])
    expect(await shown()).toEqual([mine + 1, all + 2])

    await app.database.query(
      `update daily_totals set n = n + 100
        where kind = 'patients' and day = (now() at time zone 'Asia/Dubai')::date`,
    )
    expect(await shown()).toEqual([mine + 101, all + 102])
    await app.database.query("update daily_totals_state set time_zone = 'Asia/Tokyo'")
    expect(await shown()).toEqual([mine + 1, all + 2])
  })

  it('excludes a report published by the Admin, which is shown on the patient’s page and its own page', async () => {
    const patient = await registerPatient(doctor)
    const before = await dashboardOf(doctor)
    const report = await publishReport(admin, patient, await addReportType(admin))
    const after = await dashboardOf(doctor)
    expect(after.totalReports).toBe(before.totalReports)
    expect(after.recentReports).toEqual(before.recentReports)
    const list = await doctor.get('/report/getAll?limit=100')
    expect(list.body.data.some((one: { id: number }) => one.id === report.id)).toBe(false)
    const page = (await doctor.get(`/patient/getById/${patient}`)).body.data
    expect(page.reports.map((one: { id: number }) => one.id)).toEqual([report.id])
    expect((await doctor.get(`/report/getById/${report.id}`)).status).toBe(200)
    expect((await doctor.raw('GET', report.filePath)).status).toBe(200)
    expect((await dashboardOf(admin)).recentReports[0].id).toBe(report.id)
  })
})
