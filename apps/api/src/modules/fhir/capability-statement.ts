import type { CapabilityStatement, CapabilityStatementRestResource } from 'fhir/r4'
import { INCLUDES, SEARCH_PARAMETERS, SEARCHED_TYPES, type SearchedType } from './search/search-parameters.ts'
import { FHIR_JSON } from './content-types.ts'

const PARAMETER_TYPES: Readonly<Record<string, 'token' | 'reference' | 'date'>> = {
  ...{ _id: 'token', identifier: 'token', status: 'token', patient: 'reference', subject: 'reference' },
  ...{ _lastUpdated: 'date', date: 'date', issued: 'date' },
}

const searchedType = (type: SearchedType): CapabilityStatementRestResource => ({
  type,
  interaction: [{ code: 'read' }, { code: 'search-type' }],
  versioning: 'no-version',
  searchParam: SEARCH_PARAMETERS[type].flatMap((name) => {
    const kind = PARAMETER_TYPES[name]
    return kind ? [{ name, type: kind }] : []
  }),
  ...(type === 'DiagnosticReport' && { searchInclude: [...INCLUDES] }),
})

const readType = (type: 'Organization' | 'Practitioner' | 'Binary'): CapabilityStatementRestResource => ({
  type,
  interaction: [{ code: 'read' }],
  versioning: 'no-version',
})

export const capabilityStatement = (
  publicUrl: string,
  software: { name: string; version: string | undefined },
  startedAt: string,
): CapabilityStatement => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: startedAt,
  kind: 'instance',
  software: { name: software.name, ...(software.version && { version: software.version }) },
  implementation: { description: 'Published laboratory reports, read only', url: `${publicUrl}/fhir/R4` },
  fhirVersion: '4.0.1',
  format: [FHIR_JSON, 'json'],
  rest: [
    {
      mode: 'server',
      security: {
        extension: [
          {
            url: 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris',
            extension: [{ url: 'token', valueUri: `${publicUrl}/fhir/token` }],
          },
        ],
        service: [
          {
            coding: [
              {
                system: 'http://terminology.hl7.org/CodeSystem/restful-security-service',
                code: 'SMART-on-FHIR',
              },
            ],
          },
        ],
      },
      resource: [
        ...SEARCHED_TYPES.map(searchedType),
        ...(['Organization', 'Practitioner', 'Binary'] as const).map(readType),
      ],
    },
  ],
})
