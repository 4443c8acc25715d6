import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { asApplication } from '../../../platform/database/application-role.ts'
import { createDatabase } from '../../../platform/database/create-database.ts'
import type { ApiClient } from '../../../testing/api-client.ts'
import { checkPatients, manyPatients, uploadPatients } from '../../../testing/patient-files.ts'
import { startTestApp, useTestApp } from '../../../testing/test-app.ts'
import { createImportWorker } from './import-worker.ts'
import { WAIT_MS } from '../../../../../../test-limits.ts'

const ROWS = 3000
const CONTENT = manyPatients(ROWS)
let doctor: ApiClient

const app = await useTestApp()

beforeEach(async () => {
  await app.database.execute('delete from patients')
  doctor = await app.signedIn('Doctor')
})

const stateOf = async (id: number) => (await doctor.get(`/patient/import/${id}`)).body.data
const patients = async () =>
  (await app.database.one<{ count: number }>('select count(*) from patients')).count
const entries = async () =>
  (
    await app.database.one<{ count: number }>(
      `select count(*) from activity_log where action = 'patient.import'`,
    )
  ).count

const confirmed = async (): Promise<number> => {
  const { id } = await checkPatients(app, doctor, CONTENT)
  expect((await doctor.post(`/patient/import/${id}/confirm`, {})).status).toBe(200)
  return id as number
}

const waitUntilHalfDone = (id: number, count: 'rowsChecked' | 'rowsWritten') =>
  vi.waitFor(
    async () => {
      const found = await stateOf(id)
      expect(found[count]).toBeGreaterThan(0)
      expect(['checking', 'writing']).toContain(found.state)
    },
    { timeout: WAIT_MS, interval: 15 },
  )

const startProcess = () => {
  const script = fileURLToPath(new URL('../../../testing/import-child.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', script, asApplication(app.connectionString, { isEmbedded: false })],
    { cwd: fileURLToPath(new URL('.', import.meta.url)), stdio: ['ignore', 'inherit', 'inherit'] },
  )
  return child
}

const kill = async (child: ReturnType<typeof startProcess>) => {
  const exited = once(child, 'close')
  child.kill('SIGKILL')
  await exited
}

const terminateConnections = () =>
  app.database.execute(
    `select pg_terminate_backend(a.pid) from pg_locks k join pg_stat_activity a on a.pid = k.pid
      where k.locktype = 'advisory' and a.datname = current_database()`,
  )

