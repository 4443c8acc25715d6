import { beforeAll, describe, expect, it, vi } from 'vitest'
import { contract, type ActivityEntry, type Endpoint } from '@zelab/contract'
import { sure, type ApiClient } from '../../testing/api-client.ts'
import { readMetricsPage } from '../../testing/metrics-page.ts'
import { checkPatients, patientTable } from '../../testing/patient-files.ts'
import { useTestApp } from '../../testing/test-app.ts'
import {
  addReportType,
  patientFields,
  publishReport,
  registerPatient,
  uploadFile,
} from '../../testing/test-records.ts'
import { WAIT_MS } from '../../../../../test-limits.ts'

const app = await useTestApp({ viewLimits: { closeAfterMs: 600, retryMs: 50 } })
const lab = await app.createLab('Harbour Lab')
const admin = await app.signedIn('Admin')
const doctor = await app.signedIn('Doctor', lab)

let seen = 0
const trace = async (): Promise<ActivityEntry[]> => {
  await app.services.activity.flush()
  const { body } = await admin.get(`/activity/getAll?actorId=${doctor.user.id}&limit=100`)
  const entries = (body.data as ActivityEntry[]).filter(({ id }) => id > seen).toReversed()
  seen = entries.at(-1)?.id ?? seen
  return entries
}
const summaries = async () => (await trace()).map(({ action, summary }) => `${action} ${summary}`)

describe('recording reads of patient data', () => {
  it('covers lists, searches, checks and dashboards with user, filter, page and count [SAFE-22]', async () => {
    const patient = await registerPatient(doctor)
    const report = await publishReport(doctor, patient, await addReportType(doctor))
    await trace()
    const dob = { fullName: 'Nadia Kept', dob: '1990-01-01' }
    await doctor.get('/patient/getAll?search=Nadia&fromDate=2026-01-01')
    await doctor.get('/report/getAll')
    await doctor.get(`/report/getByPatientId/${patient}`)
    await doctor.get(`/report/getVersions/${report.id}`)
    await doctor.get(`/patient/getChanges/${patient}`)
    await doctor.get(`/patient/getMerges/${patient}`)
    await doctor.get('/user/dashboard')
    await doctor.get('/insights/unopened')
    await doctor.post('/patient/checkPhone', { phone: '+971501234567' })
    await doctor.post('/patient/findDuplicates', dob)
    await doctor.post('/search/records', { text: 'kept nadia' })
    await doctor.post('/search/records', {})
    const left = await summaries()
    const expected = [
      /^patient\.list Listed patients: “Nadia”, from 2026-01-01; page 1; 0 rows$/,
      /^report\.list Listed reports; page 1; 1 row$/,
      new RegExp(`^report\\.list Listed the reports of patient ZL-${patient}; 1 row$`),
      new RegExp(`^report\\.list Listed the versions of report #${report.id}; 1 row$`),
      new RegExp(`^patient\\.list Listed the changes of patient ZL-${patient}; \\d+ rows?$`),
      /^dashboard\.view Looked at the newest patients and reports; 2 rows$/,
      /^report\.list Listed unopened reports.*; page 1; 1 row$/,
      /^patient\.check Checked a phone number: \+971501234567; \d+ rows?$/,
      /^patient\.check Checked for possible duplicates: name Nadia Kept, born 1990-01-01; 0 rows$/,
      /^search\.records Searched patients and reports: “kept nadia”; \d+ rows?$/,
      /^search\.records Listed what was looked at last; \d+ rows?$/,
    ]
    for (const pattern of expected)
      expect(
        left.filter((text) => pattern.test(text)),
        String(pattern),
      ).toHaveLength(1)
    const [listed] = (await admin.get('/activity/getAll?action=patient.list&limit=1')).body
      .data as ActivityEntry[]
    expect(listed).toMatchObject({ actor: { id: doctor.user.id }, address: '127.0.0.1', lab: { id: lab.id } })
  })

  it('covers comparisons before a registration, publication, merge or import [SAFE-22]', async () => {
    const twin = { fullName: 'Rana Twice', dob: '1971-03-04' }
    const [one, other] = [await registerPatient(doctor, twin), await registerPatient(doctor, twin)]
    const found = await checkPatients(app, doctor, patientTable('Rana Twice,+971501239876,1971-03-04'))
    const fileUrl = await uploadFile(doctor)
    await trace()
    const fields = patientFields({ ...twin, differentFrom: [] })
    expect((await doctor.post('/user/patient/onboarding', fields)).status).toBe(409)
    await doctor.post('/report/checkFileForPatient', { patientId: one, fileUrl })
    await doctor.get(`/patient/import/${found.id}/rows?kind=duplicates`)
    expect((await summaries()).toSorted()).toEqual([
      `patient.check Compared a file with patient ZL-${one}; 1 row`,
      'patient.check Was shown possible duplicates at a registration: Rana Twice; 2 rows',
      `patient.list Listed rows of import ${found.id}: kind duplicates; page 1; 1 row`,
    ])
    await admin.post('/patient/previewMerge', { survivorId: one, mergedId: other })
    await app.services.activity.flush()
    const { body } = await admin.get('/activity/getAll?action=patient.check&limit=1')
    expect(body.data[0].summary).toBe(
      `Compared two patients before a merge: survivorId ${one}, mergedId ${other}; 2 rows`,
    )
  })

  it('combines reads of the same list within a minute in one entry, with its pages [SAFE-22]', async () => {
    for (let more = 0; more < 25; more++) await registerPatient(doctor)
    await trace()
    for (const page of [1, 2, 2, 1]) await doctor.get(`/patient/getAll?page=${page}&limit=10`)
    expect(await summaries()).toEqual(['patient.list Listed patients; pages 1–2; 40 rows; 4 times'])
    await doctor.get('/patient/getAll?page=1&limit=10')
    expect(await summaries()).toEqual(['patient.list Listed patients; page 1; 10 rows'])
  })

  it('keeps the search text on one line and truncates it [SAFE-22]', async () => {
    await trace()
    const text = `a\u2028b\ud83d ${'é'.repeat(400)}`
    expect((await doctor.post('/search/records', { text: text.slice(0, 90) })).status).toBeLessThan(500)
    const [left = ''] = await summaries()
    if (left !== '') expect(left).not.toMatch(/[\u2028\ud83d]/)
    await doctor.post('/patient/findDuplicates', {
      fullName: 'é'.repeat(200),
      email: `${'e'.repeat(190)}@mail.test`,
    })
    for (const summary of await summaries()) expect(summary.length).toBeLessThan(400)
  })
})

