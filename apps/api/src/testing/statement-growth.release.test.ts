import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { listQuestions } from '../../../../bench/questions.ts'
import { seed } from '../../../../bench/seed/seed.ts'
import { sure, type ApiClient } from './api-client.ts'
import { fillEveryTable } from './every-table.ts'
import { createFhirWalk } from './fhir-walk.ts'
import { startMailServer } from './mail-server.ts'
import { scheduledJobsOf } from '../start/job-queues.ts'
import { watchStatements } from './statement-plans.ts'
import { createTestDatabase } from './test-database.ts'
import { startVerificationApp, type VerificationApp } from './verification.ts'

const LABS = 8
const BIG_LAB = { id: 1, name: 'Bench Lab 1' }
const SMALL = 5_000
const LARGE = 30_000
const WAITING_SHARE = 10

/** In the other labs, visits are due, and the messages about their reports wait. */
const HELD_MESSAGES = [
  'update lab_visit_settings set holds_unpaid = true',
  `update reports r set visit_id = v.id
     from (select min(id) as id, patient_id from visits where payment = 'due' and canceled_at is null and lab_id <> ${BIG_LAB.id}
            group by patient_id) v
    where v.patient_id = r.patient_id and r.withdrawn_at is null and r.visit_id is null`,
  `insert into deliveries (report_id, lab_id, report_version, channel, purpose, contact, language, template_version, state, hold)
   select r.id, p.lab_id, 1, 'email', 'report', 'waits' || r.id || '@mail.test', 'en', 1, 'held', 'unpaid'
     from reports r join visits v on v.id = r.visit_id and v.payment = 'due' join patients p on p.id = r.patient_id
    where not exists (select 1 from critical_results c where c.report_id = r.id and c.closing is distinct from 'mistaken')`,
  'vacuum analyze reports',
  'vacuum analyze deliveries',
]

