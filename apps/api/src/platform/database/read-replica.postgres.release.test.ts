import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDatabase } from './create-database.ts'
import { DatabaseUnavailableError } from './database.ts'
import type { ReplicaState } from './replica.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import { readMetricsPage } from '../../testing/metrics-page.ts'
import { startReplicatedServer, type ReplicatedServer } from '../../testing/replicated-server.ts'
import { startTestApp, type TestApp, type TestAppOptions, type TestLab } from '../../testing/test-app.ts'
import { addReportType, patientFields, publishReport, registerPatient } from '../../testing/test-records.ts'
import { WAIT_MS } from '../../../../../test-limits.ts'
import { withdrawReport } from '../../testing/withdrawal.ts'

/** Generous limits keep the replica in use on a busy machine or while a test pauses it. */
const PATIENT = { answerMs: 10_000, longestLagSeconds: 3600 }

let server: ReplicatedServer
let app: TestApp
let lab: TestLab

const become = (one: TestApp, state: ReplicaState) =>
  vi.waitFor(() => expect(one.replica?.state()).toBe(state), { timeout: WAIT_MS })

const startApp = (replica: Partial<NonNullable<TestAppOptions['replica']>> = {}) =>
  startTestApp({
    installation: { connectionString: server.primary, dataDir: server.dataDir },
    replica: { connectionString: server.replica, ...PATIENT, ...replica },
  })

const moveTo = (other: TestApp, client: ApiClient): ApiClient => {
  const moved = other.client()
  for (const pair of client.cookieHeader().split('; ')) {
    const [name = '', value = ''] = pair.split('=')
    moved.setCookie(name, value)
  }
  return moved
}

const markOf = (client: ApiClient) => /last-write=([^;]*)/.exec(client.cookieHeader())?.[1]
const patientIds = async (client: ApiClient, text = '') =>
  ((await client.get(`/patient/getAll?limit=100&search=${text}`)).body.data as { id: number }[]).map(
    ({ id }) => id,
  )

beforeAll(async () => {
  server = await startReplicatedServer()
  app = await startApp()
  lab = await app.createLab()
  await become(app, 'in_use')
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})

