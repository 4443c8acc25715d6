import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Bundle, DiagnosticReport, Patient } from 'fhir/r4'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import { describe, expect, it } from 'vitest'
import { recordReportCall } from '../../../testing/deliveries.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import {
  addReportType,
  pdfBytes,
  publishReport,
  registerPatient,
  uploadFile,
} from '../../../testing/test-records.ts'
import { withdrawReport } from '../../../testing/withdrawal.ts'

const app = await useTestApp()
const lab = await app.createLab()
const doctor = await app.signedIn('Doctor', lab)
const typeId = await addReportType(doctor, 'Blood count')

const request = (patientId: number, client = doctor) =>
  client.raw('GET', `/api/v1/patient/exportRecord/${patientId}`)

const openArchive = (archive: Buffer) =>
  new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (error, zip) => (error ? reject(error) : resolve(zip)))
  })
const contentOf = async (zip: ZipFile, entry: Entry) => {
  const content = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  })
  return Buffer.concat((await content.toArray()) as Buffer[])
}

const unpack = async (archive: Buffer) => {
  const zip = await openArchive(archive)
  const files = new Map<string, Buffer>()
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      contentOf(zip, entry).then((content) => {
        files.set(entry.fileName, content)
        zip.readEntry()
      }, reject)
    })
    zip.once('end', resolve).once('error', reject)
    zip.readEntry()
  })
  return files
}
const exportOf = async (patientId: number) =>
  unpack(Buffer.from(await (await request(patientId)).arrayBuffer()))
const jsonOf = <Content>(files: Map<string, Buffer>, name: string) =>
  JSON.parse(String(files.get(name))) as Content

const publishFile = async (patientId: number, title: string, content: Buffer) => {
  const fileUrl = await uploadFile(doctor, content, 'result.pdf')
  const fields = { title, reportTypeId: typeId, patientId, fileUrl }
  return (await doctor.post(`/user/uploadPatientReportFile/${patientId}`, fields)).body.data.id as number
}

