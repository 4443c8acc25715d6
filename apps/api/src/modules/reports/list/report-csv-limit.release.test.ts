import { expect, it } from 'vitest'
import { startTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../../testing/test-records.ts'

it('refuses a reports export of more found reports than a file holds [FINDREP-06]', async () => {
  const app = await startTestApp()
  try {
    const doctor = await app.signedIn('Doctor')
    const { id } = await publishReport(doctor, await registerPatient(doctor), await addReportType(doctor))
    // Several transactions stay below the statement timeout. Triggers and foreign keys would dominate the time.
    for (let first = 1; first <= 100_001; first += 20_000)
      await app.database.transaction(async (tx) => {
        await tx.execute('set local session_replication_role = replica')
        await tx.execute(
          `with f as (
             insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by)
             select 'countless-' || n, 'x.pdf', 'application/pdf', 1, decode('00', 'hex'), r.uploaded_by
               from generate_series($2::int, least($2::int + 19999, 100001)) n, reports r
              where r.id = $1 returning id)
           insert into reports (lab_id, patient_id, report_type_id, title, file_id, uploaded_by)
           select r.lab_id, r.patient_id, r.report_type_id, 'Countless ' || f.id, f.id, r.uploaded_by
             from f, reports r where r.id = $1`,
          [id, first],
        )
      })
    const { status, body } = await doctor.get('/report/export?search=countless')
    expect(status).toBe(400)
    expect(body.code).toBe('EXPORT_TOO_LARGE')
  } finally {
    await app.stop()
  }
})
