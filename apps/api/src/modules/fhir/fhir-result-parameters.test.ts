import { readFileSync } from 'node:fs'
import { CLIENT_SCOPES, FHIR_RESOURCES, SEARCHED_TYPES } from '@zelab/contract'
import type { CapabilityStatement, DiagnosticReport, Patient } from 'fhir/r4'
import { beforeAll, describe, expect, it } from 'vitest'
import { allPages, idsOf, nextOf, useFhirLab } from '../../testing/fhir.ts'
import { problemsOf } from '../../testing/fhir-validation.ts'
import { askAsClient } from '../../testing/integrations.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { registerPatient } from '../../testing/test-records.ts'

const PUBLIC = 'https://reports.test'
const app = await useTestApp({ publicUrl: PUBLIC })
const here = await useFhirLab(app)
const { doctor, lab } = here
const client = await here.clientOf({ includesSensitive: true })

const patientId = await registerPatient(doctor, {
  ...{ fullName: 'Layla Al-Mansoori', emrId: 'MRN-1', dob: '1991-02-03' },
})
const otherPatient = await registerPatient(doctor, { fullName: 'Omar Haddad', dob: '1970-01-01' })
const reports: number[] = []

beforeAll(async () => {
  for (const collectedAt of ['2026-01-02T08:00:00Z', '2026-01-01T08:00:00Z', '2026-01-03T08:00:00Z'])
    reports.push((await here.publish({ patientId, visit: { collectedAt } })).id)
  const other = await here.publish({ patientId: otherPatient, reportTypeId: here.sensitiveType })
  reports.push(other.id)
  await here.amend(reports[0] ?? 0)
})

const named = (...places: number[]) => places.map((place) => `report-${reports[place]}`)

