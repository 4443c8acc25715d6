import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../../testing/test-records.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

const ROWS = 1003

const app = await useTestApp()
const lab = await app.createLab()
const doctor = await app.signedIn('Doctor', lab)
const patient = await registerPatient(doctor, { fullName: '=Formula Khan', emrId: 'EMR-77' })
const typeId = await addReportType(doctor, 'Blood count')
const otherType = await addReportType(doctor, 'Lipids')
const first = await publishReport(doctor, patient, typeId, { title: 'First, of many', remark: 'one\ntwo' })
const gone = await publishReport(doctor, patient, typeId, { title: 'Withdrawn one' })
await withdrawReport(doctor, gone.id, { reason: 'published-twice' })
const elsewhere = await app.signedIn('Doctor')
await publishReport(elsewhere, await registerPatient(elsewhere), typeId, { title: 'Of another lab' })
await app.database.execute(
  `with f as (
       insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by)
       select 'bulk-' || n, 'x.pdf', 'application/pdf', 1, decode('00', 'hex'), uploaded_by
         from generate_series(1, ${ROWS}) n, reports where id = $1 returning id)
     insert into reports (lab_id, patient_id, report_type_id, title, file_id, uploaded_by, created_at)
     select r.lab_id, r.patient_id, $2, 'Bulk ' || f.id, f.id, r.uploaded_by,
            r.created_at + make_interval(secs => f.id % 3) from f, reports r where r.id = $1`,
  [first.id, otherType],
)

const linesOf = async (query = '', client = doctor) => {
  const response = await client.raw('GET', `/api/v1/report/export${query}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="reports.csv"')
  return (await response.text()).split('\r\n').slice(1, -1)
}

const idsOnScreen = async (query: string) => {
  const ids: string[] = []
  for (let page = 1; ids.length < ROWS + 1; page++) {
    const { data } = (await doctor.get(`/report/getAll?limit=100&page=${page}${query}`)).body
    ids.push(...data.map(({ id }: { id: number }) => String(id)))
    if (data.length < 100) break
  }
  return ids
}

describe('reports export', () => {
  it('contains the rows of the list in its order, over many batches [EXPORT-02] [EXPORT-04]', async () => {
    for (const order of ['desc', 'asc']) {
      const lines = await linesOf(`?sortOrder=${order}`)
      expect(lines).toHaveLength(ROWS + 1)
      const ids = lines.map((line) => line.split(',')[0])
      expect(ids).toEqual(await idsOnScreen(`&sortOrder=${order}`))
    }
  })

  it('follows the filter, quotes where needed and escapes formulas [EXPORT-02] [EXPORT-03]', async () => {
    const text = await (await doctor.raw('GET', `/api/v1/report/export?reportTypeId=${typeId}`)).text()
    const [head, ...rows] = text.split('\r\n')
    expect(head).toBe(
      'Report ID,Report Title,Patient,System ID,EMR ID,Report Type,Remarks,Version,Uploaded By,Upload Date,Status',
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(
      /^\d+,"First, of many",'=Formula Khan,ZL-\d+,EMR-77,Blood count,"one\ntwo",1,Doctor Person,\d{4}-/,
    )
  })

  it('contains nothing of other labs; the Admin gets every lab [EXPORT-02]', async () => {
    expect((await linesOf()).join()).not.toContain('Of another lab')
    const admin = await app.signedIn('Admin')
    expect((await linesOf(`?reportTypeId=${typeId}`, admin)).join()).toContain('Of another lab')
    const receptionist = await app.signedIn('Receptionist', lab)
    expect((await receptionist.get('/report/export')).status).toBe(403)
  })

  it('leaves an entry before its first row, or fails [EXPORT-04]', async () => {
    const admin = await app.signedIn('Admin')
    const response = await doctor.raw('GET', `/api/v1/report/export?reportTypeId=${otherType}`)
    const { data } = (await admin.get('/activity/getAll?action=data.export&limit=1')).body
    expect(data[0]).toMatchObject({
      actor: { role: 'Doctor' },
      summary: `Exported the list of reports: type #${otherType}`,
    })
    await response.body?.cancel()
    await app.database.execute('alter table activity_log rename to away')
    const refused = await doctor.raw('GET', '/api/v1/report/export')
    await app.database.execute('alter table away rename to activity_log')
    expect(refused.status).toBe(500)
    expect(await refused.text()).not.toContain('Blood count')
  })
})
