import { createHash } from 'node:crypto'
import type { DiagnosticReport, DocumentReference, Patient } from 'fhir/r4'
import { describe, expect, it } from 'vitest'
import { sure } from '../../testing/api-client.ts'
import { flagReport, useCritical, SILENT_MAIL_SERVER } from '../../testing/critical.ts'
import { useFhirLab } from '../../testing/fhir.ts'
import { needTwoPersons } from '../../testing/release.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { pdfBytes, registerPatient, uploadFile } from '../../testing/test-records.ts'

const PUBLIC = 'https://reports.test'
const app = await useTestApp({ publicUrl: PUBLIC, smtpUrl: SILENT_MAIL_SERVER })
const here = await useFhirLab(app)
const { doctor, admin, lab } = here
const client = await here.clientOf()
const sensitive = await here.clientOf({ includesSensitive: true })

describe('a DiagnosticReport', () => {
  it('shows its status, identifier, code, collection, lab and file [API-OUT-71]', async () => {
    const content = pdfBytes()
    const { id, patientId } = await here.publish({
      fileUrl: await uploadFile(doctor, content),
      visit: { collectedAt: '2026-01-02T08:30:00Z', orderNumber: 'ORD-7' },
    })
    const report = await client.read<DiagnosticReport>(`DiagnosticReport/report-${id}`)
    const { version } = await app.database.one<{ version: string }>(
      'select (extract(epoch from changed_at) * 1000)::bigint::text as version from reports where id = $1',
      [id],
    )
    expect(report).toMatchObject({
      ...{ resourceType: 'DiagnosticReport', id: `report-${id}`, status: 'final' },
      meta: { versionId: version },
      identifier: [{ system: `${PUBLIC}/fhir/id/report`, value: String(id) }],
      basedOn: [{ identifier: { value: 'ORD-7' } }],
      category: [{ coding: [{ code: 'LAB' }] }],
      subject: { reference: `Patient/patient-${patientId}` },
      effectiveDateTime: '2026-01-02T08:30:00.000Z',
      performer: [{ reference: `Organization/lab-${lab.id}` }],
      presentedForm: [
        {
          ...{ contentType: 'application/pdf', size: content.length, title: 'Blood count' },
          creation: report.issued,
          url: `${PUBLIC}/fhir/R4/Binary/report-${id}-1`,
          hash: createHash('sha1').update(content).digest('base64'),
        },
      ],
    })
    expect(report.meta?.security).toBeUndefined()
    expect(report.conclusionCode).toBeUndefined()
  })

  it('becomes amended, in error without a file, and critical, with a new version each time [API-OUT-72]', async () => {
    await useCritical(admin, lab.id)
    const { id } = await here.publish()
    const seen: [string, boolean, boolean][] = []
    const versions: number[] = []
    const look = async () => {
      const report = await client.read<DiagnosticReport>(`DiagnosticReport/report-${id}`)
      seen.push([report.status, report.presentedForm !== undefined, report.conclusionCode !== undefined])
      versions.push(Number(report.meta?.versionId))
    }
    await look()
    sure(await flagReport(doctor, id))
    await look()
    await here.amend(id)
    await look()
    await needTwoPersons(admin, lab)
    const { data } = (await doctor.get(`/report/getById/${id}`)).body
    const fileUrl = await uploadFile(doctor)
    const fields = {
      title: 'Suspended',
      patientId: data.patient.id,
      reportTypeId: data.reportType.id,
      fileUrl,
    }
    const suspends = await doctor.put(`/report/update/${id}`, {
      ...fields,
      reason: 'wrong-result',
      suspends: true,
    })
    expect(suspends.status).toBe(202)
    await look()
    await needTwoPersons(admin, lab, { twoPersons: 'none' })
    await here.withdraw(id)
    await look()
    expect(seen.map(([status, hasFile]) => [status, hasFile])).toEqual([
      ['final', true],
      ['final', true],
      ['amended', true],
      ['entered-in-error', false],
      ['entered-in-error', false],
    ])
    expect(seen[0]?.[2]).toBe(false)
    expect(seen[1]?.[2]).toBe(true)
    expect(new Set(versions).size).toBe(versions.length)
    expect([...versions].sort((one, other) => one - other)).toEqual(versions)
  })

  it('appears restricted for a sensitive type, with its LOINC code, to clients that may read it [API-OUT-73]', async () => {
    const { id } = await here.publish({ reportTypeId: here.sensitiveType })
    const path = `DiagnosticReport/report-${id}`
    const report = await sensitive.read<DiagnosticReport>(path)
    expect(report.meta?.security).toMatchObject([{ code: 'R' }])
    expect(report.code.coding).toEqual([{ system: 'http://loinc.org', code: '75622-1' }])
    expect((await client.ask(`/R4/${path}`)).status).toBe(404)
    await here.amend(id, { reportTypeId: here.type })
    expect((await client.ask(`/R4/${path}`)).status).toBe(200)
    for (const [version, status] of [
      [1, 404],
      [2, 200],
    ])
      expect((await client.ask(`/R4/DocumentReference/report-${id}-${version}`)).status).toBe(status)
  })

  it('answers 304 for the version that the client has, and another one once its type changes [API-OUT-74]', async () => {
    const { id } = await here.publish()
    const first = await client.ask(`/R4/DiagnosticReport/report-${id}`)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toBe(`W/"${first.body.meta.versionId}"`)
    const again = () =>
      client.ask(`/R4/DiagnosticReport/report-${id}`, { headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    sure(await doctor.put(`/report/updateReportType/${here.type}`, { title: 'Panel', loinc: '11502-2' }))
    const changed = await again()
    expect(changed.status).toBe(200)
    expect(changed.body.code.coding).toEqual([{ system: 'http://loinc.org', code: '11502-2' }])
  })

  it('gets its hash when it is read, if an earlier version stored the file, and none in a search [API-OUT-75]', async () => {
    const content = pdfBytes()
    const { id } = await here.publish({ fileUrl: await uploadFile(doctor, content) })
    await app.database.execute('update report_files set sha1 = null where report_id = $1', [id])
    const hashIn = async () => {
      const [found] = (await client.search(`DiagnosticReport?_id=report-${id}`)).entry ?? []
      return (found?.resource as DiagnosticReport).presentedForm?.[0]?.hash
    }
    expect(await hashIn()).toBeUndefined()
    const read = await client.read<DiagnosticReport>(`DiagnosticReport/report-${id}`)
    const sha1 = createHash('sha1').update(content).digest('base64')
    expect(read.presentedForm?.[0]?.hash).toBe(sha1)
    expect(await hashIn()).toBe(sha1)
  })
})

describe('versions of a report', () => {
  it('appear as DocumentReferences, of which the current one has its bytes [API-OUT-76]', async () => {
    const content = pdfBytes()
    const { id } = await here.publish()
    await here.amend(id, { fileUrl: await uploadFile(doctor, content) })
    const [first, second] = await Promise.all(
      [1, 2].map((version) => client.read<DocumentReference>(`DocumentReference/report-${id}-${version}`)),
    )
    expect(first).toMatchObject({ status: 'superseded', content: [{ attachment: { title: 'Blood count' } }] })
    expect(first?.content[0]?.attachment.url).toBeUndefined()
    expect(second).toMatchObject({
      status: 'current',
      docStatus: 'amended',
      relatesTo: [{ code: 'replaces', target: { reference: `DocumentReference/report-${id}-1` } }],
      content: [{ attachment: { url: `${PUBLIC}/fhir/R4/Binary/report-${id}-2`, size: content.length } }],
    })
    expect((await client.ask(`/R4/Binary/report-${id}-1`)).status).toBe(404)
    const binary = (init?: RequestInit) =>
      fetch(`${app.origin}/fhir/R4/Binary/report-${id}-2`, {
        ...init,
        headers: { authorization: `Bearer ${client.key}`, ...(init?.headers as object) },
      })
    const whole = await binary()
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)
    const digest = createHash('sha256').update(content).digest('base64')
    expect(whole.headers.get('repr-digest')).toBe(`sha-256=:${digest}:`)
    expect(whole.headers.get('cache-control')).toContain('no-store')
    expect(whole.headers.get('content-type')).toBe('application/pdf')
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
    const part = await binary({ headers: { range: 'bytes=3-7' } })
    expect(part.status).toBe(206)
    expect(await part.text()).toBe(content.subarray(3, 8).toString())
    expect((await binary({ headers: { range: 'bytes=99999-' } })).status).toBe(416)
    const head = await binary({ method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(content.length))
    const resource = await binary({ headers: { accept: 'application/fhir+json' } })
    expect(await resource.json()).toMatchObject({
      ...{ resourceType: 'Binary', contentType: 'application/pdf', data: content.toString('base64') },
    })
    expect((await binary({ headers: { accept: 'application/pdf' } })).status).toBe(200)
    expect((await binary({ headers: { accept: 'image/png' } })).status).toBe(406)
    await here.withdraw(id)
    expect((await binary()).status).toBe(404)
    expect((await client.read<DocumentReference>(`DocumentReference/report-${id}-2`)).status).toBe(
      'entered-in-error',
    )
  })

  it('refer to the stamped copy that a patient’s link opens, with its size and hash [API-OUT-77]', async () => {
    const other = await useFhirLab(app)
    const letterhead = {
      isUsed: true,
      accreditation: 'EIAC',
      corner: 'bottom-right',
      marginX: 10,
      marginY: 12,
    }
    sure(await admin.put(`/lab/updateLetterhead/${other.lab.id}`, { ...letterhead, showsSignature: false }))
    const reader = await other.clientOf()
    const { id } = await other.publish()
    const [found] = (await reader.search(`DiagnosticReport?_id=report-${id}`)).entry ?? []
    const [untilThen] = (found?.resource as DiagnosticReport).presentedForm ?? []
    expect(untilThen?.url).toBeDefined()
    expect([untilThen?.size, untilThen?.hash], 'of a copy to be made').toEqual([undefined, undefined])
    const report = await reader.read<DiagnosticReport>(`DiagnosticReport/report-${id}`)
    const file = await fetch(`${app.origin}/fhir/R4/Binary/report-${id}-1`, {
      headers: { authorization: `Bearer ${reader.key}` },
    })
    const bytes = Buffer.from(await file.arrayBuffer())
    const stamped = await app.database.query('select 1 from stamped_files where report_id = $1', [id])
    expect(stamped).toHaveLength(1)
    expect(report.presentedForm?.[0]).toMatchObject({
      size: bytes.length,
      hash: createHash('sha1').update(bytes).digest('base64'),
    })
  })
})

describe('people and places', () => {
  it('include the identifiers of a Patient, and of a merged one only these and a link to the survivor [API-OUT-78]', async () => {
    const survivorId = await registerPatient(doctor, { nationalId: '784199012345678', emrId: 'EMR-S' })
    const mergedId = await registerPatient(doctor, { emrId: 'EMR-M' })
    const { id } = await here.publish({ patientId: mergedId })
    sure(await admin.post('/patient/merge', { survivorId, mergedId, keep: {}, reason: 'duplicate' }))
    const survivor = await client.read<Patient>(`Patient/patient-${survivorId}`)
    expect(survivor).toMatchObject({ active: true, birthDate: '1990-05-01', gender: 'female' })
    expect(
      survivor.identifier?.map(({ system, value }) => [system?.split('/').at(-1), value]),
    ).toContainEqual(['patient', `ZL-${survivorId}`])
    const merged = await client.read<Patient>(`Patient/patient-${mergedId}`)
    expect(merged).toMatchObject({
      active: false,
      link: [{ other: { reference: `Patient/patient-${survivorId}` }, type: 'replaced-by' }],
    })
    expect(merged.name).toBeUndefined()
    const found = await client.search(`DiagnosticReport?patient=patient-${mergedId}`)
    expect(found.entry?.map(({ resource }) => resource?.id)).toEqual([`report-${id}`])
  })

  it('include the lab and those who publish, and no others [API-OUT-79]', async () => {
    await here.publish()
    expect(await client.read(`Organization/lab-${lab.id}`)).toMatchObject({ name: lab.name })
    expect(await client.read(`Practitioner/user-${doctor.user.id}`)).toMatchObject({
      name: [{ text: 'Doctor Person' }],
    })
    const foreign = await app.createLab()
    for (const path of [
      `Organization/lab-${foreign.id}`,
      `Practitioner/user-${admin.user.id}`,
      'Practitioner/user-0',
      'Patient/patient-999999',
      'Patient/999',
      'DiagnosticReport/report-1e3',
      'DiagnosticReport/report-99999999999999999999',
      `DocumentReference/report-1-99999999999`,
      'Binary/report-1',
    ])
      expect((await client.ask(`/R4/${path}`)).status, path).toBe(404)
  })

  it('leave an entry in the activity log with every read [API-OUT-81]', async () => {
    const { id, patientId } = await here.publish()
    await client.ask(`/R4/DiagnosticReport/report-${id}`)
    await client.ask(`/R4/DocumentReference/report-${id}-1`)
    await client.ask(`/R4/Binary/report-${id}-1`)
    await client.ask(`/R4/Patient/patient-${patientId}`)
    await client.search(`DiagnosticReport?patient=patient-${patientId}`)
    await client.search(`DocumentReference?patient=patient-${patientId}`)
    for (const type of ['Patient', 'Organization']) await client.search(`${type}?_count=1`)
    await app.services.activity.flush()
    const entries = await app.database.query<{ summary: string }>(
      `select summary from activity_log where action = 'integration.read'
          and (object_type, object_id) in (('report', $1::bigint), ('patient', $2::bigint)) order by id`,
      [id, patientId],
    )
    expect(entries.map(({ summary }) => summary).sort()).toEqual([
      `Read patient ZL-${patientId}`,
      `Read report #${id}`,
      `Read the file of report #${id}`,
      `Read version 1 of report #${id}`,
      'Searched documents; 1 row',
      'Searched reports; 1 row',
    ])
    const others = await app.database.query<{ summary: string }>(
      "select summary from activity_log where action = 'integration.read' and summary ~ '^Searched (patients|labs); 1 row$'",
    )
    expect(others).toHaveLength(2)
  })
})
