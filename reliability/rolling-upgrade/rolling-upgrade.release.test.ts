import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ApiClient } from '../../apps/api/src/testing/api-client.ts'
import { dropDatabase, runOnServer, withDatabase } from '../../apps/api/src/testing/database-server.ts'
import { freePort } from '../../apps/api/src/testing/free-port.ts'
import { areInstalled } from '../../apps/api/src/testing/programs.ts'
import { startHaproxy, type Haproxy } from './haproxy.ts'
import { patientFields } from '../../apps/api/src/testing/test-records.ts'
import { buildNextVersion, startVersion, THIS_VERSION, type RunningVersion } from './product-versions.ts'
import { createLoad, prepareLoad } from './steady-load.ts'

const ADMIN = { email: 'owner@zelab.test', password: 'OwnersPass1!' }
const STAFF = { email: 'doctor@zelab.test', password: 'Abcdef1!' }
const BUSY_MS = 1000
const NAMES = ['one', 'two'] as const

// The configuration of deploy/haproxy, two processes, and a load without retries.
const behindHaproxy = () => {
  const database = `zelab_rolling_${randomBytes(6).toString('hex')}`
  let folder: string
  let databaseUrl: string
  let serviceUrl: string
  let haproxy: Haproxy
  let ports: Record<(typeof NAMES)[number], number>
  let client: ApiClient
  let records: Awaited<ReturnType<typeof prepareLoad>>
  const running = new Map<string, RunningVersion>()
  const versions: RunningVersion[] = []

  const spawnVersion = (name: (typeof NAMES)[number], server: string, port = ports[name]) => {
    const version = startVersion(server, port, {
      DATABASE_URL: serviceUrl,
      DATABASE_OWNER_URL: databaseUrl,
      DATA_DIR: path.join(folder, name),
      STORAGE_URL: `file:${path.join(folder, 'files')}`,
      SECRET_KEY: 'one key for all processes of this test',
      APP_URL: haproxy.origin,
      TRUST_PROXY: '1',
      STOP_DELAY_SECONDS: '3',
      DISK_RESERVE_MB: '0',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    })
    versions.push(version)
    return version
  }

  const start = async (name: (typeof NAMES)[number], server: string) => {
    const version = spawnVersion(name, server)
    running.set(name, version)
    await version.ready()
    await haproxy.using(name)
  }

  /** Replaces one process after another, as in docs/operations.md. */
  const deploy = async (server: string) => {
    const load = createLoad(client, records)
    const before = await haproxy.missed()
    const working = load.run()
    try {
      for (const name of NAMES) {
        await sleep(BUSY_MS)
        expect(await running.get(name)?.stop()).toBe(0)
        // The other process serves everything while this one starts.
        load.pace.calm()
        await start(name, server)
        load.pace.busy()
      }
      await sleep(BUSY_MS)
    } finally {
      load.stop()
      await working
    }
    // HAProxy hides most of them from users by retrying on the other process.
    expect(await haproxy.missed()).toBe(before)
    return load
  }

  const countOf = async (statement: string) =>
    (await runOnServer<{ n: number }>(databaseUrl, `select count(*)::int as n from ${statement}`))[0]?.n

  const expectNothingFailed = async (load: Awaited<ReturnType<typeof deploy>>) => {
    expect(load.failures, versions.map((version) => version.output()).join('')).toEqual([])
    for (const kind of ['dashboard', 'list', 'record', 'registration', 'change', 'upload', 'publication'])
      expect(load.answers.get(kind), kind).toBeGreaterThan(5)
    for (const kind of ['slow upload', 'slow download'])
      expect(load.answers.get(kind), kind).toBeGreaterThan(0)
    const named = (names: string[]) => `in (${names.map((name) => `'${name}'`).join(', ')})`
    expect(await countOf(`patients where full_name ${named(load.registered)}`)).toBe(load.registered.length)
    expect(await countOf(`reports where title ${named(load.published)}`)).toBe(load.published.length)
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'zelab-rolling-'))
    await chmod(folder, 0o755)
    const { connectionString } = inject('testDatabaseServer')
    await runOnServer(connectionString, `create database ${database}`)
    databaseUrl = withDatabase(connectionString, database)
    await runOnServer(connectionString, `create role ${database} login`)
    const address = new URL(databaseUrl)
    address.username = database
    serviceUrl = address.href
    ports = { one: await freePort(), two: await freePort() }
    haproxy = await startHaproxy(folder, ports)
    await Promise.all(NAMES.map((name) => start(name, THIS_VERSION)))
    const admin = new ApiClient(haproxy.origin)
    await admin.post('/auth/user/login', ADMIN)
    const lab = await admin.post('/lab/create', {
      name: 'City Lab',
      address: { line1: '1 Main Street', city: 'Dubai' },
    })
    const user = { ...STAFF, confirmPassword: STAFF.password, name: 'Staff Person', phone: '+971501234567' }
    await admin.post('/auth/user/register', { ...user, userTypeId: '2', labId: lab.body.data.id as number })
    client = new ApiClient(haproxy.origin)
    expect((await client.post('/auth/user/login', STAFF)).status).toBe(200)
    records = await prepareLoad(client)
  })

  afterAll(async () => {
    await Promise.all([...running.values()].map((version) => version.stop()))
    await haproxy.stop()
    await dropDatabase(inject('testDatabaseServer').connectionString, database)
    await runOnServer(inject('testDatabaseServer').connectionString, `drop role ${database}`)
    await rm(folder, { recursive: true, force: true })
  })

  it('change places one after another without a failed request [INST-05]', async () => {
    await expectNothingFailed(await deploy(THIS_VERSION))
  })

  it('keep working, and start again, when a migration of the next version fails halfway [INST-08]', async () => {
    const broken = await buildNextVersion(path.join(folder, 'broken'), { '9999-broken': 'select nonsense' })
    const load = createLoad(client, records)
    const working = load.run()
    try {
      await sleep(BUSY_MS)
      const failing = spawnVersion('one', broken, await freePort())
      expect(await failing.ended()).toBe(1)
      expect(failing.output()).toContain('nonsense')
      await sleep(BUSY_MS)
    } finally {
      load.stop()
      await working
    }
    expect(load.failures).toEqual([])
    expect(await countOf("schema_migrations where name like '999%'")).toBe(0)
    await expectNothingFailed(await deploy(THIS_VERSION))
  })

  it('reach the next schema without a failed request [INST-06 RULE-90]', async () => {
    await expectNothingFailed(await deploy(await buildNextVersion(path.join(folder, 'next'))))
    expect(await countOf("schema_migrations where name = '9998-next-version'")).toBe(1)
    expect(await countOf('next_things')).toBe(0)
  })
}

it('reports every request of the load that fails', async () => {
  const nowhere = new ApiClient(`http://127.0.0.1:${await freePort()}`)
  const large = { filePath: '/none', sha256: '' }
  const changed = { id: 1, fields: patientFields() }
  const load = createLoad(nowhere, { patientId: 1, changed, reportTypeId: 1, large })
  const working = load.run()
  await expect.poll(() => new Set(load.failures.map((failure) => failure.split(':')[0])).size).toBe(8)
  load.stop()
  await working
  expect(load.answers.size).toBe(0)
})

describe.skipIf(!areInstalled('haproxy'))('two processes behind HAProxy', behindHaproxy)
