import { addDays, todayIn, type DashboardWork } from '@zelab/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../testing/api-client.ts'
import { TEST_TIME_ZONE, type TestLab, useTestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'
import { withdrawReport } from '../../testing/withdrawal.ts'

const app = await useTestApp()
const typeId = await addReportType(await app.signedIn('Doctor'))

let lab: TestLab
let doctor: ApiClient & { user: { id: number } }
let technician: ApiClient
let patientId: number
beforeEach(async () => {
  lab = await app.createLab()
  doctor = await app.signedIn('Doctor', lab)
  technician = await app.signedIn('Technician', lab)
  patientId = await registerPatient(technician)
})

const workOf = async (client: ApiClient): Promise<DashboardWork> => {
  const { status, body } = await client.get('/user/dashboard/work')
  expect(status).toBe(200)
  return body.data
}
const publish = async (client = technician, hoursAgo = 0): Promise<number> => {
  const { id } = await publishReport(client, patientId, typeId)
  await app.database.execute(
    'update reports set created_at = created_at - make_interval(hours => $2) where id = $1',
    [id, hoursAgo],
  )
  return id
}
const idsOf = (group: { reports: { id: number }[] } | null) => group?.reports.map(({ id }) => id)

describe('the work of a role', () => {
  it('contains nothing more for a Receptionist [DASHROLE-01]', async () => {
    await publish()
    expect(await workOf(await app.signedIn('Receptionist', lab))).toEqual({
      publishedToday: null,
      morning: null,
    })
    expect((await app.client().get('/user/dashboard/work')).status).toBe(401)
  })

  it('counts a Technician’s own reports of today [DASHROLE-02]', async () => {
    const [first, second] = [await publish(), await publish()]
    await publish(doctor)
    await publish(technician, 24)
    const withdrawn = await publish()
    await withdrawReport(technician, withdrawn, { reason: 'published-twice' })
    const work = await workOf(technician)
    expect(idsOf(work.publishedToday)).toEqual([second, first])
    expect(work.publishedToday).toMatchObject({ total: 2, isEstimate: false })
    expect(work.morning).toBeNull()
  })

  it('lists ten for a Technician [DASHROLE-05]', async () => {
    for (let number = 0; number < 11; number++) await publish()
    const { publishedToday } = await workOf(technician)
    expect(publishedToday).toMatchObject({ total: 11, isEstimate: false })
    expect(idsOf(publishedToday)).toHaveLength(10)
  })
})

describe('the morning of the Admin', () => {
  const morning = async () => {
    const work = await workOf(await app.signedIn('Admin'))
    expect(work).toMatchObject({ publishedToday: null })
    return work.morning
  }

  it('counts published, unopened and withdrawn reports for the days of the lists [DASHROLE-04]', async () => {
    await app.database.execute('delete from report_openings')
    const before = await morning()
    const today = todayIn(TEST_TIME_ZONE)
    const noon = new Date(`${today}T12:00:00+04:00`)
    const at = (days: number) => new Date(noon.getTime() + days * 86_400_000)
    const published = async (days: number) => {
      const id = await publish()
      await app.database.execute('update reports set created_at = $2 where id = $1', [id, at(days)])
      return id
    }
    await published(0)
    for (const days of [-1, -1, -3, -4, -100]) await published(days)
    await doctor.get(`/report/getById/${await published(-5)}`)
    const withdrawn = await published(-6)
    await withdrawReport(technician, withdrawn, { reason: 'wrong-file' })
    await app.services.activity.flush()
    const now = await morning()
    expect(now?.publishedToday).toEqual({
      count: (before?.publishedToday.count ?? 0) + 1,
      fromDate: today,
      toDate: today,
    })
    const yesterday = addDays(today, -1)
    expect(now?.publishedYesterday).toEqual({
      count: (before?.publishedYesterday.count ?? 0) + 2,
      fromDate: yesterday,
      toDate: yesterday,
    })
    expect(now?.neverOpened).toEqual({
      count: 2,
      isEstimate: false,
      fromDate: addDays(today, -90),
      toDate: addDays(today, -3),
    })
    expect(now?.withdrawn).toMatchObject({
      count: (before?.withdrawn.count ?? 0) + 1,
      fromDate: addDays(today, -6),
      toDate: today,
    })
  })

  it('agrees with the lists that its days open [DASHROLE-04]', async () => {
    await publish()
    const now = await morning()
    const admin = await app.signedIn('Admin')
    const totalOf = async (address: string, days: { fromDate: string; toDate: string } | undefined) =>
      (await admin.get(`${address}fromDate=${days?.fromDate}&toDate=${days?.toDate}`)).body.pagination
        .totalItems
    expect(await totalOf('/report/getAll?', now?.publishedToday)).toBe(now?.publishedToday.count)
    expect(await totalOf('/report/getAll?', now?.publishedYesterday)).toBe(now?.publishedYesterday.count)
    expect(await totalOf('/insights/unopened?', now?.neverOpened)).toBe(now?.neverOpened.count)
    expect(await totalOf('/activity/getAll?action=report.withdraw&', now?.withdrawn)).toBe(
      now?.withdrawn.count,
    )
  })

  it('shows when a backup was made and verified [DASHROLE-04]', async () => {
    expect((await morning())?.backup).toEqual({
      isSetUp: false,
      isOverdue: true,
      lastBackupAt: null,
      lastVerifiedAt: null,
    })
    const end = new Date(Date.now() - 60_000).toISOString()
    await app.database.execute(
      "insert into backup_setup (schedule, keep, is_encrypted) values ('0 2 * * *', 7, true)",
    )
    await app.database.execute(
      `insert into backup_runs (kind, state, started_at, ended_at)
       values ('backup', 'done', $1::timestamptz - interval '1 minute', $1), ('drill', 'done', $1, $1::timestamptz + interval '10 s'),
              ('check', 'failed', $1, $1::timestamptz + interval '30 s')`,
      [end],
    )
    const backup = (await morning())?.backup
    expect(backup).toMatchObject({ isSetUp: true, isOverdue: false, lastBackupAt: end })
    expect(Date.parse(backup?.lastVerifiedAt ?? '')).toBe(Date.parse(end) + 10_000)
  })
})

it('records a view when it shows reports [DASHROLE-05]', async () => {
  await publish()
  await workOf(technician)
  await app.services.activity.flush()
  const admin = await app.signedIn('Admin')
  const { data } = (await admin.get('/activity/getAll?action=dashboard.view&limit=1')).body
  expect(data[0]).toMatchObject({
    summary: 'Looked at the work of the day; 1 row',
    actor: { role: 'Technician' },
  })
})
