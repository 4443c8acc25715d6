import type { Endpoint } from '@zelab/contract'
import { z } from 'zod'

/** Valid but unusual texts: long, decomposed, other scripts and digits, wildcards, formulas. */
const TEXTS: readonly string[] = [
  'x'.repeat(255),
  'Z' + '\u0300'.repeat(254),
  'محمد بن عبد الله',
  '٠٥٠١١٢٣٤٥٦',
  '👩‍👩‍👧‍👦'.repeat(10),
  '%_\\%_\\%_',
  '=1+1,"a";b',
]

/** Dates and numbers at and just beyond the limits of common ranges, then texts. */
const EXTREMES: readonly unknown[] = [
  '0001-01-01',
  '1899-12-31',
  '1900-01-01',
  '2199-12-31',
  '2200-01-01',
  '9999-12-31',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  0,
  -1,
  1,
  5,
  720,
  10_000,
  2 ** 31 - 1,
  2 ** 31,
  Number.MAX_SAFE_INTEGER,
  -Number.MAX_SAFE_INTEGER,
  1e308,
  '0',
  '1',
  '999999999999999',
  String(Number.MAX_SAFE_INTEGER),
  ...TEXTS,
]

const ORDINARY: readonly unknown[] = [
  'Layla Haddad',
  'layla@mail.test',
  '+971501234567',
  '1990-05-01',
  'Secret@123',
  'MALE',
  '2026-01-01T00:00:00Z',
  1,
  10,
  true,
  [],
  undefined,
  null,
  'other',
  'Asia/Dubai',
  '123456',
  'Technician',
  'patient',
  'delegate',
  'parent',
  'en',
]

type Schema = z.core.$ZodType
interface ObjectSchema extends Schema {
  shape: Record<string, Schema>
}

const accepts = (schema: Schema, value: unknown) =>
  // Every schema of the contract has this method; zod's core type omits it.
  (schema as unknown as { safeParse: (value: unknown) => { success: boolean } }).safeParse(value).success

const isObject = (schema: Schema): schema is ObjectSchema => 'shape' in schema

const ordinary = (schema: Schema): unknown =>
  isObject(schema)
    ? Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, ordinary(field)]))
    : (ORDINARY.find((value) => accepts(schema, value)) ?? 'Layla Haddad')

const withExtremes = (schema: Schema): unknown[] => {
  if (!isObject(schema)) return EXTREMES.filter((value) => accepts(schema, value))
  const whole = ordinary(schema) as Record<string, unknown>
  const fields = Object.entries(schema.shape)
  return [
    ...fields.flatMap(([name, field]) => withExtremes(field).map((value) => ({ ...whole, [name]: value }))),
    // All combinations of the ends of a date range.
    ...('fromDate' in schema.shape
      ? EXTREMES.slice(0, 6).flatMap((fromDate) =>
          EXTREMES.slice(0, 6).map((toDate) => ({ ...whole, fromDate, toDate })),
        )
      : []),
  ]
}

export interface ExtremeRequest {
  method: string
  path: string
  body?: unknown
}

const HUGE_ID = '999999999999999'

const asQuery = (values: unknown) => {
  const pairs = Object.entries(values as Record<string, unknown>)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => [key, String(value)])
  return new URLSearchParams(pairs as [string, string][]).toString()
}

/** Drops queries that the schema parses to the same values. */
const withDifferentMeanings = (schema: Schema, queries: readonly unknown[]): unknown[] => {
  const byMeaning = new Map<string, unknown>()
  for (const query of queries) {
    const { data, error } = z.safeParse(schema, Object.fromEntries(new URLSearchParams(asQuery(query))))
    const meaning = JSON.stringify(data ?? error?.issues)
    if (!byMeaning.has(meaning)) byMeaning.set(meaning, query)
  }
  return [...byMeaning.values()]
}

export const extremeRequestsTo = (endpoint: Endpoint): ExtremeRequest[] => {
  const { method } = endpoint
  const withId = (id: string) => endpoint.path.replace(/:\w+/g, id)
  const queries: unknown[] = endpoint.query
    ? withDifferentMeanings(endpoint.query, [{}, ...withExtremes(endpoint.query)])
    : [{}]
  const bodies: unknown[] = endpoint.body && method !== 'GET' ? withExtremes(endpoint.body) : [undefined]
  // A body without dates or numbers is sent once unchanged.
  if (endpoint.body && bodies.length === 0) bodies.push(ordinary(endpoint.body))
  const requestTo = (id: string, query: unknown, body: unknown) => {
    const search = asQuery(query)
    return {
      method,
      path: search === '' ? withId(id) : `${withId(id)}?${search}`,
      ...(body !== undefined && { body }),
    }
  }
  return [
    ...queries.flatMap((query) => bodies.map((body) => requestTo('1', query, body))),
    // Values have no effect on a missing record, so one per limit suffices.
    ...(endpoint.params
      ? [requestTo(HUGE_ID, queries[0], bodies[0]), requestTo(HUGE_ID, queries.at(-1), bodies.at(-1))]
      : []),
  ]
}