describe('while the replica lags', () => {
  let admin: ApiClient
  let writer: ApiClient
  let other: ApiClient
  let typeId: number
  let before: number
  let reportId: number
  let filePath: string

  beforeAll(async () => {
    admin = await app.signedIn('Admin')
    writer = await app.signedIn('Doctor', lab)
    other = await app.signedIn('Doctor', lab)
    typeId = await addReportType(admin)
    before = await registerPatient(writer, { fullName: 'Hatem Before' })
    const report = await publishReport(writer, before, typeId, { title: 'Lipids before' })
    reportId = report.id
    filePath = report.filePath
  })
  afterEach(() => server.resume())

  it('lists, searches and exports are read from it, records and counters are not [READ-01]', async () => {
    await server.pause()
    const id = await registerPatient(writer, { fullName: 'Hatem After' })
    await publishReport(writer, id, typeId, { title: 'Lipids after' })
    expect(await patientIds(other)).toEqual([before])
    expect(await patientIds(other, 'hatem')).toEqual([before])
    const reports = await other.get('/report/getAll')
    expect(reports.body.data.map((report: { id: number }) => report.id)).toEqual([reportId])
    const found = (await other.post('/search/records', { text: 'after' })).body.data
    expect(found).toEqual({ patients: [], reports: [] })
    const exported = async (client: ApiClient, path: string) =>
      (await client.raw('GET', `/api/v1${path}`)).text()
    expect(await exported(other, '/patient/export')).not.toContain('Hatem After')
    expect(await exported(other, '/report/export')).not.toContain('Lipids after')
    const anyAdmin = await app.signedIn('Admin')
    const log = await anyAdmin.get('/activity/getAll?limit=100')
    expect(JSON.stringify(log.body.data)).not.toContain(`ZL-${id}`)
    expect(await exported(anyAdmin, '/activity/export')).not.toContain(`ZL-${id}`)

    expect((await other.get(`/patient/getById/${id}`)).body.data.fullName).toBe('Hatem After')
    expect((await other.get('/user/dashboard')).body.data.totalPatients).toBe(2)
  })

  it('callers see their own writes at once at every process, without errors [READ-02]', async () => {
    const second = await startApp()
    try {
      await become(second, 'in_use')
      const everybody = (await patientIds(other)).length
      await server.pause()
      const id = await registerPatient(writer, { fullName: 'Salma Written' })
      expect(await patientIds(writer)).toContain(id)
      expect(await patientIds(moveTo(second, writer))).toContain(id)
      const found = await moveTo(second, writer).post('/search/records', { text: 'salma' })
      expect(found.body.data.patients).toHaveLength(1)
      expect((await patientIds(moveTo(second, other))).length).toBe(everybody)
    } finally {
      await second.stop()
    }
  })

  it('lets a forged WAL position change only where lists are read [READ-03]', async () => {
    await server.pause()
    const id = await registerPatient(writer, { fullName: 'Nadia Forged' })
    const seenWith = async (value: string) => {
      const client = moveTo(app, other)
      client.setCookie('last-write', encodeURIComponent(value))
      return (await patientIds(client)).includes(id)
    }
    expect(await seenWith('0/0')).toBe(false)
    expect(await seenWith('FFFFFFFF/FFFFFFFF')).toBe(true)
    for (const nonsense of ['x', '1/1; drop table patients', '-1/0', '/'])
      expect(await seenWith(nonsense), nonsense).toBe(true)
  })

  it('permissions are read from the primary, so a revoked one takes effect at once [READ-05]', async () => {
    const dismissed = await app.signedIn('Doctor', lab)
    const moved = await app.signedIn('Doctor', lab)
    const elsewhere = await app.createLab()
    const otherLabDoctor = await app.signedIn('Doctor', elsewhere)
    const otherLabPatientId = await registerPatient(otherLabDoctor)
    await server.pause()
    const deactivated = await admin.delete(`/user/delete/${dismissed.user.id}`)
    expect(deactivated.status).toBe(200)
    await app.database.query('update users set lab_id = $1 where id = $2', [elsewhere.id, moved.user.id])
    await withdrawReport(writer, reportId, { reason: 'wrong-file' })
    expect((await dismissed.get('/patient/getAll')).status).toBe(401)
    expect(await patientIds(moved)).toEqual([otherLabPatientId])
    // The stale list still shows the title, but the record is gone immediately.
    const receptionist = await app.signedIn('Receptionist', lab)
    expect(JSON.stringify((await receptionist.get('/report/getAll')).body)).toContain('Lipids before')
    expect((await receptionist.get(`/report/getById/${reportId}`)).status).toBe(404)
    expect((await receptionist.raw('GET', filePath)).status).toBe(404)
  })

  it('skips a replica that is too far behind until it has caught up [READ-04]', async () => {
    const strict = await startApp({ longestLagSeconds: 1.5 })
    try {
      await become(strict, 'in_use')
      await server.pause()
      const id = await registerPatient(writer)
      await become(strict, 'behind')
      expect(await patientIds(moveTo(strict, other))).toContain(id)
      await server.resume()
      await become(strict, 'in_use')
    } finally {
      await strict.stop()
    }
  })
})

it('rejects a replica while it does not follow a promotion, however far its log goes [READ-04] [HA-04]', async () => {
  await become(app, 'in_use')
  await server.pause()
  await server.promote()
  await become(app, 'behind')
  await server.resume()
  await server.checkpoint()
  await become(app, 'in_use')
})

it('refuses a replica where the database must be the primary [HA-04]', async () => {
  const connections = { connectionString: server.replica, logger: { warn() {} } }
  const strict = createDatabase({ ...connections, isPrimaryOnly: true })
  await expect(strict.ping()).rejects.toBeInstanceOf(DatabaseUnavailableError)
  await strict.close()
  const any = createDatabase(connections)
  await expect(any.ping()).resolves.toBeUndefined()
  await any.close()
  const primary = createDatabase({ ...connections, connectionString: server.primary, isPrimaryOnly: true })
  await expect(primary.ping()).resolves.toBeUndefined()
  await primary.close()
})