describe('interrupted import', () => {
  it('gets written once by the next process when its process is killed while writing [IMPORT-04]', async () => {
    const id = await confirmed()
    const before = await entries()
    const child = startProcess()
    await waitUntilHalfDone(id, 'rowsWritten')
    await kill(child)
    expect(await stateOf(id)).toMatchObject({ state: 'writing' })
    expect(await patients()).toBe(0)

    await vi.waitFor(async () => {
      await app.services.importWorker.run()
      expect(await stateOf(id)).toMatchObject({ state: 'done', rowsWritten: ROWS })
    }, WAIT_MS)
    expect(await patients()).toBe(ROWS)
    await app.services.importWorker.run()
    expect(await patients()).toBe(ROWS)
    expect(await entries()).toBe(before + 1)
  })

  it('gets checked again, every row once, when its process is killed while checking', async () => {
    const { id } = (await uploadPatients(doctor, CONTENT)).body.data
    const child = startProcess()
    await waitUntilHalfDone(id, 'rowsChecked')
    await kill(child)
    await vi.waitFor(async () => {
      await app.services.importWorker.run()
      expect(await stateOf(id)).toMatchObject({ state: 'ready', rowsChecked: ROWS, rowsTotal: ROWS })
    }, WAIT_MS)
    const { body } = await doctor.get(`/patient/import/${id}/rows`)
    expect(body.pagination.totalItems).toBe(ROWS)
    const { count } = await app.database.one<{ count: number }>(
      'select count(*) from patient_import_rows where import_id = $1',
      [id],
    )
    expect(count).toBe(ROWS)
  })

  it('leaves nothing when it loses its connection, and is written by the next run [IMPORT-04]', async () => {
    const id = await confirmed()
    const run = app.services.importWorker.run()
    const failed = expect(run).rejects.toThrow()
    await waitUntilHalfDone(id, 'rowsWritten')
    await terminateConnections()
    await failed
    expect(await patients()).toBe(0)
    // PostgreSQL notifies the client before it releases the locks of the ended session.
    await vi.waitFor(async () => {
      await app.services.importWorker.run()
      expect(await stateOf(id)).toMatchObject({ state: 'done' })
    }, WAIT_MS)
    expect(await patients()).toBe(ROWS)
  })

  it('gets written once with several processes and several concurrent confirmations [IMPORT-04]', async () => {
    const { id } = await checkPatients(app, doctor, CONTENT)
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => doctor.post(`/patient/import/${id}/confirm`, {})),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const before = await entries()
    const others = Array.from({ length: 3 }, () => {
      const database = createDatabase({
        connectionString: asApplication(app.connectionString, { isEmbedded: false }),
        logger: { warn() {} },
      })
      const clock = { now: () => new Date() }
      return {
        database,
        worker: createImportWorker({
          database,
          clock,
          timeZone: async () => 'Asia/Dubai',
          reportFailure: () => {},
        }),
      }
    })
    await Promise.all([
      app.services.importWorker.run(),
      app.services.importWorker.run(),
      ...others.map(({ worker }) => worker.run()),
    ])
    await Promise.all(others.map(({ database }) => database.close()))
    expect(await stateOf(id)).toMatchObject({ state: 'done' })
    expect(await patients()).toBe(ROWS)
    expect(await entries()).toBe(before + 1)
  })

  it('fails permanently with a reason and nothing written when it cannot be written [IMPORT-04]', async () => {
    const id = await confirmed()
    const next = (await uploadPatients(doctor, CONTENT)).body.data.id as number
    await app.database.execute(
      `create function refuse_late() returns trigger language plpgsql as
         $$ begin if new.email = 'p${ROWS - 1}@mail.test' then raise exception 'no room'; end if; return new; end $$`,
    )
    await app.database.execute(
      'create trigger refuse_late before insert on patients for each row execute function refuse_late()',
    )
    try {
      for (let attempt = 1; attempt < 5; attempt++)
        await expect(app.services.importWorker.run()).rejects.toThrow('no room')
      expect(await stateOf(next)).toMatchObject({ state: 'ready' })
      await app.services.importWorker.run()
      expect(await stateOf(id)).toMatchObject({
        state: 'failed',
        problem:
          'The patients could not be registered. Nothing was written. Please upload the file again, or ask your administrator.',
        rowsWritten: 0,
      })
    } finally {
      await app.database.execute('drop function refuse_late cascade')
    }
    expect(await patients()).toBe(0)
    await app.services.importWorker.run()
    expect(await patients()).toBe(0)
    expect((await doctor.post(`/patient/import/${id}/confirm`, {})).status).toBe(409)
  })

  it('stops when it is cancelled while it is checked', async () => {
    const { id } = (await uploadPatients(doctor, CONTENT)).body.data
    const run = app.services.importWorker.run()
    await waitUntilHalfDone(id, 'rowsChecked')
    expect((await doctor.delete(`/patient/import/${id}`)).status).toBe(200)
    await run
    expect(await stateOf(id)).toMatchObject({ state: 'cancelled' })
    const rows = await app.database.query('select 1 from patient_import_rows where import_id = $1', [id])
    expect(rows).toEqual([])
  })

  it('lets registrations continue while it is written', async () => {
    const id = await confirmed()
    const run = app.services.importWorker.run()
    await waitUntilHalfDone(id, 'rowsWritten')
    // Simulates successive processes: as many connections as the counters have slots.
    const pool = createDatabase({
      connectionString: app.connectionString,
      poolSize: 20,
      // A registration that waits for the import would run into this timeout.
      statementTimeoutMs: 10_000,
      logger: { warn() {} },
    })
    const lab = await app.createLab()
    await Promise.all(
      Array.from({ length: 20 }, () =>
        pool.transaction(async (tx) => {
          await tx.execute(
            `insert into patients (lab_id, full_name, phone, date_of_birth) values ($1, 'In Between', '+971', '1990-05-01')`,
            [lab.id],
          )
          expect((await stateOf(id)).state).toBe('writing')
        }),
      ),
    )
    await pool.close()
    await run
    expect(await patients()).toBe(ROWS + 20)
    const total = (await doctor.get('/patient/getAll')).body.pagination.totalItems as number
    expect(total).toBe(ROWS)
  })

  it('cannot be cancelled while it is written, and shows its progress', async () => {
    const id = await confirmed()
    const run = app.services.importWorker.run()
    await waitUntilHalfDone(id, 'rowsWritten')
    const response = await doctor.delete(`/patient/import/${id}`)
    expect(response.status).toBe(409)
    expect(response.body.message).toBe('This import is in progress and cannot be canceled')
    await run
    expect(await stateOf(id)).toMatchObject({ state: 'done', rowsWritten: ROWS })
  })
})

it('processes an import automatically in the queue', async () => {
  const withJobs = await startTestApp({ withJobs: true })
  try {
    const someone = await withJobs.signedIn('Doctor')
    const { id } = (await uploadPatients(someone, manyPatients(10))).body.data
    const until = (state: string) =>
      expect.poll(async () => (await someone.get(`/patient/import/${id}`)).body.data.state).toBe(state)
    await until('ready')
    await someone.post(`/patient/import/${id}/confirm`, {})
    await until('done')
  } finally {
    await withJobs.stop()
  }
})
