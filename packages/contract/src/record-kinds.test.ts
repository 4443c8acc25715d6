import { describe, expect, it } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { contract } from './index.ts'
import { RECORD_KINDS } from './record-kinds.ts'

const { fhir: _, ...ofScreens } = contract
const endpoints = Object.entries(ofScreens).flatMap(([module, group]) =>
  Object.entries<Endpoint>(group).map(([name, endpoint]) => ({
    name: `${module}.${name}`,
    module,
    endpoint,
  })),
)
const KINDS: readonly string[] = RECORD_KINDS

describe('the records of an endpoint', () => {
  it.each(
    endpoints.filter(
      ({ endpoint: { method, response } }) => method === 'GET' && typeof response !== 'string',
    ),
  )('have a kind that writes can name: $name', ({ module, endpoint: { shows = module } }) => {
    expect(KINDS).toContain(shows)
  })

  it.each(endpoints.filter(({ endpoint: { method } }) => method !== 'GET'))(
    'are declared when it changes some: $name',
    ({ endpoint: { changes } }) => {
      expect(changes).toBeDefined()
    },
  )

  it.each(endpoints)(
    'are alone in the envelope, or have a required field beside them: $name',
    ({ endpoint }) => {
      if (typeof endpoint.response === 'string') return
      const { success: _success, message: _message, data: _data, ...others } = endpoint.response.shape
      const types = Object.values(others).map((field) => field._zod.def.type)
      expect(types.length === 0 || types.some((type) => type !== 'optional')).toBe(true)
    },
  )
})
