import { can } from '@zelab/contract'
import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../testing/api-client.ts'
import { clientEndpoints, endpoints, type StaffEndpoint } from '../testing/endpoints.ts'
import { extremeRequestsTo } from '../testing/extreme-values.ts'
import { storeClient } from '../testing/integrations.ts'
import { useTestApp } from '../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../testing/test-records.ts'
import { WAIT_MS } from '../../../../test-limits.ts'

const ANSWERED_WITHIN_MS = 2_000

const app = await useTestApp()
const lab = await app.createLab()
// Ids in requests belong to spare users, so that no request changes a signed-in one.
for (let id = 1; id <= 6; id++) await app.createUser('Technician', lab)
const doctor = await app.signedIn('Doctor', lab)
const admin = await app.signedIn('Admin')
await publishReport(doctor, await registerPatient(doctor), await addReportType(doctor))

/** Skips roles without access, because their values are never read. */
const senders = (name: string, { access }: StaffEndpoint): ApiClient[] => {
  // Signing out and new passwords are tried without a session.
  if (access === 'anyone' || name.startsWith('auth.')) return [app.client()]
  return [
    ...(access === 'staff' || can('Doctor', access) ? [doctor] : []),
    ...(access === 'staff' || can('Admin', access) ? [admin] : []),
  ]
}

const timed = async (client: ApiClient, method: string, path: string, body: unknown) => {
  const startedAt = performance.now()
  const answer = await client.raw(method, `/api/v1${path}`, {
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
    signal: AbortSignal.timeout(WAIT_MS),
  })
  await answer.arrayBuffer()
  return { status: answer.status, ms: performance.now() - startedAt }
}

describe('extreme dates, numbers and texts', () => {
  it.each(endpoints)(
    '%s answers within two seconds without a server error [SAFE-10]',
    async (name, endpoint) => {
      const sendAll = async (client: ApiClient) => {
        for (const { method, path, body } of extremeRequestsTo(endpoint)) {
          const what = `${method} ${path} ${JSON.stringify(body) ?? ''}`
          let answer = await timed(client, method, path, body)
          // Retried, because another program may have used the CPU.
          if (answer.ms > ANSWERED_WITHIN_MS) answer = await timed(client, method, path, body)
          expect(answer.ms, what).toBeLessThan(ANSWERED_WITHIN_MS)
          if (answer.status !== 503) expect(answer.status, what).toBeLessThan(500)
          // Only for components that the test installation lacks on purpose.
          else expect(name).toMatch(/^backups\.|sendTestMail/)
        }
      }
      // Concurrently, because each role mostly waits for the database.
      await Promise.all(senders(name, endpoint).map(sendAll))
    },
  )
})

describe('extreme values of a connected system', async () => {
  const { key } = await storeClient(app, { labId: lab.id, createdBy: admin.user.id })

  it.each(clientEndpoints)('%s answers without a server error [SAFE-10]', async (_, endpoint) => {
    for (const { method, path, body } of extremeRequestsTo(endpoint)) {
      const answer = await app.client().raw(method, `/fhir${path}`, {
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
        ...(body !== undefined && { body: new URLSearchParams({ _id: JSON.stringify(body) }).toString() }),
      })
      await answer.arrayBuffer()
      expect(answer.status, `${method} ${path}`).toBeLessThan(500)
    }
  })
})

describe('the date range', () => {
  const LISTS = ['/patient/getAll', '/patient/export', '/activity/getAll', '/activity/export'] as const
  const DAY_LISTS = ['/insights/figures', '/insights/unopened', '/insights/export'] as const

  it.each(LISTS)(
    'moves days outside 1900 to 2199 to the nearest one inside for %s [SAFE-10]',
    async (path) => {
      const ask = async (query: string) => {
        const answer = await admin.raw('GET', `/api/v1${path}?${query}`)
        expect(answer.status, query).toBe(200)
        return answer.text()
      }
      expect(await ask('toDate=1899-12-31')).toBe(await ask('toDate=1900-01-01'))
      expect(await ask('fromDate=9999-12-31')).toBe(await ask('fromDate=2199-12-31'))
    },
  )

  it.each(DAY_LISTS)('never exceeds those years for %s [SAFE-10]', async (path) => {
    for (const query of ['fromDate=0001-01-01', 'fromDate=0001-01-01&toDate=9999-12-31'])
      expect((await admin.get(`${path}?${query}`)).status, query).toBe(400)
    const end = 'fromDate=9999-12-30&toDate=9999-12-31'
    expect((await admin.raw('GET', `/api/v1${path}?${end}`)).status).toBe(200)
  })

  it.each(LISTS)('spans all of those years for %s [SAFE-10]', async (path) => {
    expect((await admin.get(`${path}?fromDate=1900-01-01&toDate=2199-12-31`)).status).toBe(200)
  })

  it.each(DAY_LISTS)('spans at most ten years for %s [SAFE-10]', async (path) => {
    const ask = (from: string, to: string) => admin.get(`${path}?fromDate=${from}&toDate=${to}`)
    expect((await ask('2190-01-01', '2199-12-31')).status).toBe(200)
    const refused = await ask('2188-01-01', '2199-12-31')
    expect(refused.status).toBe(400)
    expect(refused.body.message).toBe('Please choose a period of at most 10 years')
    // A range without an end extends to today.
    expect((await admin.get(`${path}?fromDate=1900-01-01`)).status).toBe(400)
  })
})
