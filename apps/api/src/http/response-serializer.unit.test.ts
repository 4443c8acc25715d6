import { contract, type Endpoint } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import { serializeByContract, serializerOf } from './response-serializer.ts'

const endpoints = Object.values(contract).flatMap((group) => Object.values(group as Record<string, Endpoint>))

describe('an answer', () => {
  it('gets a serializer for every endpoint that does not send a file', () => {
    const schemas = endpoints.flatMap(({ response }) => (typeof response === 'string' ? [] : response))
    expect(schemas.length).toBeGreaterThan(100)
    for (const schema of schemas) expect(serializerOf(schema)).toBeTypeOf('function')
  })

  it('stops the start when the contract does not describe it', () => {
    const route = { schema: { type: 'object' }, method: 'GET', url: '/things' }
    expect(() => serializeByContract(route)).toThrow('GET /things has no answer in the contract')
  })
})