it('remembers only writes of signed-in users, for ten seconds [READ-02]', async () => {
  const client = await app.signedIn('Receptionist', lab)
  await patientIds(client)
  await client.post('/search/records', { text: 'hatem' })
  await client.post('/patient/checkPhone', { phone: '+971501234567' })
  await client.post('/user/patient/onboarding', {})
  expect(markOf(client)).toBeUndefined()
  const answer = await client.raw('POST', '/api/v1/user/patient/onboarding', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(patientFields()),
  })
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^last-write=.*; Max-Age=10; Path=\/api\/v1; HttpOnly; SameSite=Lax$/),
  ])
  const { id } = ((await answer.json()) as { data: { id: number } }).data
  expect(markOf(client)).toMatch(/^[\dA-F]+%2F[\dA-F]+$/)
  await server.catchUp()
  await become(app, 'in_use')
  const reads = async () => readMetricsPage(await app.services.monitoring.page())
  const ofReplica = (await reads()).valueOf('zelab_list_reads_total', 'source="replica"') ?? 0
  expect(await patientIds(client)).toContain(id)
  const after = await reads()
  expect(after.valueOf('zelab_list_reads_total', 'source="replica"')).toBe(ofReplica + 1)
  expect(after.valueOf('zelab_replica_state', 'state="in_use"')).toBe(1)
})

it('refuses a search too slow for the replica without repeating it on the primary [FINDREP-06]', async () => {
  const client = await app.signedIn('Doctor', lab)
  await server.catchUp()
  await become(app, 'in_use')
  const ofPrimary = async () =>
    readMetricsPage(await app.services.monitoring.page()).valueOf(
      'zelab_list_reads_total',
      'source="primary"',
    ) ?? 0
  await app.database.transaction(async (tx) => {
    // The replica takes this lock when it replays the log.
    await tx.execute('lock table reports in access exclusive mode')
    await app.database.query('select pg_switch_wal()')
    await server.catchUp()
    const before = await ofPrimary()
    for (const path of ['/report/getAll?search=hatem', '/report/export?search=hatem'])
      expect((await client.get(path)).body.code).toBe('SEARCH_TOO_BROAD')
    expect(await ofPrimary()).toBe(before)
  })
  await server.catchUp()
})

it('remembers no write without a replica [READ-06]', async () => {
  const plain = await startTestApp()
  try {
    const client = await plain.signedIn('Receptionist')
    const id = await registerPatient(client)
    expect(markOf(client)).toBeUndefined()
    expect(await patientIds(client)).toEqual([id])
    const page = readMetricsPage(await plain.services.monitoring.page())
    expect(page.valueOf('zelab_replica_state')).toBeUndefined()
    expect(page.valueOf('zelab_list_reads_total') ?? 0).toBe(0)
  } finally {
    await plain.stop()
  }
})

it.each([
  ['the primary itself', () => server.primary],
  ['another database of the replica', () => server.elsewhere],
])('%s is not accepted as a replica [READ-07]', async (_, addressOf) => {
  const mistaken = await startApp({ connectionString: addressOf() })
  try {
    await become(mistaken, 'foreign')
    const client = await mistaken.signedIn('Receptionist', lab)
    const id = await registerPatient(client)
    expect(await patientIds(client)).toContain(id)
  } finally {
    await mistaken.stop()
  }
})

it('delays requests only briefly and stays ready when a replica hangs or disappears [READ-04]', async () => {
  const short = await startApp({ answerMs: 500 })
  try {
    const client = await short.signedIn('Receptionist', lab)
    await become(short, 'in_use')
    const expected = await patientIds(client)
    const thaw = await server.freeze()
    try {
      expect(await patientIds(client)).toEqual(expected)
      await become(short, 'silent')
      expect(await patientIds(client)).toEqual(expected)
    } finally {
      thaw()
    }
    await become(short, 'in_use')

    await server.stopReplica()
    expect(await patientIds(client)).toEqual(expected)
    await become(short, 'silent')
    expect(await patientIds(client)).toEqual(expected)
    expect((await client.raw('GET', '/readyz')).status).toBe(200)
    const page = readMetricsPage(await short.services.monitoring.page())
    expect(page.valueOf('zelab_replica_state', 'state="silent"')).toBe(1)
    expect(page.valueOf('zelab_replica_lag_seconds')).toBeGreaterThan(0)
  } finally {
    await short.stop()
  }
})
