import { describe, expect, it } from 'vitest'
import {
  diagnosticReport,
  documentReference,
  organizationResource,
  patientResource,
  practitionerResource,
  type FhirPlace,
} from './fhir-resources.ts'

const place: FhirPlace = { publicUrl: 'https://a.test', referenceTo: (type, id) => `${type}/${id}` }
const at = { version: '7', changedAt: '2026-01-03T00:00:00.000Z' }
const meta = { versionId: '7', lastUpdated: at.changedAt }
const restricted = {
  system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality',
  code: 'R',
  display: 'restricted',
}
const laboratory = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'LAB', display: 'Laboratory' }],
}
const file = { contentType: 'application/pdf' }
const facts = {
  ...{ id: 1, version: 2, title: 'Lipids', typeTitle: 'Lipid panel', loinc: '57698-3', isSensitive: true },
  ...{ patientId: 3, labId: 4, publishedAt: '2026-01-02T00:00:00.000Z', state: 'current' as const },
  releaserId: 5,
}
const ofReport = {
  identifier: [{ system: 'https://a.test/fhir/id/report', value: '1' }],
  category: [laboratory],
  subject: { reference: 'Patient/patient-3' },
}
const code = { coding: [{ system: 'http://loinc.org', code: '57698-3' }], text: 'Lipid panel' }

describe('a resource with every fact', () => {
  it('has every element of a report [API-OUT-71]', () => {
    const collected = { collectedAt: '2026-01-01T00:00:00.000Z', collectedOn: null }
    const report = { ...facts, ...collected, isCritical: true, orderNumber: 'ORD-7' }
    expect(diagnosticReport(report, file, place, at)).toEqual({
      ...{ resourceType: 'DiagnosticReport', id: 'report-1', meta: { ...meta, security: [restricted] } },
      ...ofReport,
      basedOn: [
        {
          identifier: {
            type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'PLAC' }] },
            value: 'ORD-7',
          },
        },
      ],
      ...{ status: 'amended', code, effectiveDateTime: collected.collectedAt, issued: facts.publishedAt },
      performer: [{ reference: 'Organization/lab-4' }],
      resultsInterpreter: [{ reference: 'Practitioner/user-5' }],
      conclusionCode: [
        {
          coding: [
            {
              system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation',
              ...{ code: 'AA', display: 'Critical abnormal' },
            },
          ],
        },
      ],
      presentedForm: [file],
    })
  })

  it('has every element of a version [API-OUT-76]', () => {
    const document = { ...facts, publisherId: 6, isLatest: true }
    expect(documentReference(document, file, place, at)).toEqual({
      ...{ resourceType: 'DocumentReference', id: 'report-1-2', meta: { ...meta, security: [restricted] } },
      ...ofReport,
      ...{ status: 'current', docStatus: 'amended', type: code, date: facts.publishedAt },
      author: [{ reference: 'Practitioner/user-6' }, { reference: 'Organization/lab-4' }],
      authenticator: { reference: 'Practitioner/user-5' },
      custodian: { reference: 'Organization/lab-4' },
      relatesTo: [{ code: 'replaces', target: { reference: 'DocumentReference/report-1-1' } }],
      securityLabel: [{ coding: [restricted] }],
      content: [{ attachment: file }],
    })
  })

  it('has every element of a patient, a merged one its identifiers and the survivor [API-OUT-78]', () => {
    const patient = {
      ...{ id: 3, labId: 4, fullName: 'Layla Haddad', emrId: 'E-1', nationalId: '784', email: 'l@a.test' },
      ...{ phone: '+971501234567', dateOfBirth: '1990-05-01', gender: 'FEMALE', line1: 'Street 1' },
      ...{ city: 'Dubai', language: 'ar', mergedInto: null },
    }
    const common = {
      ...{ resourceType: 'Patient', id: 'patient-3', meta },
      identifier: [
        { system: 'https://a.test/fhir/id/patient', value: 'ZL-3' },
        { system: 'https://a.test/fhir/id/emr', value: 'E-1' },
        { system: 'https://a.test/fhir/id/national', value: '784' },
      ],
      managingOrganization: { reference: 'Organization/lab-4' },
    }
    expect(patientResource(patient, place, at)).toEqual({
      ...common,
      ...{ active: true, name: [{ text: 'Layla Haddad' }], gender: 'female', birthDate: '1990-05-01' },
      telecom: [
        { system: 'phone', value: '+971501234567' },
        { system: 'email', value: 'l@a.test' },
      ],
      address: [{ line: ['Street 1'], city: 'Dubai' }],
      communication: [{ language: { coding: [{ system: 'urn:ietf:bcp:47', code: 'ar' }] }, preferred: true }],
    })
    expect(patientResource({ ...patient, mergedInto: 9 }, place, at)).toEqual({
      ...common,
      active: false,
      link: [{ other: { reference: 'Patient/patient-9' }, type: 'replaced-by' }],
    })
  })

  it('has every element of a lab and of a user [API-OUT-79]', () => {
    expect(organizationResource({ id: 4, name: 'Palm Lab', line1: 'Street 1', city: 'Dubai' }, at)).toEqual({
      ...{ resourceType: 'Organization', id: 'lab-4', meta, name: 'Palm Lab' },
      address: [{ line: ['Street 1'], city: 'Dubai' }],
    })
    expect(practitionerResource({ id: 5, fullName: 'Omar Haddad' }, at)).toEqual({
      ...{ resourceType: 'Practitioner', id: 'user-5', meta, name: [{ text: 'Omar Haddad' }] },
    })
  })
})
