import type { CriticalOfReport, UnreleasedReport } from '@zelab/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sure, type ApiClient } from '../../../testing/api-client.ts'
import { useCritical } from '../../../testing/critical.ts'
import { needTwoPersons, releaseReport, submitReport } from '../../../testing/release.ts'
import { startTestApp, type TestApp, type TestLab } from '../../../testing/test-app.ts'
import { addReportType, registerPatient } from '../../../testing/test-records.ts'

let app: TestApp
let lab: TestLab
let admin: ApiClient
let technician: ApiClient
let doctor: ApiClient
let type: number
let patientId: number
beforeAll(async () => {
  app = await startTestApp()
  lab = await app.createLab()
  admin = await app.signedIn('Admin')
  technician = await app.signedIn('Technician', lab)
  doctor = await app.signedIn('Doctor', lab)
  type = await addReportType(doctor)
  patientId = await registerPatient(doctor)
  await needTwoPersons(admin, lab)
  await useCritical(admin, lab.id)
})
afterAll(() => app.stop())

const released = async (id: number, changes: object = {}): Promise<CriticalOfReport> => {
  const { reportId } = sure(await releaseReport(doctor, id, changes))
  return sure(await doctor.get(`/critical/getByReportId/${reportId}`)) as CriticalOfReport
}

describe('a report that is critical and awaits release', () => {
  it('comes first, and its clock runs since its author flagged it [RELEASE-30]', async () => {
    const usual = await submitReport(technician, patientId, type)
    const critical = await submitReport(technician, patientId, type, { isCritical: true })
    const listed = (await doctor.get('/release/getAll')).body.data as UnreleasedReport[]
    expect(listed.map(({ id, isCritical }) => ({ id, isCritical }))).toEqual([
      { id: critical, isCritical: true },
      { id: usual, isCritical: false },
    ])
    await app.database.execute(
      `update unreleased_reports set critical_at = now() - interval '20 minutes' where id = $1`,
      [critical],
    )
    const { results } = await released(critical)
    expect(results).toMatchObject([{ cause: 'flagged', flaggedBy: { fullName: 'Technician Person' } }])
    expect(Date.now() - Date.parse(results[0]?.flaggedAt ?? '')).toBeGreaterThan(19 * 60_000)
    expect((await released(usual)).results).toEqual([])
  })

  it('is flagged by the releaser, if the author did not [RELEASE-31]', async () => {
    const id = await submitReport(technician, patientId, type)
    expect((await released(id, { isCritical: true })).results).toMatchObject([
      { cause: 'flagged', flaggedBy: { fullName: 'Doctor Person' } },
    ])
  })

  it('is released without the clock when the lab has turned it off [RELEASE-31]', async () => {
    const id = await submitReport(technician, patientId, type, { isCritical: true })
    await app.database.execute('update critical_results set closed_at = now(), closing = $1', ['withdrawn'])
    await useCritical(admin, lab.id, { isOn: false })
    expect((await released(id)).results).toEqual([])
  })
})
