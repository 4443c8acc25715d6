import { chmod, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BackupOverview } from '@zelab/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pino } from 'pino'
import { drillBackup } from '../../cli/restore-target.ts'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import { createEncryption } from '../../platform/encryption.ts'
import { startJobQueues } from '../../start/job-queues.ts'
import { makeFolder, MIGRATIONS } from '../../testing/backups.ts'
import { TEST_SECRET, useTestApp } from '../../testing/test-app.ts'
import { createBackupRuns } from './backup-runs.service.ts'
import { createBackupWorker } from './backup-worker.ts'
import { backupJobs } from './backups.routes.ts'

let folder: string
const failures: unknown[] = []

const app = await useTestApp()
const admin = await app.signedIn('Admin')

afterEach(() => {
  vi.unstubAllEnvs()
})
beforeEach(async () => {
  await app.database.execute('delete from backup_runs')
  await app.database.execute('delete from backup_setup')
  failures.length = 0
  if (folder) await rm(folder, { recursive: true, force: true })
  folder = await makeFolder()
})

const createWorker = (settings: { keep?: number; folder?: string; schedule?: string } = {}) =>
  createBackupWorker({
    database: app.database,
    connectionString: app.connectionString,
    storage: app.storage,
    encryption: createEncryption(TEST_SECRET),
    secret: TEST_SECRET,
    settings: { folder, schedule: '0 22 * * *', keep: 2, passphrase: undefined, ...settings },
    onFailure: (error) => failures.push(error),
  })
const overview = async () => (await admin.get('/backup/getAll')).body.data as BackupOverview
const archives = async () => (await readdir(folder)).filter((name) => name.endsWith('.tar'))

describe('backup overview', () => {
  it('reports that backups are not configured, and refuses to start one [BACKUP-15]', async () => {
    expect(await overview()).toMatchObject({
      setup: null,
      nextAt: null,
      isOverdue: true,
      lastBackup: null,
      lastDrill: null,
      runs: [],
      source: null,
      folder: null,
    })
    const response = await admin.post('/backup/start')
    expect([response.status, response.body.message]).toEqual([409, 'Backups are not configured'])
  })

  it('shows the same in every process, and reports when the last backup is overdue [BACKUP-15]', async () => {
    await createWorker().publishSetup()
    const { setup, nextAt } = await overview()
    expect(setup).toEqual({ schedule: '0 22 * * *', keep: 2, isEncrypted: false })
    expect(nextAt).toMatch(/T22:00:00.000Z$/)
    const isOverdueAfter = async (started: string) => {
      await app.database.execute('delete from backup_runs')
      await app.database.execute(
        `insert into backup_runs (kind, state, started_at, ended_at, archive)
         values ('backup', 'done', now() - $1::interval, now(), 'a.tar')`,
        [started],
      )
      return (await overview()).isOverdue
    }
    expect(await isOverdueAfter('1 hour')).toBe(false)
    expect(await isOverdueAfter('28 hours')).toBe(true)
    await createWorker({ schedule: '0 22 * * 5' }).publishSetup()
    expect(await isOverdueAfter('11 days')).toBe(true)
    await createWorker({ schedule: '0 22 1 1 *' }).publishSetup()
    expect(await isOverdueAfter('11 hours')).toBe(false)
  })
})

