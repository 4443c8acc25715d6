import type { FhirResource, Meta } from 'fhir/r4'
import type { Shown } from './result-parameters.ts'

/** Elements of our resources that R4 marks as part of a summary. */
const SUMMARY: Readonly<Record<string, readonly string[]>> = {
  DiagnosticReport: [
    ...['identifier', 'status', 'category', 'code', 'subject', 'effectiveDateTime', 'issued'],
    ...['performer', 'resultsInterpreter'],
  ],
  DocumentReference: [
    ...['identifier', 'status', 'docStatus', 'type', 'category', 'subject', 'date', 'author', 'relatesTo'],
    ...['securityLabel', 'content'],
  ],
  Patient: [
    ...['identifier', 'active', 'name', 'telecom', 'gender', 'birthDate', 'address'],
    ...['managingOrganization', 'link'],
  ],
  Organization: ['identifier', 'active', 'name'],
  Practitioner: ['identifier', 'active', 'name'],
}

/** Required elements, and those that change the meaning of others. */
const ALWAYS = ['resourceType', 'id', 'meta', 'active', 'link', 'status', 'code', 'content', 'relatesTo']

const SUBSETTED = { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' }

const elementsOf = (type: string, { summary, elements }: Shown): readonly string[] | undefined => {
  if (elements.length > 0) return elements
  if (summary === 'text') return ['text']
  return summary === 'true' ? SUMMARY[type] : undefined
}

/** Marked as a part, so that no client takes it for the whole resource. */
export const subsetOf = <Resource extends FhirResource & { meta?: Meta }>(
  resource: Resource,
  shown: Shown,
): Resource => {
  const elements = elementsOf(resource.resourceType, shown)
  if (!elements) return resource
  const kept = new Set([...ALWAYS, ...elements])
  const part = Object.fromEntries(Object.entries(resource).filter(([name]) => kept.has(name))) as Resource
  return { ...part, meta: { ...resource.meta, tag: [SUBSETTED] } }
}
