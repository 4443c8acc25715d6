import { beforeAll, describe, expect, it } from 'vitest'
import { allPages, idsOf, nextOf, useFhirLab, type FhirTestClient } from '../../testing/fhir.ts'
import { askAsClient } from '../../testing/integrations.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { registerPatient } from '../../testing/test-records.ts'

const PUBLIC = 'https://reports.test'
const app = await useTestApp({ publicUrl: PUBLIC })
const here = await useFhirLab(app)
const elsewhere = await useFhirLab(app)
const { doctor, lab } = here
const clinic = await here.addReferrer('Palm Clinic')
const otherClinic = await here.addReferrer('Marina Clinic')
const client = await here.clientOf()

const records: Record<string, { id: number; patientId: number }> = {}
const named = (names: string[]) => names.map((name) => `report-${records[name]?.id}`)
const reportsOf = async (query: string, by: FhirTestClient = client) =>
  idsOf(await by.search(`DiagnosticReport?${query}`))

beforeAll(async () => {
  records.plain = await here.publish()
  records.collected = await here.publish({
    visit: { collectedAt: '2026-01-02T21:30:00Z', referrerId: clinic },
  })
  records.amended = await here.publish({ patientId: records.plain.patientId })
  await here.amend(records.amended.id)
  records.withdrawn = await here.publish({ visit: { referrerId: clinic } })
  await here.withdraw(records.withdrawn.id)
  records.sensitive = await here.publish({
    reportTypeId: here.sensitiveType,
    visit: { referrerId: otherClinic },
  })
  records.foreign = await elsewhere.publish()
  records.byAdmin = await here.publish()
  await app.database.execute('update reports set lab_id = null, changed_at = now() where id = $1', [
    records.byAdmin.id,
  ])
})