const drive = async (client: ApiClient, ids: Record<string, string>) => {
  for (const { method, address, body } of listQuestions(ids)) {
    const response = await client.raw(method, address, {
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    // Seeded reports have no files, so the export of a patient with all files fails.
    await response.arrayBuffer().catch(() => {})
    expect(response.status, address).toBeLessThan(500)
  }
}

/** A third of the visits of the lab name a referrer for certain. */
const readAsClients = async ({ app, doctor }: VerificationApp, ids: { report: string; patient: string }) => {
  const fields = { kind: 'clinic', name: 'Certain Clinic' }
  const referrerId = sure(await doctor.post(`/lab/addReferrer/${BIG_LAB.id}`, fields)).id as number
  await app.database.execute('alter table visits disable trigger user')
  await app.database.execute(
    'update visits set referrer_id = $1, is_referrer_certain = true where lab_id = $2 and id % 3 = 0',
    [referrerId, BIG_LAB.id],
  )
  await app.database.execute('alter table visits enable trigger user')
  await app.database.execute('alter table reports disable trigger user')
  await app.database.execute(
    `update reports r set certain_referrer_id = v.referrer_id from visits v
      where v.id = r.visit_id and v.referrer_id = $1`,
    [referrerId],
  )
  await app.database.execute('alter table reports enable trigger user')
  for (const table of ['visits', 'reports']) await app.database.execute(`vacuum analyze ${table}`)
  const createdBy = (await app.createUser('Admin')).id
  const place = { labId: BIG_LAB.id, createdBy, reportId: Number(ids.report), patientId: Number(ids.patient) }
  for (const reach of [{}, { referrerId }]) {
    const walkAsClient = await createFhirWalk(app, { ...place, ...reach })
    await walkAsClient()
  }
}

const runJobs = async ({ app: { services, modules } }: VerificationApp) => {
  for (const run of scheduledJobsOf(modules)) await run()
  await services.deliveryWorker.runSms()
  await services.turnaround.setOpenTargets({})
}

interface Read {
  text: string
  pages: number
  rows: number
}

const walk = async (patients: number): Promise<Map<string, Read>> => {
  const database = await createTestDatabase()
  const size = { patients, reports: 3 * patients, labs: LABS, activity: 10 * patients }
  await seed(database.connectionString, size, { show() {}, finish() {} })
  await database.database.execute('alter table report_files set (autovacuum_enabled = false)')
  await database.database.execute(
    `insert into report_files (name, original_name, media_type, size_bytes, sha256)
     select 'later-' || n || '.pdf', 'scan.pdf', 'application/pdf', 120000, sha256(convert_to(n::text, 'UTF8'))
       from generate_series(1, $1::int) as n`,
    [patients / WAITING_SHARE],
  )
  for (const statement of HELD_MESSAGES) await database.database.execute(statement)
  const reads = new Map<string, Read>()
  const stopWatching = await watchStatements(database.connectionString, ({ text, pages, rows }) => {
    // Pages of a list differ only in their numbers.
    const key = text.replace(/\b\d+\b/g, '0')
    if ((reads.get(key)?.pages ?? -1) < pages) reads.set(key, { text, pages, rows })
  })
  const inboxRoot = await mkdtemp(path.join(tmpdir(), 'zelab-test-inbox-'))
  const mails = await startMailServer()
  const suite = await startVerificationApp({
    ...{
      database,
      inboxRoot,
      hl7Port: 2575,
      smtpUrl: mails.url,
      publicUrl: 'https://reports.example',
      lab: BIG_LAB,
    },
  })
  try {
    await fillEveryTable(suite, inboxRoot)
    const { app, admin, doctor } = suite
    const some = await app.database.one<{ report: string; patient: string; fileName: string }>(
      `select r.id as report, r.patient_id as patient, f.name as "fileName" from reports r join report_files f on f.id = r.file_id
        where r.lab_id = $1 and r.id % 7 = 3 order by r.id offset 100 limit 1`,
      [BIG_LAB.id],
    )
    const ids = {
      ...some,
      lab: String(BIG_LAB.id),
      user: '2',
      delivery: some.report,
      activity: some.patient,
    }
    const tiny = await app.signedIn('Doctor', await app.createLab('Tiny'))
    for (const client of [admin, doctor, tiny]) await drive(client, ids)
    await readAsClients(suite, ids)
    await runJobs(suite)
  } finally {
    stopWatching()
    await suite.app.stop()
    await mails.stop()
    await rm(inboxRoot, { recursive: true, force: true })
  }
  return reads
}

/** Lists count up to 1,001 rows, each of which takes a few pages; the small database may have fewer rows. */
const COUNTED = 1_001
const PAGES_PER_ROW = 30
const PAGES_PER_COUNTED_ROW = 10

/** A connection reads the catalog when it first uses a table. */
const FIRST_USE_PAGES = 150

const allowedPages = ({ text, rows }: Read, before: Read | undefined): number => {
  const limits = [...text.matchAll(/\blimit (\d+)/g)]
    .map(([, limit]) => Number(limit))
    .filter((limit) => limit <= COUNTED)
  return Math.max(
    2 * (before?.pages ?? 0) + FIRST_USE_PAGES,
    PAGES_PER_ROW * rows,
    PAGES_PER_COUNTED_ROW * Math.max(0, ...limits),
  )
}

const EXCEPTIONS: Record<string, string> = {
  'r.id % 7 = 3': 'Sent by this test.',
  'id % 3 = 0': 'Sent by this test.',
  'set certain_referrer_id': 'Sent by this test.',
  'enqueue_receiver(': 'At its first use on a connection it reads 1,500 pages of the catalog.',
  'follow_visit(': 'At its first uses on a connection it reads up to 1,800 pages of the catalog.',
  'enqueue_job(': 'At its first use on a connection it reads 900 pages of the catalog.',
  'graphile_worker".add_job': 'Called by enqueue_job.',
  'graphile_worker.add_job': 'Called by enqueue_job.',
  'insert into report_openings': 'Once: it builds what an earlier version did not have.',
  'inbox_group(': 'The open inbox of a lab, up to 5,000 items.',
  'count(o.after) as opened': 'Insights: the deliveries of the chosen period.',
  'count(*) filter (where o.after <= interval': 'Insights: the deliveries of the chosen period.',
  'as "recordedLate"': 'Insights: the critical results of the chosen period.',
  'with newest as': 'Insights: up to 20,000 visits of the chosen period.',
  'where n.released_by = $1 and':
    'Whether a client may read a person: the reports of one referrer, until one of that person.',
  'case when q.merged_into is null':
    'A client searches up to 1,000 patients for those with a report in reach.',
  'r.folded_title like': 'A search reads the reports of the patients it finds.',
  'order by n.id desc limit': 'A search reads the reports and deliveries of up to 1,000 patients it finds.',
}

const grownIn = (large: Map<string, Read>, small: Map<string, Read>) =>
  [...large].filter(
    ([key, read]) =>
      read.pages > allowedPages(read, small.get(key)) &&
      !Object.keys(EXCEPTIONS).some((part) => read.text.includes(part)),
  )

describe('statements', () => {
  it('read no more in a large database than in a small one, except for what they return [SPEED-14]', async () => {
    const small = await walk(SMALL)
    const large = await walk(LARGE)
    expect(large.size).toBeGreaterThan(500)
    let grown = grownIn(large, small)
    // A connection that the pool opens only in the large database reads the catalog there, for whichever statement comes first.
    if (grown.length > 0) {
      const again = new Set(grownIn(await walk(LARGE), small).map(([key]) => key))
      grown = grown.filter(([key]) => again.has(key))
    }
    const lines = grown
      .sort(([, one], [, other]) => other.pages - one.pages)
      .map(
        ([key, { text, pages, rows }]) =>
          `${small.get(key)?.pages ?? '-'} → ${pages} pages, ${rows} rows: ${text.slice(0, 80)} … ${text.slice(-400)}`,
      )
    expect(lines, lines.join('\n')).toEqual([])
  })
})
