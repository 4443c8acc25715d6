import { describe, expect, it } from 'vitest'
import { contract } from '../index.ts'
import type { Endpoint } from '../endpoint.ts'

const endpoints = Object.entries(contract).flatMap(([module, group]) =>
  Object.entries(group as Record<string, Endpoint>).map(
    ([name, endpoint]) => [`${module}.${name}`, endpoint] as const,
  ),
)

const PATIENT_FIELDS = ['dateOfBirth', 'patient', 'patients', 'recentPatients', 'mergedName', 'documentSeen']

interface Definition {
  type: string
  shape?: Record<string, unknown>
  element?: unknown
  innerType?: unknown
  valueType?: unknown
  in?: unknown
  out?: unknown
  options?: unknown[]
}

const definitionOf = (schema: unknown) => (schema as { _zod: { def: Definition } })._zod.def

const fieldsIn = (schema: unknown): string[] => {
  const def = definitionOf(schema)
  const { shape = {}, element, innerType, valueType, in: before, out: after, options = [] } = def
  const parts = [...Object.values(shape), element, innerType, valueType, before, after, ...options]
  const names = Object.keys(shape).filter((name) => definitionOf(shape[name]).type !== 'number')
  return [...names, ...parts.filter(Boolean).flatMap(fieldsIn)]
}

const showsPatients = ({ response }: Endpoint) =>
  typeof response !== 'string' && fieldsIn(response).some((field) => PATIENT_FIELDS.includes(field))

describe('an endpoint that shows patient data', () => {
  it('reveals itself by its response', () => {
    expect(showsPatients(contract.patients.list)).toBe(true)
    expect(showsPatients(contract.search.records)).toBe(true)
    expect(showsPatients(contract.patientImport.listRows)).toBe(true)
    expect(showsPatients(contract.labs.list)).toBe(false)
    expect(showsPatients(contract.insights.trend)).toBe(false)
  })

  it.each(endpoints.filter(([, endpoint]) => showsPatients(endpoint)))(
    'declares how access is recorded: %s [SAFE-22]',
    (_, endpoint) => {
      expect(endpoint.patientData).toBeDefined()
    },
  )

  it.each(endpoints.filter(([, { patientData }]) => patientData === 'change'))(
    'counts as a change only when it changes data: %s [SAFE-22]',
    (_, { method, changesNothing }) => {
      expect(method).not.toBe('GET')
      expect(changesNothing).toBeUndefined()
    },
  )
})