describe('an endpoint declared as listing patient data', () => {
  const listing = Object.entries(contract).flatMap(([module, group]) =>
    Object.entries(group as Record<string, Endpoint>)
      .filter(([, { patientData }]) => patientData === 'list')
      .map(([name, endpoint]) => [`${module}.${name}`, endpoint] as const),
  )

  let patient: number
  let other: number
  let report: { id: number }
  let importId: number
  let fileUrl: string
  let technician: ApiClient
  beforeAll(async () => {
    technician = await app.signedIn('Technician', lab)
    patient = await registerPatient(doctor)
    other = await registerPatient(doctor)
    const type = await addReportType(doctor)
    report = await publishReport(doctor, patient, type)
    await publishReport(technician, patient, type)
    const table = patientTable('Rami Aziz,+971501112223,1990-01-01')
    fileUrl = await uploadFile(doctor)
    sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn: true }))
    importId = (await checkPatients(app, doctor, table)).id as number
  })

  it.each(listing)('records a separate entry: %s [SAFE-22]', async (name, { method, path }) => {
    const ids: Record<string, number> = {
      'reports.listVersions': report.id,
      'deliveries.listOfReport': report.id,
      'patientImport.listRows': importId,
      'inbox.trySettings': lab.id,
    }
    const bodies: Record<string, object> = {
      'patients.checkPhone': { phone: '+971501234567' },
      'patients.findDuplicates': { fullName: 'Nadia Kept', dob: '1990-01-01' },
      'patients.previewMerge': { survivorId: patient, mergedId: other },
      'reports.checkFile': { patientId: other, reportId: report.id },
      'reports.proposePatients': { fileUrl },
      'search.records': { text: 'nadia' },
      'inbox.trySettings': { rules: [] },
    }
    const isOfAdmin = [
      ...['patients.previewMerge', 'patients.listMerges', 'inbox.trySettings', 'activity.list'],
    ].includes(name)
    // A Doctor has no publications of today.
    const client = isOfAdmin ? admin : name === 'dashboard.getWork' ? technician : doctor
    await app.services.activity.flush()
    const entries = async () =>
      (await app.database.one<{ count: number }>('select count(*) from activity_log')).count
    const before = await entries()
    const address = path.replace(/:\w+/, String(ids[name] ?? patient))
    const response = await client.send(method, address, bodies[name])
    expect([name, response.status, response.body.message]).toEqual([name, 200, 'OK'])
    await app.services.activity.flush()
    expect(await entries()).toBe(before + 1)
  })
})

