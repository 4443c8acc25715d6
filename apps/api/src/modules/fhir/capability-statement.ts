import type { CapabilityStatement, CapabilityStatementRestResource } from 'fhir/r4'
import { FHIR_JSON } from './content-types.ts'
import { includesOf, SEARCHED_TYPES, type SearchedType } from './search/result-parameters.ts'
import { SEARCH_PARAMETERS } from './search/search-parameters.ts'

const searchedType = (type: SearchedType): CapabilityStatementRestResource => {
  const includes = includesOf(type)
  return {
    type,
    interaction: [{ code: 'read' }, { code: 'search-type' }],
    versioning: 'no-version',
    searchParam: Object.entries(SEARCH_PARAMETERS[type]).map(([name, { type: kind }]) => ({
      name,
      type: kind,
    })),
    ...(includes.length > 0 && { searchInclude: includes }),
  }
}

const readType = (type: 'Practitioner' | 'Binary'): CapabilityStatementRestResource => ({
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
      resource: [...SEARCHED_TYPES.map(searchedType), ...(['Practitioner', 'Binary'] as const).map(readType)],
    },
  ],
})