describe('a client of another program', () => {
  it('gets pages of at most 100, sized beside a cursor too [API-OUT-131]', async () => {
    const capped = await client.search('DiagnosticReport?_count=1000')
    expect(idsOf(capped)).toHaveLength(4)
    expect(capped.link?.[0]?.url).toBe(`${PUBLIC}/fhir/R4/DiagnosticReport?_count=100`)
    const first = await client.search('DiagnosticReport?_count=1')
    const rest = await client.search(`${nextOf(first)}&_count=1000`)
    expect([...idsOf(first), ...idsOf(rest)]).toEqual(idsOf(capped))
    const second = await client.search(`${nextOf(first)}&_count=2`)
    expect(idsOf(second)).toEqual(idsOf(capped).slice(1, 3))
    expect(await allPages(client, nextOf(second) ?? '')).toEqual(idsOf(capped).slice(3))
  })

  it('counts with _count=0 and _summary=count, and gets the total if it wants it [API-OUT-132]', async () => {
    for (const query of ['_count=0', '_summary=count', '_summary=count&_count=2']) {
      const counted = await client.search(`DiagnosticReport?${query}`)
      expect([counted.total, counted.entry], query).toEqual([4, undefined])
    }
    expect((await client.search('DocumentReference?_summary=count')).total).toBe(5)
    expect((await client.search('Patient?_count=0')).total).toBe(2)
    expect((await client.search('Organization?_count=0')).total).toBe(1)
    const first = await client.search('DiagnosticReport?_total=accurate&_count=1&status=final')
    expect([first.total, idsOf(first)]).toEqual([3, named(1)])
    expect((await client.search(nextOf(first) ?? '')).total).toBeUndefined()
    expect((await client.search('DiagnosticReport?_total=none')).total).toBeUndefined()
  })

  it.each([
    ['DiagnosticReport?_sort=_lastUpdated', [1, 2, 3, 0]],
    ['DiagnosticReport?_sort=-_lastUpdated', [0, 3, 2, 1]],
    ['DiagnosticReport?patient=patient-{patient}&_sort=date', [1, 0, 2]],
    ['DiagnosticReport?patient=patient-{patient}&_sort=-date&category=LAB', [2, 0, 1]],
    ['DiagnosticReport?patient=patient-{patient}&_sort=issued', [1, 2, 0]],
    ['DiagnosticReport?patient=patient-{patient}&_sort=-issued', [0, 2, 1]],
  ] as const)('sorts by %s over pages [API-OUT-133]', async (query, expected) => {
    const filled = query.replace('{patient}', String(patientId))
    for (const count of [1, 2, 50])
      expect(await allPages(client, `${filled}&_count=${count}`), String(count)).toEqual(named(...expected))
  })

  it('sorts versions and patients in both directions [API-OUT-133]', async () => {
    for (const query of ['DocumentReference?', 'Patient?', `DocumentReference?patient=patient-${patientId}&`])
      for (const name of query.startsWith('Patient') || !query.includes('=')
        ? ['_lastUpdated']
        : ['_lastUpdated', 'date']) {
        const up = await allPages(client, `${query}_sort=${name}&_count=1`)
        const down = await allPages(client, `${query}_sort=-${name}&_count=2`)
        expect(up.length, query).toBeGreaterThan(1)
        expect(down, `${query}${name}`).toEqual(up.toReversed())
      }
  })

  it('refuses to sort the patients of a referrer that are not named [API-OUT-133]', async () => {
    const ofReferrer = await here.clientOf({ referrerId: await here.addReferrer('Palm Clinic') })
    const statusOf = async (query: string) => (await ofReferrer.ask(`/R4/Patient?${query}`)).status
    expect(await statusOf('_sort=-_lastUpdated')).toBe(400)
    expect(await statusOf(`_sort=-_lastUpdated&_id=patient-${patientId}`)).toBe(200)
  })

  it('refuses to sort more reports than a statement reads [API-OUT-133]', async () => {
    const many = await useFhirLab(app)
    const { id, patientId: ofMany } = await many.publish()
    await app.database.execute('alter table reports disable trigger user')
    await app.database.execute(
      `with files as (
         insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by)
         select 'sorted-' || n || '.pdf', 'a.pdf', 'application/pdf', 1, sha256(n::text::bytea), r.uploaded_by
           from reports r, generate_series(1, 1000) n where r.id = $1 returning id)
       insert into reports (lab_id, patient_id, report_type_id, title, file_id, uploaded_by)
       select r.lab_id, r.patient_id, r.report_type_id, 'Many', f.id, r.uploaded_by from reports r, files f where r.id = $1`,
      [id],
    )
    await app.database.execute('alter table reports enable trigger user')
    const reader = await many.clientOf()
    const ask = (query: string) => reader.ask(`/R4/DiagnosticReport?patient=patient-${ofMany}&${query}`)
    expect((await ask('_sort=-date')).status).toBe(400)
    expect((await ask('_sort=-_lastUpdated')).status).toBe(200)
    expect((await ask('_sort=-date&_lastUpdated=lt2020')).status).toBe(200)
    expect((await ask('_count=0')).body.total).toBe(1001)
  })

  it('gets a summary or some elements, marked as a part, in searches and reads [API-OUT-134]', async () => {
    const [part] = (await client.search('DiagnosticReport?_summary=true&_count=1')).entry ?? []
    const summary = part?.resource as DiagnosticReport
    expect(summary.meta?.tag).toMatchObject([{ code: 'SUBSETTED' }])
    expect(summary.presentedForm).toBeUndefined()
    expect(summary.subject).toBeDefined()
    const read = await client.read<DiagnosticReport>(`DiagnosticReport/report-${reports[1]}?_elements=issued`)
    expect(Object.keys(read).sort()).toEqual(['code', 'id', 'issued', 'meta', 'resourceType', 'status'])
    const patient = await client.read<Patient>(`Patient/patient-${patientId}?_summary=text`)
    expect([patient.name, patient.active]).toEqual([undefined, true])
    for (const query of ['_summary=true', '_summary=text', '_elements=id', '_summary=data'])
      for (const type of SEARCHED_TYPES)
        expect(problemsOf(await client.search(`${type}?${query}`)), `${type} ${query}`).toEqual([])
    const whole = await client.search('DiagnosticReport?_summary=false&_count=1')
    expect((whole.entry?.[0]?.resource as DiagnosticReport).meta?.tag).toBeUndefined()
  })

  it('gets indented JSON, and a file as application/octet-stream [API-OUT-135]', async () => {
    const textOf = async (path: string, headers = {}) => {
      const answer = await fetch(`${app.origin}/fhir/R4/${path}`, {
        headers: { authorization: `Bearer ${client.key}`, ...headers },
      })
      return { type: answer.headers.get('content-type'), text: await answer.text() }
    }
    for (const path of [`Patient/patient-${patientId}`, 'Patient', 'metadata']) {
      expect((await textOf(`${path}?_pretty=true`)).text, path).toContain('{\n  "resourceType"')
      expect((await textOf(path)).text, path).not.toContain('\n')
    }
    const file = await textOf(`Binary/report-${reports[1]}-1`, { accept: 'application/octet-stream' })
    expect(file.type).toBe('application/pdf')
    expect(file.text).toContain('%PDF')
    const first = await textOf(`Binary/report-${reports[1]}-1`, {
      accept: 'application/octet-stream, application/json;q=0.5',
    })
    expect(first.type).toBe('application/pdf')
  })

  it('includes patients by DiagnosticReport:subject [API-OUT-84]', async () => {
    const found = await client.search('DiagnosticReport?_include=DiagnosticReport:subject&status=amended')
    expect(found.entry?.map(({ resource }) => resource?.id)).toEqual([...named(0), `patient-${patientId}`])
  })
})

it('the CapabilityStatement is open and lists what can be searched [API-OUT-80]', async () => {
  const { status, body } = await askAsClient(app, undefined, '/R4/metadata')
  expect(status).toBe(200)
  const statement = body as CapabilityStatement
  expect(statement).toMatchObject({ fhirVersion: '4.0.1', kind: 'instance' })
  const [rest] = statement.rest ?? []
  const declared = rest?.resource?.map(({ type, interaction }) => [
    type,
    interaction?.map(({ code }) => code),
  ])
  const expected = Object.entries(FHIR_RESOURCES).map(([type, { isSearched }]) => [
    ...[type, isSearched ? ['read', 'search-type'] : ['read']],
  ])
  expect(declared?.toSorted()).toEqual(expected.toSorted())
})

