import { expect, it } from 'vitest'
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
  for (const type of ['DiagnosticReport', 'DocumentReference', 'Patient', 'Organization'])
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

it('follows no reference of a resource to a missing one [API-OUT-142]', async () => {
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
  for (const reach of [{}, { includesSensitive: true }, { referrerId }])
    expect(await brokenOf(await here.clientOf(reach)), JSON.stringify(reach)).toEqual([])
})
