import { addressOf, SEARCHED_TYPES } from '@zelab/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientEndpoints } from '../../testing/endpoints.ts'
import { useFhirLab, type FhirLab, type FhirTestClient } from '../../testing/fhir.ts'
import { askAsClient } from '../../testing/integrations.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { RESOURCES } from './resources/resources.ts'
import { PARAMETERS } from './search/search-parameters.ts'

const QUERIES = 10_000
const AT_ONCE = 10
const CLIENTS = 20

const app = await useTestApp({ publicUrl: 'https://reports.test' })
const labs = [await useFhirLab(app), await useFhirLab(app)]

interface Group {
  who: string
  client: FhirTestClient
  reach: (record: OneRecord) => boolean
}
interface OneRecord {
  lab: FhirLab
  id: number
  patientId: number
  referrerId: number | undefined
  isSensitive: boolean
}

const groups: Group[] = []
const records: OneRecord[] = []
for (const lab of labs) {
  const referrers = [await lab.addReferrer('Palm Clinic'), await lab.addReferrer('Marina Clinic')]
  for (const referrerId of [undefined, ...referrers])
    for (const isSensitive of [false, true]) {
      const reportTypeId = isSensitive ? lab.sensitiveType : lab.type
      const { id, patientId } = await lab.publish({
        reportTypeId,
        ...(referrerId !== undefined && { visit: { referrerId } }),
      })
      records.push({ lab, id, patientId, referrerId, isSensitive })
      const reach = { ...(referrerId !== undefined && { referrerId }), includesSensitive: isSensitive }
      groups.push({
        who: `${lab.lab.name}, referrer ${referrerId ?? 'none'}, ${isSensitive ? 'sensitive' : 'plain'}`,
        client: await lab.clientOf(reach),
        reach: (record) =>
          record.lab === lab &&
          (isSensitive || !record.isSensitive) &&
          (referrerId === undefined || record.referrerId === referrerId),
      })
    }
}

const reads = clientEndpoints.filter(([, { access }]) => access.startsWith('system/'))

describe('access of clients', () => {
  it('gives each client its records, and no other one in reads and searches [API-OUT-94]', async () => {
    for (const { who, client, reach } of groups)
      for (const record of records) {
        const { id, patientId } = record
        const status = reach(record) ? 200 : 404
        for (const path of [
          `DiagnosticReport/report-${id}`,
          `DocumentReference/report-${id}-1`,
          `Binary/report-${id}-1`,
        ])
          expect((await client.ask(`/R4/${path}`)).status, `${who}: ${path}`).toBe(status)
        const foundBy = async (query: string) => (await client.search(query)).entry?.length ?? 0
        for (const query of [
          `DiagnosticReport?_id=report-${id}`,
          `DiagnosticReport?patient=patient-${patientId}`,
          `DocumentReference?identifier=${id}`,
        ])
          expect(await foundBy(query), `${who}: ${query}`).toBe(status === 200 ? 1 : 0)
        expect((await client.ask(`/R4/Patient/patient-${patientId}`)).status, who).toBe(status)
      }
  })

  it('answers a read without a token with 401, and one without its scope with 403 [API-OUT-94]', async () => {
    const [lab] = labs
    const client = await lab!.clientOf()
    for (const [name, endpoint] of reads) {
      const path = addressOf(endpoint).replace(':id', 'report-1').replace('/fhir', '')
      const init = {
        method: endpoint.method,
        ...(endpoint.method === 'POST' && { body: new URLSearchParams() }),
      }
      expect((await askAsClient(app, undefined, path, init)).status, name).toBe(401)
      expect((await askAsClient(app, `zlk_${'a'.repeat(43)}`, path, init)).status, name).toBe(401)
      const scopes = ['system/Patient.rs', 'system/Binary.r'].filter((scope) => scope !== endpoint.access)
      await app.database.execute('update integrations set scopes = $2 where id = $1', [client.id, scopes])
      expect((await client.ask(path, init)).status, name).toBe(403)
    }
  })
})

