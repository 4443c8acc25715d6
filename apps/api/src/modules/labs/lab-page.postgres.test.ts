import { describe, expect, it } from 'vitest'
import { sure } from '../../testing/api-client.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'
import { withdrawReport } from '../../testing/withdrawal.ts'

const app = await useTestApp()
const admin = await app.signedIn('Admin')
const lab = await app.createLab('Harbour Lab')

const overview = async () => (await admin.get(`/lab/getOverview/${lab.id}`)).body.data

describe('one lab in numbers', () => {
  it('counts its patients, reports and users, and shows its last activity [LABPAGE-01]', async () => {
    expect(await overview()).toMatchObject({
      lab: { id: lab.id, name: 'Harbour Lab', address: { city: 'Dubai' } },
      patients: 0,
      reports: 0,
      users: 0,
      activeUsers: 0,
      lastActivityAt: null,
    })
    const doctor = await app.signedIn('Doctor', lab)
    const gone = await app.createUser('Receptionist', lab)
    await app.database.execute('update users set deactivated_at = now() where id = $1', [gone.id])
    const patient = await registerPatient(doctor)
    await registerPatient(doctor)
    const type = await addReportType(doctor)
    await publishReport(doctor, patient, type)
    const withdrawn = await publishReport(doctor, patient, type)
    await withdrawReport(doctor, withdrawn.id, { reason: 'wrong-file' })
    const outsider = await app.signedIn('Doctor')
    await registerPatient(outsider)
    const now = await overview()
    expect(now).toMatchObject({ patients: 2, reports: 1, users: 2, activeUsers: 1 })
    expect(Date.now() - Date.parse(now.lastActivityAt)).toBeLessThan(60_000)
  })

  it('says what the lab uses [LABPAGE-05]', async () => {
    const other = await app.createLab()
    const used = async (id: number) => (await admin.get(`/lab/getOverview/${id}`)).body.data.capabilities
    const nothing = {
      ...{ usesLetterhead: false, sendsAutomatically: false, usesVisits: false, criticalMinutes: null },
      ...{ sources: 0, failingSources: 0, twoPersons: 'none', releaseTypes: [] },
      ...{ receivers: 0, failingReceivers: 0, clients: 0 },
    }
    expect(await used(other.id)).toEqual(nothing)
    const typeId = await addReportType(admin, 'Thyroid panel')
    sure(await admin.put(`/lab/updateVisitSettings/${other.id}`, { isOn: true }))
    sure(
      await admin.put(`/lab/updateReleaseSettings/${other.id}`, {
        twoPersons: 'types',
        reportTypeIds: [typeId],
      }),
    )
    await app.database.execute(
      'insert into lab_critical_settings (lab_id, is_on, target_minutes) values ($1, true, 15)',
      [other.id],
    )
    await app.database.execute(
      `insert into inbox_sources (lab_id, kind, name, folder, problem, problem_since)
       values ($1, 'folder', 'Analyzer', $2, 'not-found', now())`,
      [other.id, `analyzer-${other.id}`],
    )
    expect(await used(other.id)).toEqual({
      ...nothing,
      ...{ usesVisits: true, criticalMinutes: 15, twoPersons: 'types', releaseTypes: ['Thyroid panel'] },
      ...{ sources: 1, failingSources: 1 },
    })
    expect(await used(lab.id)).toEqual(nothing)
  })

  it('requires an Admin, and an existing lab [LABPAGE-01]', async () => {
    for (const role of ['Doctor', 'Technician', 'Receptionist'] as const) {
      const client = await app.signedIn(role, lab)
      expect((await client.get(`/lab/getOverview/${lab.id}`)).status).toBe(403)
      expect((await client.get(`/lab/getStaff/${lab.id}`)).status).toBe(403)
    }
    for (const path of ['getOverview', 'getStaff'])
      expect((await admin.get(`/lab/${path}/999999`)).body.code).toBe('LAB_NOT_FOUND')
  })
})

it('lists the staff of one lab page by page [LABPAGE-02]', async () => {
  const place = await app.createLab()
  const people = []
  for (const role of ['Doctor', 'Technician', 'Receptionist'] as const)
    people.push(await app.createUser(role, place))
  const [doctor] = people
  await app.database.execute('update users set deactivated_at = now() where id = $1', [doctor?.id])
  const active = await app.signedIn('Technician', place)
  const page = async (number: number) =>
    (await admin.get(`/lab/getStaff/${place.id}?limit=3&page=${number}`)).body
  const first = await page(1)
  expect(first.pagination).toEqual({ page: 1, limit: 3, totalItems: 4, totalPages: 2 })
  expect(first.data.map(({ userType }: { userType: { name: string } }) => userType.name)).toEqual([
    'Receptionist',
    'Technician',
    'Technician',
  ])
  const second = await page(2)
  expect(second.data).toMatchObject([{ id: doctor?.id, status: 'deactivated', lastActiveAt: null }])
  const signedIn = first.data.find(({ id }: { id: number }) => id === active.user.id)
  expect(Date.now() - Date.parse(signedIn.lastActiveAt)).toBeLessThan(60_000)
  expect((await page(99)).pagination.page).toBe(2)
})

it('finds every active user of a large lab by a part of the name, in any spelling [CRIT-39]', async () => {
  const place = await app.createLab()
  const { id } = await app.createUser('Doctor', place)
  await app.database.execute("update users set full_name = 'Zeïnab Haddad' where id = $1", [id])
  await app.createUser('Doctor', place)
  const found = (await admin.get(`/lab/getStaff/${place.id}?search=ZEINAB%20h`)).body
  expect(found.data).toMatchObject([{ id, fullName: 'Zeïnab Haddad' }])
  expect(found.pagination.totalItems).toBe(1)
  expect((await admin.get(`/lab/getStaff/${place.id}?search=nobody`)).body.data).toEqual([])
})
