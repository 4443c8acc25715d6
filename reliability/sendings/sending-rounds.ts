import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedDatabase } from '../../apps/api/src/platform/database/embedded-database.ts'
import { hashPassword } from '../../apps/api/src/platform/password-hasher.ts'
import { ApiClient, sure } from '../../apps/api/src/testing/api-client.ts'
import { createRandom } from '../../apps/api/src/testing/hostile-values.ts'
import { LOCALHOST_TLS } from '../../apps/api/src/testing/localhost-certificate.ts'
import { startHookServer } from '../../apps/api/src/testing/receivers.ts'
import { addReportType } from '../../apps/api/src/testing/test-records.ts'
import { WAIT_MS } from '../../test-limits.ts'
import { startProduct, type ProductProcess } from '../crash/product-process.ts'
import { compare, type Received } from './comparison.ts'
import { createStaff } from './random-staff.ts'

const ADMIN = { email: 'owner@zelab.test', password: 'Owner-of-it-1' }
const DOCTOR = { email: 'doctor@zelab.test', password: 'Doctor-of-it-1' }
const WORKERS = 4
const POLL_MS = 300

export interface SendingsOutcome {
  actions: number
  kills: number
  received: number
  repeated: number
  events: number
  findings: string[]
}

/** Answers, refuses for now, or breaks the connection after it has read the message. */
const startMoodyReceiver = async (random: () => number) => {
  const hooks = await startHookServer()
  let isCalm = false
  hooks.state.onRequest = async () => {
    const mood = isCalm ? 1 : random()
    hooks.state.status = mood < 0.1 ? 503 : 204
    if (mood > 0.95 && !isCalm) await sleep(200)
  }
  return { ...hooks, calm: () => (isCalm = true) }
}

