import fc from 'fast-check'
import { expect, it } from 'vitest'
import { problemsOf } from '../../testing/fhir-validation.ts'
import {
  diagnosticReport,
  documentReference,
  organizationResource,
  patientResource,
  practitionerResource,
  type FhirPlace,
} from './fhir-resources.ts'

const RUNS = 1_000
const place: FhirPlace = { publicUrl: 'https://reports.test', referenceTo: (type, id) => `${type}/${id}` }

const id = fc.integer({ min: 1, max: 999_999_999 })
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((one) => one.trim() !== '')
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const instant = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const day = instant.map((at) => at.slice(0, 10))
const version = fc.record({ version: id.map(String), changedAt: instant })
const patient = fc.record({
  ...{ id, labId: id, fullName: text, emrId: orNull(text), nationalId: orNull(text), email: orNull(text) },
  ...{ phone: text, dateOfBirth: day, line1: orNull(text), city: orNull(text), mergedInto: orNull(id) },
  gender: fc.constantFrom('MALE', 'FEMALE', 'OTHER', null),
})
const common = {
  ...{ id, patientId: id, labId: id, title: text, typeTitle: fc.oneof(text, fc.constant('')) },
  version: fc.integer({ min: 1, max: 9 }),
  loinc: fc.constantFrom(null, '11502-2'),
  isSensitive: fc.boolean(),
  publishedAt: instant,
  state: fc.constantFrom('current' as const, 'suspended' as const, 'withdrawn' as const),
  releaserId: orNull(id),
}
const report = fc.record({
  ...common,
  ...{ isCritical: fc.boolean(), collectedAt: orNull(instant), collectedOn: orNull(day) },
  orderNumber: orNull(text),
})
const document = fc.record({ ...common, publisherId: id, isLatest: fc.boolean() })
const file = fc.record({
  contentType: fc.constantFrom('application/pdf', 'image/png'),
  url: fc.constant('https://reports.test/fhir/R4/Binary/report-1-1'),
  ...{ size: id, title: text, creation: instant, hash: fc.constant('2jmj7l5rSw0yVb/vlWAYkK/YBwk=') },
})

it('1,000 records of each kind are valid for two validators, without empty parts [API-OUT-91]', () => {
  fc.assert(
    fc.property(patient, report, document, file, version, (person, facts, versionFacts, attachment, at) => {
      const resources = [
        patientResource(person, place, at),
        diagnosticReport(facts, facts.state === 'current' ? attachment : undefined, place, at),
        documentReference(versionFacts, attachment, place, at),
        organizationResource({ id: person.id, name: person.fullName, line1: 'Street', city: 'Dubai' }, at),
        practitionerResource(person, at),
      ]
      for (const resource of resources) expect(problemsOf(resource), JSON.stringify(resource)).toEqual([])
    }),
    { numRuns: RUNS },
  )
})
