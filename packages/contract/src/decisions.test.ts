import { expect, it } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { contract } from './index.ts'

const decisions = Object.entries(contract.critical as Record<string, Endpoint>).filter(
  ([, { method, path }]) => method === 'POST' && path.includes('/:id'),
)

it('every decision about a critical result names the version or revision, and the file [CRIT-50]', () => {
  expect(decisions.length).toBeGreaterThan(5)
  for (const [name, { body }] of decisions) {
    const shape = (body as { shape?: object } | undefined)?.shape ?? {}
    expect(Object.keys(shape), name).toEqual(expect.arrayContaining(['sha256']))
    expect('version' in shape || 'revision' in shape, name).toBe(true)
  }
})
