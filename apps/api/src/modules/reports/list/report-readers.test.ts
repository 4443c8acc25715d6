import type { ReportReader } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../../testing/test-records.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

const app = await useTestApp()
const lab = await app.createLab()
const doctor = await app.signedIn('Doctor', lab)
const admin = await app.signedIn('Admin')
const patientId = await registerPatient(doctor)
const typeId = await addReportType(doctor)

describe('the readers of a report', () => {
  it('include recorded ones with times and whether the file was read [WITHDRAW-03] [OPENED-01]', async () => {
    const report = await publishReport(doctor, patientId, typeId)
    const receptionist = await app.signedIn('Receptionist', lab)
    const technician = await app.signedIn('Technician', lab)
    await receptionist.get(`/report/getById/${report.id}`)
    await receptionist.get(`/report/getById/${report.id}`)
    await app.services.activity.flush()
    await app.database.execute('alter table activity_log disable trigger activity_log_append_only')
    await app.database.execute(
      "update activity_log set at = at - interval '1 hour' where object_type = 'report' and object_id = $1",
      [report.id],
    )
    await app.database.execute('alter table activity_log enable trigger activity_log_append_only')
    await receptionist.get(`/report/getById/${report.id}`)
    await technician.get(`/report/getById/${report.id}`)
    await technician.raw('GET', `${report.filePath}?purpose=download`)
    const response = await doctor.get(`/report/getReaders/${report.id}`)
    expect(response.status).toBe(200)
    expect(response.body.totalReaders).toBe(2)
    const readers = response.body.data as ReportReader[]
    expect(readers).toEqual([
      {
        actor: { id: technician.user.id, fullName: 'Technician Person', role: 'Technician' },
        hasReadFile: true,
        times: 1,
        firstAt: expect.any(String),
        lastAt: expect.any(String),
      },
      expect.objectContaining({
        actor: expect.objectContaining({ role: 'Receptionist' }),
        hasReadFile: false,
        times: 2,
      }),
    ])
    expect(Date.parse(readers[0]?.lastAt ?? '')).toBeGreaterThanOrEqual(Date.parse(readers[0]?.firstAt ?? ''))
  })

  it('appear to those who may see the report [WITHDRAW-03] [OPENED-01]', async () => {
    const report = await publishReport(doctor, patientId, typeId)
    const receptionist = await app.signedIn('Receptionist', lab)
    await receptionist.get(`/report/getById/${report.id}`)
    const statuses = async () => {
      const outsider = await app.signedIn('Doctor')
      const answers = [doctor, receptionist, admin, outsider, app.client()].map((client) =>
        client.get(`/report/getReaders/${report.id}`),
      )
      return (await Promise.all(answers)).map(({ status }) => status)
    }
    expect(await statuses()).toEqual([200, 200, 200, 404, 401])
    await withdrawReport(doctor, report.id, { reason: 'invalid-test' })
    expect(await statuses()).toEqual([200, 404, 404, 404, 401])
  })

  it('appear up to a limit of fifty, with their number [OPENED-02]', async () => {
    const report = await publishReport(doctor, patientId, typeId)
    await app.database.execute(
      `insert into activity_log (actor_id, actor_name, actor_role, action, object_type, object_id, summary)
       select 100000 + n % 60, 'Person ' || n % 60, 'Doctor', 'report.view', 'report', $1, 'Looked'
         from generate_series(1, 6000) n`,
      [report.id],
    )
    const { body } = await doctor.get(`/report/getReaders/${report.id}`)
    expect(body.data).toHaveLength(50)
    expect(body.totalReaders).toBe(60)
    expect(body.data[0]).toMatchObject({ actor: { fullName: 'Person 0' }, times: 1 })
  })
})
