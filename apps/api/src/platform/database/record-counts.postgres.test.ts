import { expect, it } from 'vitest'
import type { ApiClient } from '../../testing/api-client.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'
import { withdrawReport } from '../../testing/withdrawal.ts'

const app = await useTestApp()

const expectTrue = async () => {
  const kept = await app.database.query(
    `select kind, lab_id, report_type_id, sum(n)::bigint as n from record_counts
      group by kind, lab_id, report_type_id having sum(n) <> 0 order by kind, lab_id, report_type_id`,
  )
  const counted = await app.database.query(
    `with shown as (
       select 'patients' as kind, lab_id, 0::bigint as type from patients where merged_into is null
       union all
       select 'reports', coalesce(lab_id, 0), report_type_id from reports where withdrawn_at is null
     )
     select kind, lab, type as report_type_id, count(*) as n
       from (select kind, l.lab, t.type from shown s
              cross join lateral (values (-1::bigint), (s.lab_id)) as l (lab)
              cross join lateral (select distinct x as type from unnest(array[0, s.type]) x) t) every_counter
      group by kind, lab, type order by kind, lab, type`,
  )
  expect(kept.map(Object.values)).toEqual(counted.map(Object.values))
  return kept
}

const inParallel = (times: number, work: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: times }, work))

it('stay exact after every kind of change, even concurrent ones', async () => {
  const admin = await app.signedIn('Admin')
  const labs = [await app.createLab(), await app.createLab()]
  const types = [await addReportType(admin), await addReportType(admin)] as const
  const doctors: ApiClient[] = []
  for (const lab of labs) doctors.push(await app.signedIn('Doctor', lab))
  await inParallel(2, async () => {
    for (const doctor of doctors) {
      const patients = (await inParallel(6, () => registerPatient(doctor))) as number[]
      const reports = await Promise.all(
        patients.map((patient, index) => publishReport(doctor, patient, types[index % 2] as number)),
      )
      await publishReport(admin, patients[0] as number, types[0])
      await Promise.all(
        reports.slice(0, 2).map(({ id }) => withdrawReport(doctor, id, { reason: 'wrong-file' })),
      )
    }
  })
  expect((await expectTrue()).length).toBeGreaterThan(8)
  expect((await admin.get('/user/dashboard')).body.data).toMatchObject({
    totalPatients: 24,
    totalReports: 20,
  })

  // No request does this, but an operator or a later version might.
  await app.database.query(
    'update reports set report_type_id = report_type_id, lab_id = $1 where lab_id = $2',
    [labs[0]?.id, labs[1]?.id],
  )
  await app.database.query('update patients set lab_id = $1 where id % 2 = 0', [labs[1]?.id])
  await expectTrue()
})

it('return to zero when a patient is deleted', async () => {
  const lab = await app.createLab()
  const doctor = await app.signedIn('Doctor', lab)
  const id = await registerPatient(doctor)
  await app.database.query('delete from patients where id = $1', [id])
  expect((await doctor.get('/user/dashboard')).body.data.totalPatients).toBe(0)
  await expectTrue()
})
