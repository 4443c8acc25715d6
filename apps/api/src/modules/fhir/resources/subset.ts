import type { Shown } from '../search/result-parameters.ts'
import type { Resource, ResourceType } from './fhir-resource.ts'
import { RESOURCES } from './resources.ts'

const SUBSETTED = { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' }

const elementsOf = (type: ResourceType, { summary, elements }: Shown): readonly string[] | undefined => {
  if (elements.length > 0) return elements
  if (summary === 'text') return ['text']
  return summary === 'true' ? RESOURCES[type].summary : undefined
}

/** Marked as a part, so that no client takes it for the whole resource. */
export const subsetOf = <R extends Resource>(resource: R, shown: Shown): R => {
  const elements = elementsOf(resource.resourceType, shown)
  if (!elements) return resource
  const kept = new Set<string>([
    'resourceType',
    'id',
    'meta',
    ...RESOURCES[resource.resourceType].always,
    ...elements,
  ])
  const part = Object.fromEntries(Object.entries(resource).filter(([name]) => kept.has(name))) as R
  return { ...part, meta: { ...resource.meta, tag: [SUBSETTED] } }
}
