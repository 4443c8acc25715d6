import { Client } from 'fhir-kit-client'
import type { Bundle, DiagnosticReport, FhirResource } from 'fhir/r4'
import { describe, expect, it } from 'vitest'
import { sure } from '../../testing/api-client.ts'
import { flagReport, SILENT_MAIL_SERVER, useCritical } from '../../testing/critical.ts'
import { useFhirLab } from '../../testing/fhir.ts'
import { problemsOf } from '../../testing/fhir-validation.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { registerPatient } from '../../testing/test-records.ts'

/** The types of the client know no fields of resources. */
const asBundle = (resource: unknown) => resource as Bundle

const app = await useTestApp({ smtpUrl: SILENT_MAIL_SERVER, publicUrl: 'https://reports.test' })
const here = await useFhirLab(app)
const { doctor, admin, lab } = here
const { key, read, search } = await here.clientOf({ includesSensitive: true })
await useCritical(admin, lab.id)

const patientId = await registerPatient(doctor, { gender: 'OTHER', nationalId: '784199012345678' })
const withoutFields = await registerPatient(doctor, {
  ...{ emrId: undefined, email: undefined, gender: undefined, address: undefined },
})
const critical = await here.publish({ patientId, visit: { collectedAt: '2026-01-02T08:00:00Z' } })
sure(await flagReport(doctor, critical.id))
await here.publish({ patientId: withoutFields, reportTypeId: here.sensitiveType })
const amended = await here.publish({ patientId })
await here.amend(amended.id)
const withdrawn = await here.publish({ patientId })
await here.withdraw(withdrawn.id)
const mergedId = await registerPatient(doctor)
sure(await admin.post('/patient/merge', { survivorId: patientId, mergedId, keep: {}, reason: 'duplicate' }))

describe('other programs', () => {
  it('two validators accept every resource, bundle, outcome and statement [API-OUT-91]', async () => {
    const bundles: Bundle[] = [
      await search('DiagnosticReport?_include=DiagnosticReport:patient,DiagnosticReport:performer'),
      await search('DocumentReference'),
      await search('Patient?_count=1'),
      await search('Patient?_id=none'),
    ]
    const entries = bundles.flatMap(({ entry = [] }) => entry.map(({ resource }) => resource as FhirResource))
    const { body: outcome } = await here.clientOf().then(({ ask }) => ask('/R4/Patient?name=La'))
    const resources = [
      ...bundles,
      ...entries,
      await read('metadata'),
      await read(`Practitioner/user-${doctor.user.id}`),
      await read(`DiagnosticReport/report-${critical.id}`),
      outcome as FhirResource,
    ]
    expect(entries.length).toBeGreaterThan(10)
    for (const resource of resources) expect(problemsOf(resource), JSON.stringify(resource)).toEqual([])
    expect(problemsOf({ resourceType: 'Patient', id: 'a b', name: [] })).toHaveLength(2)
    expect(problemsOf({ resourceType: 'Patient', gender: 'f' as 'female' })).not.toEqual([])
  })

  it('fhir-kit-client reads, searches, turns pages and follows references [API-OUT-92]', async () => {
    const client = new Client({ baseUrl: `${app.origin}/fhir/R4`, bearerToken: key })
    const statement = await client.capabilityStatement()
    expect(statement.resourceType).toBe('CapabilityStatement')
    const first = asBundle(
      await client.search({
        resourceType: 'DiagnosticReport',
        searchParams: { patient: `patient-${patientId}`, _count: 1 },
      }),
    )
    const report = first.entry?.[0]?.resource as DiagnosticReport
    const byForm = asBundle(
      await client.search({
        resourceType: 'DiagnosticReport',
        searchParams: { _id: report.id ?? '' },
        options: { postSearch: true },
      }),
    )
    expect(byForm.entry?.[0]?.resource?.id).toBe(report.id)
    // The address of the test differs from the public one.
    const local = JSON.parse(JSON.stringify(first).replaceAll('https://reports.test', app.origin)) as Bundle
    const second = asBundle(await client.nextPage({ bundle: local as never }))
    expect(second.entry?.[0]?.resource?.id).not.toBe(report.id)
    const subject = await client.resolve({
      reference: report.subject?.reference ?? '',
      context: report as never,
    })
    expect(subject.id).toBe(`patient-${patientId}`)
    const missing = client.read({ resourceType: 'Patient', id: 'patient-99999' })
    await expect(missing).rejects.toMatchObject({ response: { status: 404 } })
  })
})
