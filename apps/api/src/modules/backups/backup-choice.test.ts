import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BackupOverview } from '@zelab/contract'
import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { createEncryption } from '../../platform/encryption.ts'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import { startJobQueues } from '../../start/job-queues.ts'
import { TEST_SECRET, useTestApp } from '../../testing/test-app.ts'
import { openBackupPlace } from './backup-place.ts'
import { createBackupWorker } from './backup-worker.ts'
import { backupJobs } from './backups.routes.ts'

const app = await useTestApp()
const admin = await app.signedIn('Admin')
const folder = path.join(app.dataDir, 'backups')

beforeEach(async () => {
  for (const table of ['backup_runs', 'backup_setup', 'backup_choice'])
    await app.database.execute(`delete from ${table}`)
  await rm(folder, { recursive: true, force: true })
})

const overview = async () => (await admin.get('/backup/getAll')).body.data as BackupOverview
const archives = async () => (await readdir(folder)).filter((name) => name.endsWith('.tar'))
const workerIn = (target: string) =>
  createBackupWorker({
    database: app.database,
    connectionString: app.connectionString,
    storage: app.storage,
    encryption: createEncryption(TEST_SECRET),
    secret: TEST_SECRET,
    settings: { folder: target, schedule: '0 22 * * *', keep: 2, passphrase: undefined },
    onFailure: (error) => {
      throw error
    },
  })
const startJobs = async () => {
  const place = await openBackupPlace(app.dataDir)
  return startJobQueues({
    connectionString: app.connectionString,
    modules: [...app.modules, backupJobs(app.services.backups, workerIn(place.folder), place.id)],
    metrics: createMetrics(),
    logger: pino({ level: 'silent' }),
  })
}

describe('turning backups on from the screen', () => {
  it('proposes a folder below the data and explains the risk [BACKUP-20]', async () => {
    const { source, proposal, setup } = await overview()
    expect({ source, setup }).toEqual({ source: null, setup: null })
    expect(proposal).toEqual({
      folder,
      problem: null,
      freeMb: expect.any(Number),
      isSameDisk: true,
      schedule: '0 22 * * *',
      keep: 2,
      isEncrypted: false,
    })
    expect(await readdir(folder)).toEqual([])
  })

  it('makes and verifies backups there without a restart [BACKUP-20]', async () => {
    const { body } = await admin.post('/backup/turnOn', { folder: '/etc', place: '/etc' })
    expect(body.message).toBe('Backups are on. The first one is being made.')
    expect(body.data).toMatchObject({
      source: 'screen',
      folder,
      proposal: null,
      setup: { schedule: '0 22 * * *', keep: 2, isEncrypted: false },
    })
    expect(body.data.runs).toMatchObject([{ kind: 'backup', state: 'queued' }])
    const jobs = await startJobs()
    await expect.poll(async () => (await overview()).lastBackup?.state).toBe('done')
    await expect
      .poll(async () => (await overview()).runs.map(({ kind, state }) => `${kind} ${state}`))
      .toEqual(['check done', 'backup done'])
    expect(await archives()).toHaveLength(1)
    expect((await stat(folder)).mode & 0o077).toBe(0)
    expect((await admin.post('/backup/start')).status).toBe(200)
    await expect.poll(archives).toHaveLength(2)
    await app.database.execute('delete from backup_runs')
    await app.services.backups.enqueueChosen()
    await expect.poll(async () => (await overview()).lastBackup?.state).toBe('done')
    await jobs.stop()
    expect((await admin.post('/backup/turnOn')).body.code).toBe('BACKUPS_ALREADY_SET_UP')
  })

  it('belongs to the folder: its identity outlives the process, and another process makes none [BACKUP-20]', async () => {
    await admin.post('/backup/turnOn')
    const [again, elsewhere] = [
      await openBackupPlace(app.dataDir),
      await openBackupPlace(path.join(folder, 'x')),
    ]
    const choice = await app.database.one<{ place_id: string }>('select place_id from backup_choice')
    expect(again.id).toBe(choice.place_id)
    expect(elsewhere.id).not.toBe(choice.place_id)
  })

  it('keeps the archives when they are turned off again [BACKUP-21]', async () => {
    await admin.post('/backup/turnOn')
    await writeFile(path.join(folder, 'zelab-2026-01-01T00-00-00Z.tar'), 'archive')
    const { body } = await admin.post('/backup/turnOff')
    expect(body.data).toMatchObject({ source: null, folder: null, setup: null })
    expect(body.data.proposal).not.toBeNull()
    expect(await archives()).toHaveLength(1)
    await app.services.backups.enqueueChosen()
    expect((await admin.post('/backup/turnOff')).body.code).toBe('BACKUPS_NOT_CHOSEN')
    expect((await admin.post('/backup/start')).body.code).toBe('BACKUPS_NOT_SET_UP')
  })

  it('fails where the folder cannot be written [BACKUP-21]', async () => {
    await writeFile(folder, 'a file in the way')
    expect((await overview()).proposal).toMatchObject({ problem: 'NOT_WRITABLE', freeMb: null })
    const refused = await admin.post('/backup/turnOn')
    expect([refused.status, refused.body.code]).toEqual([409, 'BACKUP_FOLDER_UNSUITABLE'])
    expect((await overview()).setup).toBeNull()
    await rm(folder)
    await mkdir(folder)
    await chmod(folder, 0o700)
  })

  it('gives way to BACKUP_DIR of a process [BACKUP-21]', async () => {
    await admin.post('/backup/turnOn')
    await workerIn('/mnt/backups').publishSetup()
    expect(await overview()).toMatchObject({ source: 'environment', folder: null, proposal: null })
    expect((await admin.post('/backup/turnOn')).body.code).toBe('BACKUPS_ALREADY_SET_UP')
    expect((await admin.post('/backup/turnOff')).body.code).toBe('BACKUPS_NOT_CHOSEN')
  })

  it('becomes the proposal again when the folder was lost [BACKUP-20]', async () => {
    await admin.post('/backup/turnOn')
    await app.database.execute("update backup_choice set place_id = 'lost'")
    expect((await overview()).proposal).toBeNull()
    await app.database.execute(
      "insert into backup_runs (kind, state, started_at) values ('backup', 'done', now() - interval '9 days')",
    )
    expect((await overview()).proposal).toMatchObject({ folder, problem: null })
    expect((await admin.post('/backup/turnOn')).status).toBe(200)
  })

  it('requires the Admin, and leaves an activity entry [BACKUP-21]', async () => {
    const doctor = await app.signedIn('Doctor')
    for (const path of ['turnOn', 'turnOff']) expect((await doctor.post(`/backup/${path}`)).status).toBe(403)
    await admin.post('/backup/turnOn')
    const { data } = (await admin.get('/activity/getAll?action=settings.update&limit=1')).body
    expect(data[0].summary).toBe('Turned backups on, in the folder of the data')
  })
})
