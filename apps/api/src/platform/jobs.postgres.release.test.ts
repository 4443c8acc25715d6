import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startDatabaseLine } from '../testing/database-line.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { enqueueFileJob, enqueueJob, startJobs } from './jobs.ts'
import { WAIT_MS } from '../../../../test-limits.ts'

const CHILD = fileURLToPath(new URL('../testing/jobs-child.ts', import.meta.url))
const logger = pino({ level: 'silent' })

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

const start = (
  handler: (payload: object, jobId: string) => Promise<void>,
  connectionString = testDatabase.connectionString,
  options: Partial<Parameters<typeof startJobs>[0]> = {},
) =>
  startJobs({
    connectionString,
    crontab: '',
    concurrency: 3,
    logger,
    onEnd() {},
    handlers: { tested: handler },
    ...options,
  })
const connections = async () => {
  const rows = await testDatabase.database.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'zelab jobs'",
  )
  return rows.length
}
const waiting = () => testDatabase.database.query('select 1 from graphile_worker.jobs')

it('gives the job of a killed process to another one within seconds, with the same id [PROC-02]', async () => {
  await enqueueJob(testDatabase.database, 'tested', {})
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD, testDatabase.connectionString], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [begun] = (await once(createInterface(child.stdout), 'line')) as [string]
  child.kill('SIGKILL')
  await once(child, 'close')

  const done: string[] = []
  const jobs = await start(async (_, jobId) => void done.push(jobId))
  try {
    await expect.poll(() => done).toEqual([begun])
    await expect.poll(waiting).toEqual([])
  } finally {
    await jobs.stop()
  }
})

it('leaves a long job to its living process [PROC-02]', async () => {
  await enqueueJob(testDatabase.database, 'tested', {})
  let begun = 0
  let finish = () => {}
  const work = () => {
    begun += 1
    return new Promise<void>((resolve) => (finish = resolve))
  }
  const jobs = await start(work)
  await expect.poll(() => begun).toBe(1)
  await testDatabase.database.execute(
    "update graphile_worker._private_jobs set locked_at = now() - interval '10 minutes'",
  )
  const others = await start(work)
  await new Promise((resolve) => setTimeout(resolve, 3000))
  expect(begun).toBe(1)
  finish()
  await jobs.stop()
  await others.stop()
  expect(await waiting()).toEqual([])
})