/** Reads the feed like a system that polls, from whichever process answers. */
const pollFeed = (servers: readonly ProductProcess[], key: string, isOver: () => boolean) => {
  const events: { id: string }[] = []
  let after = ''
  const read = async (): Promise<number> => {
    const server = servers[events.length % servers.length]
    const answer = await fetch(`${server?.url}/fhir/events?limit=100${after && `&after=${after}`}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    if (!answer.ok) return 0
    const page = (await answer.json()) as { events: { id: string }[]; next: string }
    events.push(...page.events)
    after = page.next
    return page.events.length
  }
  const run = async () => {
    while (!isOver()) {
      await read().catch(() => 0)
      await sleep(POLL_MS)
    }
    while ((await read()) > 0);
    return events
  }
  return run()
}

/** Two processes on one database are killed in turn during random changes of reports. At rest, everyone has the same state. */
export const killSenders = async (wanted: { actions: number; kills: number }): Promise<SendingsOutcome> => {
  const random = createRandom(wanted.actions)
  const folder = await mkdtemp(path.join(tmpdir(), 'zelab-sendings-'))
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedDatabase({ dataDir: path.join(folder, 'postgres') })
  const receivers = [await startMoodyReceiver(random), await startMoodyReceiver(random)] as const
  const servers: ProductProcess[] = []
  const database = new pg.Client({ connectionString: postgres.connectionString })
  try {
    for (const number of [1, 2])
      servers.push(
        await startProduct(
          {
            DATA_DIR: path.join(folder, `data-${number}`),
            STORAGE_URL: `file:${path.join(folder, 'files')}`,
            DATABASE_URL: postgres.connectionString,
            DATABASE_SINGLE_LOGIN: 'true',
            SECRET_KEY: 'one key for all processes of this test',
            OUTBOUND_NETWORKS: '127.0.0.0/8',
            ADMIN_EMAIL: ADMIN.email,
            ADMIN_PASSWORD: ADMIN.password,
            HL7_PORT: '',
            HL7_HOST: '',
          },
          {},
        ),
      )
    await Promise.all(servers.map((server) => server.ready()))
    await database.connect()
    const origin = servers[0]?.url ?? ''
    const admin = new ApiClient(origin)
    sure(await admin.post('/auth/user/login', ADMIN))
    const labId = sure(
      await admin.post('/lab/create', {
        name: 'City Lab',
        address: { line1: '1 Main Street', city: 'Dubai' },
      }),
    ).id as number
    sure(await admin.put(`/lab/updateVisitSettings/${labId}`, { isOn: true }))
    await database.query(
      `insert into users (full_name, email, phone, password_hash, user_type_id, lab_id)
       values ('Doctor', $1, '+971500000000', $2, 2, $3)`,
      [DOCTOR.email, await hashPassword(DOCTOR.password), labId],
    )
    const doctors = await Promise.all(
      servers.map(async ({ url }) => {
        const doctor = new ApiClient(url)
        sure(await doctor.post('/auth/user/login', DOCTOR))
        return doctor
      }),
    )
    const [doctor] = doctors
    if (!doctor) throw new Error('No process runs')
    const referrerId = sure(
      await doctor.post(`/lab/addReferrer/${labId}`, { kind: 'clinic', name: 'Palm Clinic' }),
    ).id as number
    const common = { purpose: 'Treatment', country: 'AE' }
    const reaches = [{ kind: 'lab' }, { kind: 'referrer', id: referrerId }]
    for (const [index, reach] of reaches.entries())
      sure(
        await admin.post(`/integration/addReceiver/${labId}`, {
          ...{ ...common, name: `Receiver ${index}`, reach, kind: 'webhook' },
          ...{ url: receivers[index]?.url, ca: LOCALHOST_TLS.cert },
        }),
      )
    const { secret } = sure(
      await admin.post(`/integration/addClient/${labId}`, {
        ...{ ...common, name: 'Client', reach: { kind: 'lab' }, days: 30 },
        scopes: ['system/DiagnosticReport.rs'],
      }),
    )
    let isOver = false
    const feed = pollFeed(servers, secret as string, () => isOver)
    const staff = createStaff({ doctors, random, referrerId, typeId: await addReportType(doctor) })
    let kills = 0
    const killInTurn = async () => {
      while (kills < wanted.kills && staff.done() < wanted.actions) {
        const next = ((kills + 1) * wanted.actions) / (wanted.kills + 1)
        while (staff.done() < next) await sleep(20)
        const server = servers[kills % servers.length]
        await server?.kill()
        kills += 1
        await server?.ready()
      }
    }
    await Promise.all([
      killInTurn(),
      ...Array.from({ length: WORKERS }, () => staff.work(() => staff.done() >= wanted.actions)),
    ])
    for (const receiver of receivers) receiver.calm()
    const deadline = Date.now() + 10 * WAIT_MS
    for (;;) {
      // Without the pauses after failures.
      await database.query('update integrations set next_try_at = null, tries = 0')
      await database.query("update integration_sendings set next_try_at = now() where state = 'waiting'")
      await database.query("select enqueue_receiver(id, now()) from integrations where kind <> 'client'")
      const { rows } = await database.query(
        "select 1 from integration_sendings where state = 'waiting' limit 1",
      )
      if (rows.length === 0) break
      if (Date.now() > deadline) throw new Error('Changes still wait')
      await sleep(500)
    }
    isOver = true
    const events = await feed
    const received: Received[][] = receivers.map((receiver) =>
      receiver.received.map(({ headers, body }) => ({
        id: String(headers['webhook-id']),
        type: body.type,
        report: body.data.report,
        version: body.data.version,
      })),
    )
    const findings = await compare(database, {
      ...{ labId, referrerId, received, origin, key: secret as string },
      events: events.map(({ id }) => id),
    })
    const all = received.flat()
    return {
      ...{ actions: staff.done(), kills, received: all.length, events: events.length },
      repeated:
        all.length - new Set(received.flatMap((one, index) => one.map(({ id }) => `${index} ${id}`))).size,
      findings: [...findings, ...servers.flatMap((server) => server.ownEnds())],
    }
  } finally {
    await database.end().catch(() => {})
    await Promise.all(servers.map((server) => server.stop()))
    await postgres.stop()
    await Promise.all(receivers.map((receiver) => receiver.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}