describe('report file access', () => {
  const reads = async (action: string, id: number) =>
    (await admin.get(`/activity/getAll?action=${action}&objectType=report&objectId=${id}`)).body.data
      .length as number

  it('counts as a full read however the range is written [SAFE-22]', async () => {
    const patient = await registerPatient(doctor)
    const report = await publishReport(doctor, patient, await addReportType(doctor))
    const read = (range: string) => doctor.raw('GET', report.filePath, { headers: { range } })
    await read('bytes=0-')
    for (const range of ['bytes=00-', 'bytes=000-', 'bytes=-99999999', 'BYTES=5-', 'bytes=5-,6-']) {
      const before = await reads('report.preview', report.id)
      expect((await read(range)).status, range).toBeLessThan(300)
      expect(await reads('report.preview', report.id), range).toBe(before + 1)
    }
    const before = await reads('report.preview', report.id)
    expect((await read('bytes=05-')).status).toBe(206)
    expect(await reads('report.preview', report.id)).toBe(before)
    await doctor.raw('GET', report.filePath, { headers: { range: 'bytes=5-', 'if-range': '"another"' } })
    expect(await reads('report.preview', report.id)).toBe(before + 1)
  })

  it('records a download after the file was only opened [SAFE-22]', async () => {
    const patient = await registerPatient(doctor)
    const report = await publishReport(doctor, patient, await addReportType(doctor))
    await doctor.raw('GET', report.filePath)
    const headers = { range: 'bytes=1-' }
    await doctor.raw('GET', `${report.filePath}?purpose=download`, { headers })
    expect(await reads('report.download', report.id)).toBe(1)
  })
})

describe('when views cannot be recorded', () => {
  const refuse = () => app.database.execute('revoke insert on activity_log from zelab_application')
  const allow = () =>
    app.database.execute(
      'grant insert (actor_id, actor_name, actor_role, lab_id, action, object_type, object_id, summary, address, request_id) on activity_log to zelab_application',
    )

  it('shows nothing after a while, reports it in metrics and readiness, and records everything later [SAFE-22]', async () => {
    const patient = await registerPatient(doctor)
    await trace()
    const ready = async () => {
      const response = await fetch(`${app.origin}/readyz`)
      return { ...((await response.json()) as Record<string, string>), status: response.status }
    }
    expect(await ready()).toMatchObject({ status: 200, activityLog: 'ok' })
    await refuse()
    try {
      expect((await doctor.get(`/patient/getById/${patient}`)).status).toBe(200)
      await vi.waitFor(
        async () => {
          const response = await doctor.get(`/patient/getById/${patient}`)
          expect([response.status, response.body.message]).toEqual([
            503,
            'Patient data cannot be shown at the moment because views cannot be recorded. Please try again in a minute.',
          ])
        },
        { timeout: WAIT_MS },
      )
      for (const address of ['/patient/getAll', '/report/getAll', '/user/dashboard'])
        expect((await doctor.get(address)).status, address).toBe(503)
      expect((await doctor.post('/search/records', { text: 'nadia' })).status).toBe(503)
      expect((await doctor.post('/patient/checkPhone', { phone: '+971501234567' })).status).toBe(503)
      const page = readMetricsPage(await app.services.monitoring.page())
      expect(page.valueOf('zelab_activity_views_failing_seconds')).toBeGreaterThan(0.5)
      await expect.poll(ready).toMatchObject({ status: 200, activityLog: 'failing' })
    } finally {
      await allow()
    }
    await expect.poll(async () => (await doctor.get('/patient/getAll')).status).toBe(200)
    const left = await summaries()
    expect(left.filter((text) => text.includes(`Looked at patient ZL-${patient}`)).length).toBeGreaterThan(0)
    expect(left.filter((text) => text.startsWith('patient.list'))).toHaveLength(1)
  })
})