it('restarts the queue when the database missed the end of a job [PROC-02]', async () => {
  const { database } = testDatabase
  await enqueueJob(database, 'tested', { first: true })
  const done: object[] = []
  const jobs = await start(async (payload) => {
    done.push(payload)
    if (done.length > 1) return
    await database.execute(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'zelab jobs'`,
    )
  })
  await expect.poll(() => done.length).toBeGreaterThan(0)
  await enqueueJob(database, 'tested', { second: true })
  await expect.poll(() => done).toContainEqual({ second: true })
  await expect.poll(waiting).toEqual([])
  await jobs.stop()
})

it('restarts a queue that gets no answers, with other connections, and ends its jobs first [PROC-02]', async () => {
  const { database } = testDatabase
  await enqueueJob(database, 'tested', { long: true })
  const done: object[] = []
  let finish = () => {}
  const warned = vi.fn()
  const jobs = await start(
    async (payload) => {
      done.push(payload)
      if (done.length === 1) await new Promise<void>((resolve) => (finish = resolve))
    },
    testDatabase.connectionString,
    { logger: pino({ level: 'warn' }, { write: warned }), silenceLimit: { checkMs: 250, checks: 12 } },
  )
  await expect.poll(() => done).toHaveLength(1)
  const isRestarted = () => expect(warned).toHaveBeenCalledWith(expect.stringContaining('gets no answers'))
  await database.transaction(async (tx) => {
    await tx.query('lock table graphile_worker._private_jobs in access exclusive mode')
    await vi.waitFor(isRestarted, { timeout: WAIT_MS })
  })
  await enqueueJob(database, 'tested', { short: true })
  await expect.poll(() => done).toEqual([{ long: true }, { short: true }])
  finish()
  await expect.poll(waiting).toEqual([])
  await expect.poll(connections).toBeLessThanOrEqual(5)
  expect(done).toHaveLength(2)
  await jobs.stop()
})

it('restarts and stops the queue when the ends of two jobs are lost during a long one [PROC-02]', async () => {
  const { database } = testDatabase
  const line = await startDatabaseLine(testDatabase.connectionString)
  for (const number of [1, 2, 3]) await enqueueJob(database, 'tested', { number })
  const done: object[] = []
  const finish: (() => void)[] = []
  const jobs = await start(async (payload) => {
    done.push(payload)
    if (done.length <= 3) await new Promise<void>((resolve) => finish.push(resolve))
  }, line.connectionString)
  await expect.poll(() => finish).toHaveLength(3)
  line.proxy.transforms.toServer = () => undefined
  for (const end of finish.slice(0, 2)) {
    end()
    await sleep(30)
  }
  // The database stays unreachable, so that neither report can use another connection.
  const outage = setInterval(() => line.proxy.cutAll(), 20)
  await sleep(1000)
  clearInterval(outage)
  line.proxy.transforms.toServer = undefined
  await enqueueJob(database, 'tested', { number: 4 })
  await expect.poll(() => done).toContainEqual({ number: 4 })
  await expect.poll(waiting).toEqual([])
  await jobs.stop()
  finish[2]?.()
  await line.proxy.stop()
})

it('stops while the connection that listens for jobs is lost before it listens [PROC-02]', async () => {
  const { prototype } = pg.Client
  const { query } = prototype
  let lose: ((error: Error) => void) | undefined
  prototype.query = function (this: pg.Client, ...parameters: unknown[]): unknown {
    if (String(parameters[0]).startsWith('LISTEN')) return new Promise((_, reject) => (lose = reject))
    return query.apply(this, parameters as Parameters<typeof query>)
  } as typeof query
  try {
    const jobs = await start(async () => {})
    await expect.poll(() => lose).toBeDefined()
    const stopped = jobs.stop()
    lose?.(new Error('The connection is lost'))
    await stopped
  } finally {
    prototype.query = query
  }
})

it('begins a job whose handover was lost with its connection, beside a long one [PROC-02]', async () => {
  const { database } = testDatabase
  const done: object[] = []
  let finish = () => {}
  const jobs = await start(async (payload) => {
    done.push(payload)
    if (done.length === 1) await new Promise<void>((resolve) => (finish = resolve))
  })
  await enqueueJob(database, 'tested', { long: true })
  await expect.poll(() => done).toHaveLength(1)
  await database.transaction(async (tx) => {
    await enqueueFileJob(tx, 'tested', { short: true }, 'lab-1')
    for (const table of ['_private_job_queues', '_private_jobs'])
      await tx.execute(
        `update graphile_worker.${table} set locked_at = now() - interval '1 minute',
           locked_by = (select locked_by from graphile_worker._private_jobs where locked_by is not null)
          where locked_by is null`,
      )
  })
  await expect.poll(() => done).toEqual([{ long: true }, { short: true }])
  finish()
  await expect.poll(waiting).toEqual([])
  expect(done).toHaveLength(2)
  await jobs.stop()
})

it('lets owners of work on files take turns, and bounds what waits of each [RULE-74]', async () => {
  const { database } = testDatabase
  const enqueue = (owner: string, number: number) =>
    enqueueFileJob(database, 'tested', { from: `${owner} ${number}` }, owner)
  for (let number = 1; number <= 510; number += 1) await enqueue('lab-1', number)
  expect(await waiting()).toHaveLength(500)
  await enqueue('lab-2', 1)
  const done: string[] = []
  const jobs = await start(
    async (payload) => {
      done.push((payload as { from: string }).from)
      if (done.length === 10) for (const number of [1, 2]) await enqueue('lab-3', number)
      if (done.length < 20) await enqueue('lab-2', done.length + 1)
    },
    testDatabase.connectionString,
    { concurrency: 1 },
  )
  await expect.poll(() => done.length).toBeGreaterThan(40)
  await jobs.stop()
  const of = (owner: string, last: number) =>
    done.slice(0, last).filter((from) => from.startsWith(owner)).length
  expect(of('lab-2', 3)).toBeGreaterThanOrEqual(1)
  expect(of('lab-1', 12)).toBeGreaterThanOrEqual(4)
  expect(of('lab-3', 16)).toBe(2)
  expect(of('lab-1', 510)).toBeLessThanOrEqual(500)
  await database.execute('delete from graphile_worker._private_jobs')
})

it('stops although a job does not end, and leaves it to another process [RULE-75]', async () => {
  await enqueueJob(testDatabase.database, 'tested', {})
  let begun = 0
  const never = await start(
    () => {
      begun += 1
      return new Promise(() => {})
    },
    testDatabase.connectionString,
    { stopWithinMs: 500 },
  )
  await expect.poll(() => begun).toBe(1)
  await never.stop()
  const done: string[] = []
  const jobs = await start(async (_, jobId) => void done.push(jobId))
  await expect.poll(() => done).toHaveLength(1)
  await jobs.stop()
  expect(await waiting()).toEqual([])
})

it('keeps no job after its last attempt that comes again by itself, as after a database stall [PROC-32]', async () => {
  const { database } = testDatabase
  const jobs = await start(async () => {}, testDatabase.connectionString, {
    crontab: '0 4 1 1 * nightly',
    handlers: {
      'send-to-receiver': async (payload: object) => {
        if ('isLast' in payload) return
        await database.execute(
          `select graphile_worker.add_job('send-to-receiver', '{"isLast":true}', job_key => 'receiver-1')`,
        )
        await database.execute(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name = 'zelab jobs'`,
        )
      },
      nightly: async () => {},
      tested: async () => {},
    },
  })
  for (const task of ['tested', 'nightly'])
    await database.execute("select graphile_worker.add_job($1, run_at => now() + interval '1 day')", [task])
  await database.execute('update graphile_worker._private_jobs set attempts = max_attempts')
  await database.execute(`select graphile_worker.add_job('send-to-receiver', job_key => 'receiver-1')`)
  const left = () =>
    database.query('select task_identifier as task from graphile_worker.jobs where attempts = max_attempts')
  const isLeft = { task: 'send-to-receiver' }
  await expect.poll(left, { interval: 20 }).toContainEqual(isLeft)
  await expect.poll(left).toEqual([{ task: 'tested' }])
  await jobs.stop()
  await database.execute('delete from graphile_worker._private_jobs')
})
