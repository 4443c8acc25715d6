import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedDatabase } from '../../apps/api/src/platform/database/embedded-database.ts'
import { createHl7Certificates } from '../../apps/api/src/testing/hl7-sender.ts'
import { createRandom } from '../../apps/api/src/testing/hostile-values.ts'
import { WAIT_MS } from '../../test-limits.ts'
import { startProduct, type ProductProcess } from '../crash/product-process.ts'
import { compare } from './comparison.ts'
import { ADMIN, install, type Team } from './installation.ts'
import { startMoodyClinic, startMoodyHook } from './moody-receivers.ts'
import { createStaff } from './random-staff.ts'
import { readStored } from './stored-states.ts'

const WORKERS = 4
const PAUSE_MS = 500
/** Below the age of a sign-in that may release. */
const SIGN_IN_MS = 8 * 60_000

export interface SendingsOutcome {
  actions: number
  refused: number
  kills: number
  received: number
  repeated: number
  events: number
  /** The latest arrival of a file after the end of its report, in milliseconds. */
  latestFileMs: number
  seconds: number
  findings: string[]
}

const PAUSED = `
  with receivers as (
    update integrations set next_try_at = null, tries = 0
     where id in (select id from integrations where next_try_at > now() for update skip locked)
    returning id),
  sendings as (
    update integration_sendings set next_try_at = now()
     where id in (select id from integration_sendings where state = 'waiting' and next_try_at > now()
                     for update skip locked)
    returning integration_id as id)
  select id from receivers union select id from sendings`

/** Ends the pauses after failures. Waits for one lock at a time, so that it causes no deadlock. */
const endPauses = async (database: pg.Client) => {
  const { rows } = await database.query<{ id: string }>(PAUSED)
  for (const { id } of rows) await database.query('select enqueue_receiver($1, now())', [id])
}

const waitForRest = async (database: pg.Client) => {
  const deadline = Date.now() + 10 * WAIT_MS
  for (;;) {
    await endPauses(database)
    const { rowCount } = await database.query(
      "select 1 from integration_sendings where state = 'waiting' limit 1",
    )
    if (!rowCount) return
    if (Date.now() > deadline) throw new Error('Changes still wait')
    await sleep(PAUSE_MS)
  }
}

const keepSignedIn = async ({ signIn }: Team, isOver: () => boolean) => {
  let next = Date.now() + SIGN_IN_MS
  while (!isOver()) {
    await sleep(PAUSE_MS)
    if (Date.now() < next) continue
    // Its process may just be restarting.
    await signIn().then(
      () => (next = Date.now() + SIGN_IN_MS),
      () => {},
    )
  }
}

const startServers = async (folder: string, settings: Record<string, string>) => {
  const start = (number: number) =>
    startProduct(
      {
        DATA_DIR: path.join(folder, `data-${number}`),
        STORAGE_URL: `file:${path.join(folder, 'files')}`,
        DATABASE_SINGLE_LOGIN: 'true',
        SECRET_KEY: 'one key for all processes of this test',
        OUTBOUND_NETWORKS: '127.0.0.0/8',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        HL7_PORT: '',
        HL7_HOST: '',
        ...settings,
      },
      {},
    )
  return [await start(1), await start(2)] as const
}

/** Two processes on one database are killed in turn during random changes. At rest, everyone has the same state. */
export const killSenders = async (
  wanted: { actions: number; kills: number },
  onKill: (kills: number, actions: number) => void = () => {},
): Promise<SendingsOutcome> => {
  const random = createRandom(wanted.actions)
  const folder = await mkdtemp(path.join(tmpdir(), 'zelab-sendings-'))
  await chmod(folder, 0o755)
  const certificates = createHl7Certificates()
  certificates.issueClient('sender')
  const postgres = await startEmbeddedDatabase({ dataDir: path.join(folder, 'postgres') })
  const receivers = [
    await startMoodyHook(random),
    await startMoodyHook(random),
    await startMoodyClinic(random, certificates),
  ] as const
  let servers: readonly ProductProcess[] = []
  const database = new pg.Client({ connectionString: postgres.connectionString })
  try {
    const started = await startServers(folder, {
      DATABASE_URL: postgres.connectionString,
      HL7_OUT_CERT_FILE: certificates.authority.file('sender.pem'),
      HL7_OUT_KEY_FILE: certificates.authority.file('sender.key'),
    })
    servers = started
    await Promise.all(servers.map((server) => server.ready()))
    await database.connect()
    const [first, second, third] = receivers
    const installation = await install([started[0].url, started[1].url], database, [
      ...([first.address, second.address] as const),
      third.address,
    ])
    const { teams, client } = installation
    const start = performance.now()
    let isAtRest = false
    const feed = client.pollFeed(() => isAtRest)
    const staff = createStaff(installation, random)
    let kills = 0
    const isOver = () => staff.done() >= wanted.actions && kills >= wanted.kills
    const killInTurn = async () => {
      while (kills < wanted.kills) {
        const next = ((kills + 1) * wanted.actions) / (wanted.kills + 1)
        while (staff.done() < next) await sleep(20)
        const server = servers[kills % servers.length]
        await server?.kill()
        await server?.ready()
        kills += 1
        onKill(kills, staff.done())
      }
    }
    const passTime = async () => {
      while (!isOver()) {
        await endPauses(database)
        await sleep(PAUSE_MS)
      }
    }
    await Promise.all([
      killInTurn(),
      passTime(),
      ...teams.map((team) => keepSignedIn(team, isOver)),
      ...Array.from({ length: WORKERS }, () => staff.work(isOver)),
    ])
    for (const receiver of receivers) receiver.calm()
    await waitForRest(database)
    isAtRest = true
    const arrived = [first.arrived, second.arrived, third.arrived] as const
    const events = await feed
    const stored = await readStored(database, installation)
    const { findings, latestFileMs } = await compare(stored, { arrived, events }, client)
    const received = arrived.flat().length
    return {
      ...{ actions: staff.done(), refused: [...staff.refusals.values()].reduce((sum, one) => sum + one, 0) },
      ...{ kills, received, events: events.length, latestFileMs },
      repeated: received - arrived.reduce((sum, list) => sum + new Set(list.map(({ id }) => id)).size, 0),
      seconds: Math.round((performance.now() - start) / 1000),
      findings: [
        ...findings,
        ...[...staff.refusals.keys()].filter((refusal) => refusal.startsWith('500')),
        ...servers.flatMap((server) => server.ownEnds()),
      ],
    }
  } finally {
    await database.end().catch(() => {})
    await Promise.all(servers.map((server) => server.stop()))
    await postgres.stop()
    await Promise.all(receivers.map((receiver) => receiver.stop()))
    certificates.authority.remove()
    await rm(folder, { recursive: true, force: true })
  }
}
