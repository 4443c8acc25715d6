/**
 * `npm run bench:deliveries`: how much 200 patients on their links and 10,000 waiting messages slow down 16 staff
 * connections.
 *
 *   npm run bench:deliveries -- [--data data/10k]
 */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readArgumentsOrExit } from '../apps/api/src/cli/run-command.ts'
import pg from 'pg'
import { newLinkToken } from '../apps/api/src/modules/deliveries/link/link-token.ts'
import { startBenchmarked } from './benchmarked.ts'
import { figuresOf, runLoad, type Figures, type RequestSource } from './load.ts'
import { openSamples } from './samples.ts'

const { values } = readArgumentsOrExit(
  { data: { type: 'string', default: 'data/10k' } },
  'npm run bench:deliveries -- [--data data/10k]',
)
const PATIENTS = 200
const MESSAGES = 10_000
const STAFF = { connections: 16, durationMs: 10_000 }
const PATIENT_PAUSE_MS = 2_000

const startMailSink = async () => {
  let received = 0
  const server = createServer((socket) => {
    let isContent = false
    // The end of the content may arrive in parts.
    let end = ''
    socket.on('error', () => {})
    socket.write('220 bench\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      if (isContent) {
        end = (end + text).slice(-5)
        if (end !== '\r\n.\r\n') return
        isContent = false
        received++
        socket.write('250 taken\r\n')
      } else if (text.startsWith('DATA')) {
        isContent = true
        end = ''
        socket.write('354 go on\r\n')
      } else socket.write(text.startsWith('QUIT') ? '221 bye\r\n' : '250 bench\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { url: `smtp://127.0.0.1:${port}`, count: () => received, stop: () => server.close() }
}

const mail = await startMailSink()
process.env.SMTP_URL = mail.url
const benchmarked = await startBenchmarked(path.resolve(values.data))
const source = await openSamples(benchmarked.connectionString)
const client = new pg.Client({ connectionString: benchmarked.connectionString })
await client.connect()

const insertDeliveries = async (state: 'sent' | 'queued', reportIds: number[]): Promise<number[]> => {
  const { rows } = await client.query<{ id: string }>(
    `insert into deliveries (report_id, lab_id, report_version, channel, purpose, contact, language, template_version,
                             state, due_at, sent_at)
     select r.id, p.lab_id, r.version, 'email', 'report', p.email, 'en', 1, $2,
            case when $2 = 'queued' then now() end, case when $2 = 'sent' then now() end
       from unnest($1::bigint[]) as k(id) join reports r on r.id = k.id join patients p on p.id = r.patient_id
      where p.email is not null
     returning id`,
    [reportIds, state],
  )
  return rows.map(({ id }) => Number(id))
}

const makeLinks = async (): Promise<string[]> => {
  const deliveryIds = (await insertDeliveries('sent', source.samples.reportIds)).slice(0, PATIENTS)
  const tokens = deliveryIds.map(() => newLinkToken())
  await client.query(
    `insert into report_links (delivery_id, token_hash, expires_at)
     select d, t, now() + interval '1 day' from unnest($1::bigint[], $2::bytea[]) as k(d, t)`,
    [deliveryIds, tokens.map((token) => createHash('sha256').update(token).digest())],
  )
  return tokens
}

try {
  const { origin } = benchmarked.product
  const headers = { cookie: `session=${await source.openSession('doctor')}` }
  let page = 0
  const staff: RequestSource = {
    next: () => ({
      method: 'GET',
      path: `/api/v1/patient/getAll?limit=10&page=${1 + (page++ % 50)}`,
      headers,
    }),
  }
  const measure = async (): Promise<Figures> => figuresOf([await runLoad(origin, staff, STAFF)])
  await measure()
  const quiet = await measure()

  const tokens = await makeLinks()
  const patients = new AbortController()
  const latencies: number[] = []
  const visit = async (token: string, index: number) => {
    await sleep((index * PATIENT_PAUSE_MS) / PATIENTS)
    while (!patients.signal.aborted) {
      const sentAt = performance.now()
      const answer = await fetch(`${origin}/r/${token}`)
      await answer.text()
      if (!answer.ok) throw new Error(`A link was answered ${answer.status}`)
      latencies.push(performance.now() - sentAt)
      await sleep(PATIENT_PAUSE_MS)
    }
  }
  const visits = Promise.all(tokens.map(visit))
  const besidePatients = await measure()
  patients.abort()
  await visits

  const { rows } = await client.query<{ id: string }>(
    `select r.id from reports r join patients p on p.id = r.patient_id
      where p.email is not null and r.withdrawn_at is null limit ${MESSAGES}`,
  )
  await client.query(
    `insert into patient_consents (patient_id, channel, is_given, wording_version, recorded_by)
     select distinct r.patient_id, 'email', true, 1, $2::bigint from reports r where r.id = any($1)`,
    [rows.map(({ id }) => id), source.samples.userIds.doctor],
  )
  const queued = await insertDeliveries(
    'queued',
    rows.map(({ id }) => Number(id)),
  )
  await client.query("select enqueue_job('send-deliveries', '{}'::json, 3)")
  await sleep(1_000)
  const before = mail.count()
  const startedAt = performance.now()
  const besideMessages = await measure()
  const perSecond = Math.round(((mail.count() - before) * 1000) / (performance.now() - startedAt))

  const result = {
    quiet,
    besidePatients: {
      staff: besidePatients,
      patients: figuresOf([{ latencies, elapsedMs: STAFF.durationMs }]),
    },
    besideMessages: { staff: besideMessages, queued: queued.length, sentPerSecond: perSecond },
  }
  console.log(JSON.stringify(result, null, 2))
  const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'deliveries.json'), `${JSON.stringify(result, null, 2)}\n`)
} finally {
  await client.query("update deliveries set state = 'canceled', due_at = null where due_at is not null")
  await client.end()
  await source.close()
  await benchmarked.stop()
  mail.stop()
}