describe('process with a backup folder', () => {
  it('makes the backup that the Admin requests, verifies and records it [BACKUP-15 BACKUP-16]', async () => {
    const worker = createWorker()
    await worker.publishSetup()
    const jobs = await startJobQueues({
      connectionString: app.connectionString,
      modules: [...app.modules, backupJobs(app.services.backups, worker)],
      metrics: createMetrics(),
      logger: pino({ level: 'silent' }),
    })
    try {
      const first = await admin.post('/backup/start')
      expect(first.body.message).toBe('The backup will start in a moment')
      await expect
        .poll(async () => (await overview()).runs[0])
        .toMatchObject({ kind: 'check', state: 'done' })
    } finally {
      await jobs.stop()
    }
    const { lastBackup, isOverdue, runs } = await overview()
    expect(runs).toHaveLength(2)
    expect(await archives()).toEqual([lastBackup?.archive])
    const { length } = await readFile(path.join(folder, lastBackup?.archive ?? ''))
    expect([isOverdue, lastBackup?.sizeBytes, lastBackup?.problem]).toEqual([false, length, null])
    const entries = (await admin.get('/activity/getAll?action=backup.create')).body.data
    expect(entries.map(({ summary }: { summary: string }) => summary)).toEqual([
      `Made the backup ${lastBackup?.archive} with 0 files`,
      'Asked for a backup',
    ])
  })

  it('makes one backup for two requests [BACKUP-16]', async () => {
    await createWorker().publishSetup()
    await admin.post('/backup/start')
    expect((await admin.post('/backup/start')).body.data.runs).toHaveLength(1)
  })

  it('retains the newest backups and removes only what a crash left behind [BACKUP-17]', async () => {
    const old = ['2020-01-01', '2020-01-02', '2020-01-03'].map((day) => `zelab-${day}T22-00-00Z.tar`)
    for (const name of old) {
      await writeFile(path.join(folder, name), 'x')
      await writeFile(path.join(folder, `${name}.sha256`), 'x')
    }
    const abandoned = path.join(folder, 'zelab-2020-01-04T22-00-00Z.tar.partial')
    await writeFile(abandoned, 'x')
    await utimes(abandoned, 0, 0)
    await writeFile(path.join(folder, 'zelab-2020-01-05T22-00-00Z.tar.partial'), 'x')
    await writeFile(path.join(folder, 'notes.tar'), 'mine')
    await createWorker().makeBackup()
    expect(failures).toEqual([])
    const { lastBackup } = await overview()
    expect((await readdir(folder)).sort()).toEqual(
      [
        'notes.tar',
        old[2],
        `${old[2]}.sha256`,
        'zelab-2020-01-05T22-00-00Z.tar.partial',
        lastBackup?.archive,
        `${lastBackup?.archive}.sha256`,
      ].sort(),
    )
  })

  it('shows why a backup failed, and removes no earlier one [BACKUP-16 BACKUP-17]', async () => {
    const old = ['2020-01-01', '2020-01-02', '2020-01-03'].map((day) => `zelab-${day}T22-00-00Z.tar`)
    for (const name of old) await writeFile(path.join(folder, name), 'x')
    const blocked = path.join(folder, 'file')
    await writeFile(blocked, 'x')
    await createWorker({ folder: path.join(blocked, 'below') }).makeBackup()
    expect(failures).toHaveLength(1)
    const { runs, lastBackup } = await overview()
    expect([runs[0]?.state, lastBackup]).toEqual(['failed', null])
    expect(runs[0]?.problem).toContain('ENOTDIR')
    expect(await archives()).toEqual(old)
  })

  it('detects that the newest backup was damaged on disk [BACKUP-16]', async () => {
    const worker = createWorker()
    await worker.makeBackup()
    const file = path.join(folder, (await archives())[0] ?? '')
    await worker.checkNewest()
    expect((await overview()).runs[0]).toMatchObject({ kind: 'check', state: 'done' })
    const content = await readFile(file)
    await writeFile(file, content.fill(7, 4000, 4010))
    await worker.checkNewest()
    expect((await overview()).runs[0]).toMatchObject({ kind: 'check', state: 'failed' })
    expect((await overview()).runs[0]?.problem).toContain('damaged')
  })

  it('stores the result of the last restore drill and why one failed [BACKUP-18] [RESTORE-53]', async () => {
    const temporary = await makeFolder()
    await chmod(temporary, 0o755)
    vi.stubEnv('TMPDIR', temporary)
    await createWorker().makeBackup()
    const file = path.join(folder, (await archives())[0] ?? '')
    const drill = (options: { secret: Buffer | undefined }) =>
      createBackupRuns(app.database).drill(file, () =>
        drillBackup(file, { passphrase: undefined, migrations: MIGRATIONS, ...options }),
      )
    await drill({ secret: TEST_SECRET })
    const { lastDrill } = await overview()
    expect(lastDrill).toMatchObject({ state: 'done', archive: path.basename(file), problem: null })
    await expect(drill({ secret: undefined })).rejects.toThrow('The key of the installation')
    const { runs, lastDrill: same } = await overview()
    expect(runs[0]).toMatchObject({ kind: 'drill', state: 'failed' })
    expect(same).toEqual(lastDrill)
    expect(await readdir(temporary)).toEqual([])
    await rm(temporary, { recursive: true })
  })

  it('reports a run whose process was killed as failed', async () => {
    await app.database.execute("insert into backup_runs (kind, state) values ('backup', 'running')")
    await mkdir(folder, { recursive: true })
    await createWorker().makeBackup()
    const { runs } = await overview()
    expect(runs.map(({ state }) => state)).toEqual(['done', 'done', 'failed'])
    expect(runs[2]?.problem).toBe('The process was ended in the middle.')
  })
})