const names = [
  ...Object.keys(PARAMETERS),
  'type',
  ...['_count', '_sort', '_include', '_summary', '_elements', '_total', '_pretty'],
]
const id = fc.integer({ min: 0, max: 99 })
const day = fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.stringMatching(
    /^(eq|ge|le|gt|lt|ap|sa|eb)?\d{4}(-\d\d){0,2}(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/,
  ),
  fc
    .tuple(fc.constantFrom('', 'ge', 'lt'), day, fc.integer({ min: 4, max: 24 }))
    .map(([prefix, at, length]) => prefix + at.slice(0, length)),
  fc
    .tuple(
      fc.constantFrom(
        'report-',
        'patient-',
        'Patient/patient-',
        'https://reports.test/fhir/R4/Patient/patient-',
        '',
      ),
      id,
    )
    .map(([text, n]) => text + n),
  fc
    .tuple(fc.constantFrom('report', 'patient', 'emr', 'national', 'x'), id)
    .map(([system, n]) => `https://reports.test/fhir/id/${system}|${n}`),
  fc.constantFrom(
    ...SEARCHED_TYPES.flatMap((type) => Object.keys(RESOURCES[type].search.rules.includes ?? {})),
    ...['-date', 'issued', '-_lastUpdated', 'true', 'count', 'accurate', 'Layla', 'LAB'],
    'final',
    'current',
    'entered-in-error',
    ',',
    '\\',
    '|',
    '99999999999999999999',
    '-1',
    '1e9',
  ),
)
const fitting = fc.oneof(
  fc.tuple(
    fc.constantFrom('_id', 'identifier', 'patient', 'subject'),
    id.map((n) => `report-${n}`),
  ),
  fc.tuple(fc.constantFrom('_lastUpdated', 'date'), fc.constantFrom('ge2026', 'lt2027-01-01', '2026-11')),
  fc.tuple(fc.constant('status'), fc.constantFrom('final', 'amended,current', 'entered-in-error')),
  fc.tuple(
    fc.constant('_count'),
    id.map((n) => String(n + 1)),
  ),
)
const strange = fc.tuple(
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...names, '_cursor', '_format') },
    { weight: 1, arbitrary: fc.string() },
  ),
  fc.oneof(
    { weight: 3, arbitrary: value },
    { weight: 1, arbitrary: fc.array(value, { maxLength: 4 }).map((some) => some.join(',')) },
  ),
)
const parameter = fc.oneof(fitting, strange)
const query = fc.record({
  type: fc.constantFrom(...SEARCHED_TYPES),
  parameters: fc.array(parameter, { maxLength: 4 }),
  isForm: fc.boolean(),
  path: fc.oneof(
    { weight: 7, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  ),
})

it('10,000 generated queries get no error of the server [API-OUT-93]', async () => {
  // Each may send 600 requests a minute.
  const readers = await Promise.all(
    Array.from({ length: CLIENTS }, () => labs[0]!.clientOf({ includesSensitive: true })),
  )
  const statuses = new Map<number, number>()
  const all = fc.sample(query, QUERIES)
  const send = async ({ type, parameters, isForm, path }: (typeof all)[number], reader: FhirTestClient) => {
    const text = new URLSearchParams(parameters).toString()
    const answer =
      path !== undefined
        ? await reader.ask(`/R4/${type}/${encodeURIComponent(path.replace(/\p{Cs}/gu, ''))}?${text}`)
        : isForm
          ? await reader.ask(`/R4/${type}/_search`, { method: 'POST', body: new URLSearchParams(parameters) })
          : await reader.ask(`/R4/${type}?${text}`)
    expect(answer.status, `${type} ${path ?? ''} ${text}`).toBeLessThan(500)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  }
  for (let at = 0; at < QUERIES; at += AT_ONCE) {
    const reader = readers[(at / AT_ONCE) % CLIENTS]!
    await Promise.all(all.slice(at, at + AT_ONCE).map((one) => send(one, reader)))
  }
  expect(statuses.get(200)).toBeGreaterThan(1_000)
  expect(statuses.get(400)).toBeGreaterThan(1_000)
  expect(statuses.get(429)).toBeUndefined()
})