describe('a search of reports', () => {
  it('finds those in reach in the order of their changes [API-OUT-82]', async () => {
    expect(await reportsOf('')).toEqual(named(['plain', 'collected', 'amended', 'withdrawn', 'byAdmin']))
    const bySensitive = await here.clientOf({ includesSensitive: true })
    expect(await reportsOf('', bySensitive)).toContain(named(['sensitive'])[0])
    const ofClinic = await here.clientOf({ referrerId: clinic })
    expect(await reportsOf('', ofClinic)).toEqual(named(['collected', 'withdrawn']))
    const ofOther = await here.clientOf({ referrerId: otherClinic })
    expect(await reportsOf('', ofOther)).toEqual([])
  })

  it.each([
    ['_id=report-{plain},report-{amended}', ['plain', 'amended']],
    ['_id=report-{plain}&_id=report-{amended}', []],
    [`identifier=${PUBLIC}/fhir/id/report|{plain}`, ['plain']],
    ['identifier={plain}', ['plain']],
    [`identifier=${PUBLIC}/fhir/id/emr|{plain}`, []],
    ['identifier=https://other.test|{plain}', []],
    ['patient=patient-{plainPatient}', ['plain', 'amended']],
    ['subject=Patient/patient-{plainPatient}&status=final', ['plain']],
    [`patient=${PUBLIC}/fhir/R4/Patient/patient-{plainPatient}`, ['plain', 'amended']],
    ['patient=Practitioner/user-1', []],
    ['patient=unknown', []],
    ['status=amended', ['amended']],
    ['status=entered-in-error,amended', ['amended', 'withdrawn']],
    ['status=preliminary', []],
    ['date=2026-01-03', ['collected']],
    ['date=2026-01-02', []],
    ['date=2026-01', ['collected']],
    ['date=2026-01-02T21:30Z', ['collected']],
    ['date=lt2026-01-03', []],
    ['date=le2026-01-03', ['collected']],
    ['date=gt2026-01-03&status=amended', ['amended']],
    ['date=ge2026&date=lt2026-02', ['collected']],
    ['issued=ge2026&status=amended', ['amended']],
    ['issued=lt2026-01-01', []],
    ['_lastUpdated=ge2026-01-01T00:00:00%2B04:00&status=amended', ['amended']],
    ['_lastUpdated=lt2026', []],
  ] as const)('finds by %s [API-OUT-83]', async (query, expected) => {
    const filled = query
      .replaceAll('{plain}', String(records.plain?.id))
      .replaceAll('{amended}', String(records.amended?.id))
      .replaceAll('{plainPatient}', String(records.plain?.patientId))
    expect(await reportsOf(filled)).toEqual(named([...expected]))
    const form = await client.ask('/R4/DiagnosticReport/_search', {
      method: 'POST',
      body: filled,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(idsOf(form.body)).toEqual(named([...expected]))
  })

  it('includes patients and the lab, if the client has their scopes [API-OUT-84]', async () => {
    const bundle = await client.search(
      'DiagnosticReport?_include=DiagnosticReport:patient,DiagnosticReport:performer&status=amended',
    )
    expect(bundle.entry?.map(({ resource, search }) => [resource?.id, search?.mode])).toEqual([
      [named(['amended'])[0], 'match'],
      [`patient-${records.plain?.patientId}`, 'include'],
      [`lab-${lab.id}`, 'include'],
    ])
    const limited = await here.clientOf()
    await app.database.execute(
      "update integrations set scopes = '{system/DiagnosticReport.rs}' where id = $1",
      [limited.id],
    )
    for (const name of ['patient', 'performer']) {
      const answer = await limited.ask(`/R4/DiagnosticReport?_include=DiagnosticReport:${name}`)
      expect(answer.status, name).toBe(403)
    }
  })

  it('goes on with opaque links that lose nothing while reports arrive and change [API-OUT-85 API-OUT-144]', async () => {
    const all = await allPages(client, 'DiagnosticReport')
    for (const count of [1, 2, 3])
      expect(await allPages(client, `DiagnosticReport?_count=${count}`)).toEqual(all)
    const first = await client.search('DiagnosticReport?_count=2&status=final,amended')
    expect(first.total).toBeUndefined()
    expect(first.link?.[0]?.url).toBe(`${PUBLIC}/fhir/R4/DiagnosticReport?_count=2&status=final%2Camended`)
    const cursor = new URL(nextOf(first) ?? '', PUBLIC).searchParams.get('_cursor') ?? ''
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toMatch(/status|sortedAt/)
    const arrived = await here.publish()
    await app.database.execute('update reports set changed_at = now() where id = $1', [records.plain?.id])
    const rest = await allPages(client, nextOf(first) ?? '')
    expect(rest.slice(-2)).toEqual([`report-${arrived.id}`, named(['plain'])[0]])
    for (const forged of [
      `${nextOf(first)}A`,
      (nextOf(first) ?? '').replace(/.{3}$/, 'AAA'),
      'DiagnosticReport?_cursor=x',
      (nextOf(first) ?? '').replace('DiagnosticReport', 'Patient'),
      `${nextOf(first)}&status=final`,
    ])
      expect((await client.ask(`/R4/${forged}`)).status, forged).toBe(400)
  })
})

describe('searches of documents and patients', () => {
  it('find each version, also by status and id, over pages [API-OUT-86]', async () => {
    const documents = async (query: string) => allPages(client, `DocumentReference?${query}`)
    const id = records.amended?.id
    expect(await documents(`identifier=${id}&_count=1`)).toEqual([`report-${id}-1`, `report-${id}-2`])
    expect(await documents('status=superseded')).toEqual([`report-${id}-1`])
    expect(await documents(`_id=report-${id}-2,report-${records.plain?.id}-1`)).toHaveLength(2)
    expect(await documents(`_id=report-${id}`)).toEqual([])
    expect(await documents(`patient=patient-${records.plain?.patientId}&date=ge2026`)).toHaveLength(3)
    const all = await documents('_lastUpdated=ge2026')
    expect(await documents('_count=2')).toEqual(all)
  })

  it('find patients by each identifier, for a referrer those of its reports [API-OUT-87]', async () => {
    const patients = (query: string, by: FhirTestClient = client) => allPages(by, `Patient?${query}`)
    const patientId = await registerPatient(doctor, { emrId: 'MRN,7', nationalId: '784199012345678' })
    await here.publish({ patientId })
    for (const query of [
      `_id=patient-${patientId}`,
      `identifier=${PUBLIC}/fhir/id/patient|ZL-${patientId}`,
      `identifier=${PUBLIC}/fhir/id/emr|mrn\\,7`,
      `identifier=${PUBLIC}/fhir/id/national|784199012345678`,
      'identifier=784199012345678',
    ])
      expect(await patients(query), query).toEqual([`patient-${patientId}`])
    expect(await patients(`identifier=${PUBLIC}/fhir/id/report|${patientId}`)).toEqual([])
    expect(await patients('_lastUpdated=ge2026')).toContain(`patient-${patientId}`)
    expect(await patients('_count=2')).toEqual(await patients(''))
    expect(await patients('')).not.toContain(`patient-${records.foreign?.patientId}`)
    const ofClinic = await here.clientOf({ referrerId: clinic })
    const own = [`patient-${records.collected?.patientId}`, `patient-${records.withdrawn?.patientId}`]
    expect(await patients('_count=1', ofClinic)).toEqual(own)
    expect(await patients(`_id=${own[0]},patient-${patientId}`, ofClinic)).toEqual([own[0]])
    const ofOther = await here.clientOf({ referrerId: otherClinic })
    expect(await patients('', ofOther)).toEqual([])
  })

  it('go on after what they have read when the filter of a page leaves little [API-OUT-88]', async () => {
    const many = await useFhirLab(app)
    const { id } = await many.publish()
    await app.database.execute('alter table reports disable trigger user')
    await app.database.execute(
      `with files as (
         insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by)
         select 'many-' || n || '.pdf', 'a.pdf', 'application/pdf', 1, sha256(n::text::bytea), r.uploaded_by
           from reports r, generate_series(1, 6000) n where r.id = $1 returning id)
       insert into reports (lab_id, patient_id, report_type_id, title, file_id, uploaded_by)
       select r.lab_id, r.patient_id, r.report_type_id, 'Many', f.id, r.uploaded_by from reports r, files f where r.id = $1`,
      [id],
    )
    await app.database.execute('alter table reports enable trigger user')
    const last = await many.publish()
    await many.amend(last.id)
    const reader = await many.clientOf()
    const first = await reader.search('DiagnosticReport?status=amended')
    expect(idsOf(first)).toEqual([])
    expect(await allPages(reader, nextOf(first) ?? '')).toEqual([`report-${last.id}`])
    expect(await allPages(reader, 'DocumentReference?status=superseded')).toEqual([`report-${last.id}-1`])
    expect(await allPages(reader, 'DiagnosticReport?_count=100')).toHaveLength(6002)
  })
})

describe('refusals', () => {
  const ask = (path: string, init?: RequestInit) => client.ask(`/R4/${path}`, init)

  it.each([
    'DiagnosticReport?colour=red',
    'DiagnosticReport?patient:Patient=1',
    'DiagnosticReport?_count=-1',
    'DiagnosticReport?_count=x',
    'DiagnosticReport?_count=1&_count=2',
    'DiagnosticReport?date=2026-02-30',
    'DiagnosticReport?date=ap2026',
    'DiagnosticReport?date=yesterday',
    'DiagnosticReport?_id=',
    'DiagnosticReport?_id=a,,b',
    'DiagnosticReport?_id=a%20b',
    'DiagnosticReport?identifier=https://a.test|',
    'DiagnosticReport?_include=DiagnosticReport:result',
    'DiagnosticReport?_include=constructor',
    'DiagnosticReport?_sort=status',
    'DiagnosticReport?_sort=-date',
    'DiagnosticReport?_sort=-date&_sort=issued&patient=1',
    'DiagnosticReport?_summary=all',
    'DiagnosticReport?_total=some',
    'DiagnosticReport?_elements=a.b',
    'DiagnosticReport?constructor=1',
    'DiagnosticReport?patient=%00',
    'DiagnosticReport?identifier=%00',
    `DiagnosticReport?_id=${Array.from({ length: 21 }, (_, n) => `report-${n}`).join(',')}`,
    'Patient?name=La',
    'Patient?birthdate=1990-05-01T10:00',
    'Patient?code=1',
    'DocumentReference?issued=2026',
  ])('%s is 400 with an OperationOutcome [API-OUT-89]', async (path) => {
    const answer = await ask(path)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toContain('application/fhir+json')
    expect(answer.body).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ severity: 'error' }] })
  })

  it('unknown parameters are ignored when the client says so [API-OUT-89]', async () => {
    const answer = await ask('DiagnosticReport?colour=red&status=amended', {
      headers: { prefer: 'return=minimal; handling=lenient' },
    })
    expect(idsOf(answer.body)).toEqual(named(['amended']))
    expect(answer.body.link[0].url).not.toContain('colour')
  })

  it.each([
    'subject:Patient=patient-1',
    'patient.identifier=1',
    'status:not=final',
    '_include:iterate=DiagnosticReport:patient',
    '_has:Observation:patient:code=1',
    'colour:exact=red',
  ])('refuses the modifier or chain %s also when the client is lenient [API-OUT-130]', async (query) => {
    const answer = await ask(`DiagnosticReport?${query}`, { headers: { prefer: 'handling=lenient' } })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ severity: 'error' }] })
  })

  it('come as an OperationOutcome: format, path, method, body, token and scope [API-OUT-90]', async () => {
    const xml = { accept: 'application/fhir+xml' }
    const json = { 'content-type': 'application/json' }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const [path, status, init] of [
      ['Patient', 406, { headers: xml }],
      ['metadata', 406, { headers: xml }],
      ['Patient?_format=xml', 406, {}],
      ['Patient?_format=json', 200, { headers: xml }],
      ['Patient', 200, { headers: { accept: 'application/json' } }],
      ['Observation', 404, {}],
      ['Patient/a/b/c', 404, {}],
      ['Patient/%20', 404, {}],
      ['Patient/%zz', 400, {}],
      [`Patient/${'a'.repeat(200)}`, 414, {}],
      ['Practitioner', 404, {}],
      ['Patient/patient-1', 405, { method: 'DELETE' }],
      ['Patient', 405, { method: 'POST', body: 'a=b', headers: form }],
      ['DiagnosticReport/_search', 415, { method: 'POST', body: '{}', headers: json }],
      ['DiagnosticReport/_search', 413, { method: 'POST', body: `_id=${'a'.repeat(20_000)}`, headers: form }],
    ] as [string, number, RequestInit][]) {
      const answer = await ask(path, init)
      expect(answer.status, path).toBe(status)
      if (status !== 200) expect(answer.body.resourceType, path).toBe('OperationOutcome')
    }
    const without = await askAsClient(app, undefined, '/R4/Patient')
    expect(without.status).toBe(401)
    expect(without.headers.get('www-authenticate')).toBe('Bearer')
    expect(without.body.issue[0].code).toBe('login')
    await app.database.execute("update integrations set scopes = '{system/Binary.r}' where id = $1", [
      client.id,
    ])
    const missing = await ask('Patient')
    expect([missing.status, missing.body.issue[0].code]).toEqual([403, 'forbidden'])
  })
})