describe('patient export', () => {
  it('contains every published report with its file, for people and for programs [RETAIN-06]', async () => {
    const patientId = await registerPatient(doctor, { fullName: 'ليلى Haddad', emrId: 'EMR-9' })
    const [first, second] = [pdfBytes(), pdfBytes()]
    const firstId = await publishFile(patientId, 'Blood: a/b?', first)
    const secondId = await publishFile(patientId, 'Blood: a/b?', second)
    const response = await request(patientId)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="patient-ZL-${patientId}.zip"`,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    const files = await unpack(Buffer.from(await response.arrayBuffer()))
    const today = new Date().toISOString().slice(0, 10)
    const paths = [firstId, secondId].map((id) => `reports/${today} Blood- a-b- (${id}).pdf`)
    expect([...files.keys()]).toEqual(['README.txt', ...paths, 'record.json', 'fhir-bundle.json'])
    expect(files.get(paths[0] as string)?.equals(first)).toBe(true)
    expect(files.get(paths[1] as string)?.equals(second)).toBe(true)
    expect(String(files.get('README.txt'))).toContain('ليلى Haddad')
    expect(jsonOf(files, 'record.json')).toMatchObject({
      patient: { id: `ZL-${patientId}`, fullName: 'ليلى Haddad', emrId: 'EMR-9' },
      reports: [
        { id: firstId, type: 'Blood count', file: { path: paths[0], sizeBytes: first.length } },
        { id: secondId, file: { sha256: createHash('sha256').update(second).digest('hex') } },
      ],
    })
  })

  it('includes a FHIR R4 bundle whose reports reference the files of the archive [RETAIN-07]', async () => {
    const patientId = await registerPatient(doctor, { gender: 'FEMALE', dob: '1990-05-01' })
    const content = pdfBytes()
    const reportId = await publishFile(patientId, 'Lipids 100%', content)
    const files = await exportOf(patientId)
    const bundle = jsonOf<Bundle>(files, 'fhir-bundle.json')
    expect(bundle).toMatchObject({ resourceType: 'Bundle', type: 'collection' })
    const resources = bundle.entry?.map(({ resource }) => resource) ?? []
    expect(resources.map((resource) => resource?.resourceType)).toEqual([
      'Patient',
      'Organization',
      'DiagnosticReport',
    ])
    const patient = resources[0] as Patient
    expect(patient).toMatchObject({ gender: 'female', birthDate: '1990-05-01' })
    expect(patient.identifier?.[0]?.value).toBe(`ZL-${patientId}`)
    const report = resources[2] as DiagnosticReport
    expect(report).toMatchObject({ status: 'final', code: { text: 'Blood count' } })
    expect(report.subject?.reference).toBe(bundle.entry?.[0]?.fullUrl)
    expect(report.performer?.[0]?.reference).toBe(bundle.entry?.[1]?.fullUrl)
    const form = report.presentedForm?.[0]
    expect(form).toMatchObject({
      contentType: 'application/pdf',
      size: content.length,
      title: 'Lipids 100%',
    })
    expect(form?.hash).toBe(createHash('sha1').update(content).digest('base64'))
    const place = decodeURI(form?.url ?? '')
    expect(place).toContain(`(${reportId}).pdf`)
    expect(files.get(place)?.equals(content)).toBe(true)
  })

  it('shows a report type as it was at publication [SAFE-19]', async () => {
    const renamed = await addReportType(doctor, 'Thyroid panel')
    const patientId = await registerPatient(doctor)
    await publishReport(doctor, patientId, renamed)
    await doctor.put(`/report/updateReportType/${renamed}`, { title: 'Urine culture' })
    const files = await exportOf(patientId)
    expect(jsonOf(files, 'record.json')).toMatchObject({ reports: [{ type: 'Thyroid panel' }] })
    expect(String(files.get('fhir-bundle.json'))).not.toContain('Urine culture')
  })

  it('contains an amended report in its current version, and no withdrawn reports [RETAIN-08]', async () => {
    const patientId = await registerPatient(doctor)
    const original = await publishReport(doctor, patientId, typeId, { title: 'Before the amendment' })
    const amended = await doctor.put(`/report/update/${original.id}`, {
      title: 'After it',
      reportTypeId: typeId,
      patientId,
      fileUrl: original.filePath,
      reason: 'clerical',
    })
    expect(amended.status, JSON.stringify(amended.body)).toBe(200)
    const wrong = await publishReport(doctor, patientId, typeId, { title: 'Wrong patient' })
    await withdrawReport(doctor, wrong.id, { reason: 'wrong-patient' })
    const files = await exportOf(patientId)
    expect(files.size).toBe(4)
    const everything = [...files.values()].map(String).join()
    expect(everything).not.toContain('Wrong patient')
    expect(everything).not.toContain('Before the amendment')
    expect(jsonOf(files, 'record.json')).toMatchObject({
      reports: [
        { title: 'After it', version: 2, earlierVersions: [{ version: 1, replacedBecause: 'clerical' }] },
      ],
    })
    const status = jsonOf<Bundle>(files, 'fhir-bundle.json').entry?.[2]?.resource as DiagnosticReport
    expect(status.status).toBe('amended')
  })

  it('lists language, consents, guardians, messages and calls, without links and codes [DELIV-27, DELIV-60]', async () => {
    const patientId = await registerPatient(doctor, { fullName: 'Rana Sent', email: 'rana@mail.test' })
    const merged = await registerPatient(doctor, { fullName: 'Rana Sent' })
    const report = await publishReport(doctor, patientId, typeId)
    const consent = (id: number, email: boolean) =>
      doctor.put(`/patient/updateDelivery/${id}`, { language: 'ar', consents: { email } })
    await consent(merged, true)
    await consent(patientId, true)
    await consent(patientId, false)
    await app.database.execute('update patients set merged_into = $1 where id = $2', [patientId, merged])
    await app.database.execute(
      `with message as (
         insert into deliveries (report_id, lab_id, report_version, channel, purpose, contact, language,
                                 template_version, state, sent_at)
         values ($1, $2, 1, 'email', 'report', 'rana@mail.test', 'ar', 1, 'sent', now()) returning id
       ), link as (
         insert into report_links (delivery_id, token_hash, expires_at)
         select id, 'secret hash', now() + interval '1 day' from message
       )
       insert into delivery_events (delivery_id, kind, detail) select id, k, 'secret detail'
         from message, unnest(array['sent', 'opened']) k`,
      [report.id, lab.id],
    )
    await app.database.execute(
      `insert into patient_delegates (patient_id, kind, full_name, relation, language, phone, document_seen, valid_from,
                                      wording_version, recorded_by)
       select $1, 'guardian', 'Huda Guardian', 'parent', 'en', '+971501234567', 'Passport', '2026-01-02', 1, min(id)
         from users`,
      [patientId],
    )
    await recordReportCall(doctor, report.id, { outcome: 'other', note: 'Asks for a print' })
    const files = await exportOf(patientId)
    expect(jsonOf(files, 'record.json')).toMatchObject({
      language: 'ar',
      consents: [
        { patientId: `ZL-${merged}`, channel: 'email', isGiven: true, wordingVersion: 1 },
        { patientId: `ZL-${patientId}`, channel: 'email', isGiven: true },
        { channel: 'email', isGiven: false, recordedBy: 'Doctor Person' },
      ],
      guardiansAndDelegates: [
        {
          kind: 'guardian',
          fullName: 'Huda Guardian',
          relation: 'parent',
          validFrom: '2026-01-02',
          endedAt: null,
        },
      ],
      messages: [
        {
          reportId: report.id,
          channel: 'email',
          contact: 'rana@mail.test',
          state: 'sent',
          delegate: null,
          steps: [{ kind: 'sent' }, { kind: 'opened' }],
        },
      ],
      calls: [{ reportId: report.id, outcome: 'other', note: 'Asks for a print', calledBy: 'Doctor Person' }],
    })
    const readme = String(files.get('README.txt'))
    expect(readme).toContain('Language of messages: Arabic')
    expect(readme).toMatch(/email withdrawn, recorded by Doctor Person \(wording 1\)/)
    expect(readme).toContain('Huda Guardian, parent (guardian), from 2026-01-02')
    expect(readme).toContain(`report ${report.id}, called by Doctor Person: other, Asks for a print`)
    expect(readme).toContain(`report ${report.id} by email to rana@mail.test: sent`)
    expect([...files.values()].map(String).join()).not.toContain('secret')
    const patient = jsonOf<Bundle>(files, 'fhir-bundle.json').entry?.[0]?.resource as Patient
    expect(patient.communication?.[0]?.language.coding?.[0]?.code).toBe('ar')

    await withdrawReport(doctor, report.id, { reason: 'wrong-file' })
    expect(jsonOf(await exportOf(patientId), 'record.json')).toMatchObject({ messages: [] })
    const other = jsonOf(await exportOf(await registerPatient(doctor)), 'record.json')
    expect(other).toMatchObject({ language: 'en', consents: [], guardiansAndDelegates: [], messages: [] })
  })

  it('leaves an entry with every report in it before it is sent [RETAIN-09]', async () => {
    const patientId = await registerPatient(doctor)
    const report = await publishReport(doctor, patientId, typeId)
    await exportOf(patientId)
    const entries = await app.database.query<{ action: string }>(
      `select action from activity_log
        where (object_type = 'patient' and object_id = $1 and action = 'patient.export')
           or (object_type = 'report' and object_id = $2 and action = 'report.download') order by id`,
      [patientId, report.id],
    )
    expect(entries.map(({ action }) => action)).toEqual(['patient.export', 'report.download'])
  })

  it.each([
    ['missing', (file: string) => rm(file)],
    ['modified', async (file: string) => writeFile(file, (await readFile(file)).fill(0x20, 20, 40))],
  ])('aborts when a file is %s [RETAIN-06]', async (_, damage) => {
    const patientId = await registerPatient(doctor)
    await publishReport(doctor, patientId, typeId)
    const modified = await publishReport(doctor, patientId, typeId)
    const { name } = await app.database.one<{ name: string }>(
      'select f.name from reports r join report_files f on f.id = r.file_id where r.id = $1',
      [modified.id],
    )
    await damage(path.join(app.dataDir, 'files', name.slice(0, 2), name))
    await expect(request(patientId).then((response) => response.arrayBuffer())).rejects.toThrow()
  })

  it('refuses patients of other labs and roles that may not change patients [RETAIN-10]', async () => {
    const patientId = await registerPatient(doctor)
    expect((await request(patientId, await app.signedIn('Doctor'))).status).toBe(404)
    expect((await request(patientId, await app.signedIn('Receptionist', lab))).status).toBe(403)
    expect((await request(patientId, await app.signedIn('Admin'))).status).toBe(200)
  })
})