describe('each parameter that the CapabilityStatement declares', async () => {
  const { body } = await askAsClient(app, undefined, '/R4/metadata')
  const types = (body as CapabilityStatement).rest?.[0]?.resource ?? []
  const declared = types.flatMap(({ type, searchParam = [] }) =>
    searchParam.map(({ name }) => [type as string, name] as const),
  )
  const includes = types.flatMap(({ type, searchInclude = [] }) =>
    searchInclude.map((name) => [type as string, name] as const),
  )
  const TYPE: Readonly<Record<string, readonly [found: string, missing: string]>> = {
    'Organization _id': [`lab-${lab.id}`, 'lab-0'],
    'Patient _id': [`patient-${patientId}`, 'patient-0'],
    'Patient identifier': [`${PUBLIC}/fhir/id/emr|mrn-1`, `${PUBLIC}/fhir/id/emr|x`],
    'Patient name': ['mansoori', 'layla haddad'],
    'DocumentReference status': ['superseded', 'preliminary'],
    'DiagnosticReport status': ['amended', 'preliminary'],
    ...{ 'Organization name': [lab.name.slice(0, 4), 'Elsewhere'], birthdate: ['1991-02-03', 'ge2000'] },
    ...{ patient: [`patient-${patientId}`, 'patient-0'], subject: [`Patient/patient-${patientId}`, 'x'] },
    ...{ date: ['ge2026', 'eb2020'], issued: ['sa2025-12-31T10:00', 'lt2020'] },
    ...{ _lastUpdated: ['ge2026-01-01T00:00', 'eb2020'], category: ['LAB', 'RAD'] },
    ...{ code: ['http://loinc.org|75622-1', '1-1'], type: ['75622-1', 'http://snomed.info/sct|75622-1'] },
  }
  const valuesOf = (type: string, name: string) => {
    if (name === '_id') return type === 'DiagnosticReport' ? named(0) : [`report-${reports[0]}-1`]
    return name === 'identifier' ? [String(reports[0])] : []
  }

  it('covers every searched type', () => {
    expect(new Set(declared.map(([type]) => type))).toEqual(new Set(SEARCHED_TYPES))
  })

  it('is in the documentation, as are the scopes [API-OUT-156]', () => {
    const guide = readFileSync(new URL('../../../../../docs/integration.md', import.meta.url), 'utf8')
    const quotedIn = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted).sort()
    for (const type of SEARCHED_TYPES) {
      const [, cell] = new RegExp(`^\\| ${type} +\\|(.+)\\|$`, 'm').exec(guide) ?? []
      const ofType = includes.filter(([one]) => one === type).map(([, name]) => name.slice(type.length))
      expect(quotedIn(cell), type).toEqual(
        [
          ...declared.filter(([one]) => one === type).map(([, name]) => name),
          ...(ofType.length > 0 ? ['_include', ...ofType] : []),
        ].sort(),
      )
    }
    expect(quotedIn(/^Scopes: ([^;]+);/m.exec(guide)?.[1])).toEqual(CLIENT_SCOPES.toSorted())
  })

  it.each(includes)('includes what a %s refers to by %s [API-OUT-84]', async (type, name) => {
    const { entry = [] } = await client.search(`${type}?_count=1&_include=${name}`)
    expect(entry.map(({ search }) => search?.mode)).toEqual(['match', 'include'])
    const [match, included] = entry.map(({ resource }) => resource)
    const element = name.split(':')[1]?.replace('patient', 'subject') ?? ''
    const reference = `${included?.resourceType}/${included?.id}`
    expect(JSON.stringify(Object.entries(match ?? {}).find(([one]) => one === element))).toContain(reference)
  })

  it.each(declared)('filters %s by %s [API-OUT-136]', async (type, name) => {
    const [found = '', missing = 'x'] = TYPE[`${type} ${name}`] ?? TYPE[name] ?? valuesOf(type, name)
    expect(found, 'this test needs an example of each parameter').not.toBe('')
    const count = async (query: string) => (await client.search(`${type}?_count=0${query}`)).total ?? 0
    const all = await count('')
    const withValue = await count(`&${name}=${encodeURIComponent(found)}`)
    expect(withValue).toBeGreaterThan(0)
    if (name === '_id') expect(withValue).toBe(1)
    expect(await count(`&${name}=${encodeURIComponent(missing)}`)).toBe(0)
    expect(
      await count(`&${name}=${encodeURIComponent(`${missing},${found}`.replace(/^(ge|eb|lt).*/, found))}`),
    ).toBe(withValue)
    const isOfAll = ['date', 'issued', '_lastUpdated', 'category'].includes(name) || type === 'Organization'
    expect(withValue < all).toBe(!isOfAll)
  })
})
