import type { FhirType } from '@zelab/contract'
import type { CapabilityStatement, CapabilityStatementRestResource } from 'fhir/r4'
import { FHIR_JSON } from './content-types.ts'
import type { FhirSearch } from './resources/fhir-resource.ts'
import { RESOURCE_TYPES, RESOURCES } from './resources/resources.ts'

const ofType = (type: FhirType): CapabilityStatementRestResource => {
  const search: FhirSearch | undefined = type === 'Binary' ? undefined : RESOURCES[type].search
  const { parameters, includes } = search?.rules ?? {}
  return {
    type,
    interaction: [{ code: 'read' }, ...(search ? [{ code: 'search-type' as const }] : [])],
    versioning: 'no-version',
    ...(parameters && {
      searchParam: Object.entries(parameters).map(([name, { type: kind }]) => ({ name, type: kind })),
    }),
    ...(includes && { searchInclude: Object.keys(includes) }),
  }
}

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
      resource: [...RESOURCE_TYPES, 'Binary' as const].map(ofType),
    },
  ],
})
