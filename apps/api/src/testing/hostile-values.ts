import { z } from 'zod'
import type { Endpoint } from '@zelab/contract'

export const createRandom = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
export type Random = () => number

const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item

const HOSTILE: readonly unknown[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202etxt.exe',
  '😀'.repeat(40),
  'x'.repeat(5000),
  '0',
  '-1',
  '1e309',
  'NaN',
  '9'.repeat(40),
  "' or 1=1 --",
  '%',
  '%00',
  '\\',
  '_',
  '../../../etc/passwd',
  '/api/v1/report/file/../../x',
  '<script>alert(1)</script>',
  '${7*7}',
  '{{7*7}}',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  'true',
  'null',
  '__proto__',
  'constructor',
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  true,
  false,
  null,
  [],
  {},
  [[[[[[]]]]]],
  { toString: 'x' },
  { $gt: '' },
  ['a', 'b'],
]

/** Deeper than the call stack allows. */
const DEEP_JSON = '['.repeat(50_000) + ']'.repeat(50_000)

export interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  maxItems?: number
  format?: string
}

/** A value that roughly fits the schema, or deliberately does not. */
const valueFor = (schema: JsonSchema, random: Random): unknown => {
  if (random() < 0.3) return pick(random, HOSTILE)
  if (schema.enum) return pick(random, schema.enum)
  if (schema.anyOf) return valueFor(pick(random, schema.anyOf), random)
  if (schema.properties) {
    const entries = Object.entries(schema.properties).filter(() => random() < 0.9)
    return Object.fromEntries([
      ...entries.map(([key, inner]) => [key, valueFor(inner, random)] as const),
      ...(random() < 0.1
        ? [[pick(random, ['id', 'labId', 'role', 'extra']), pick(random, HOSTILE)] as const]
        : []),
    ])
  }
  if (schema.type === 'array') return [valueFor(schema.items ?? {}, random)]
  if (schema.type === 'number' || schema.type === 'integer') return Math.floor(random() * 20)
  if (schema.type === 'boolean') return random() < 0.5
  return pick(random, [
    'Layla Haddad',
    '+971501234567',
    'layla@mail.test',
    '1990-05-01',
    'Secret@123',
    '7',
    'MALE',
  ])
}

export const jsonSchemaOf = (schema: z.core.$ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

export interface GeneratedRequest {
  method: string
  path: string
  body?: string
  contentType?: string
  requestKey?: string
}

const asQueryText = (value: unknown) =>
  encodeURIComponent(
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replace(/[\ud800-\udfff]/g, '?'),
  )

export const requestsTo = (endpoint: Endpoint): ((random: Random) => GeneratedRequest) => {
  const query = endpoint.query && jsonSchemaOf(endpoint.query)
  const body = endpoint.body && jsonSchemaOf(endpoint.body)
  return (random) => {
    const path = endpoint.path.replace(/:\w+/g, () =>
      random() < 0.6 ? String(1 + Math.floor(random() * 5)) : asQueryText(pick(random, HOSTILE)) || 'x',
    )
    const pairs = Object.entries(query?.properties ?? {})
      .filter(() => random() < 0.5)
      .map(([key, schema]) => `${key}=${asQueryText(valueFor(schema, random))}`)
    const request = { method: endpoint.method, path: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path }
    if (endpoint.method === 'GET') return request
    const text = random() < 0.01 ? DEEP_JSON : (JSON.stringify(valueFor(body ?? {}, random)) ?? '')
    return {
      ...request,
      body: random() < 0.05 ? text.slice(0, Math.floor(random() * text.length)) : text,
      contentType:
        random() < 0.95 ? 'application/json' : pick(random, ['text/plain', 'multipart/form-data', 'x']),
      ...(random() < 0.2 && { requestKey: pick(random, ['one', 'two', 'k'.repeat(200), 'k'.repeat(201)]) }),
    }
  }
}
