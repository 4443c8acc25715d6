import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drillBackup, restoreInto } from '../../cli/restore-target.ts'
import { EmbeddedPostgresError } from '@zelab/embedded-postgres'
import { startEmbeddedDatabase } from '../../platform/database/embedded-database.ts'
import { openStorage } from '../../platform/file-storage/open-storage.ts'
import { createDiskMarker } from '../../platform/file-storage/storage-marker.ts'
import { saveSecret } from '../../platform/encryption.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import {
  backUp,
  fingerprintOf,
  createEveryKindOfRecord,
  makeEmptyPlace,
  makeFolder,
  MIGRATIONS,
  TEST_PASSPHRASE,
  totpCode,
  type LabLife,
} from '../../testing/backups.ts'
import { runOnServer } from '../../testing/database-server.ts'
import { startTestApp, TEST_PASSWORD, TEST_SECRET, type TestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient } from '../../testing/test-records.ts'
import { checkArchive } from './archive-reader.ts'

let app: TestApp
let life: LabLife
let folder: string
beforeAll(async () => {
  app = await startTestApp()
  life = await createEveryKindOfRecord(app)
  folder = await makeFolder()
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const HELD_MAILS: unknown = expect.stringMatching(/^2 emails about accounts are held/)

const bytesOf = async (client: ApiClient, address: string) =>
  Buffer.from(await (await client.raw('GET', address)).arrayBuffer())

describe('restored installation', () => {
  it('equals the original row by row, and works [BACKUP-01 BACKUP-02 BACKUP-04]', async () => {
    const doctor = app.client()
    await doctor.post('/auth/user/login', { email: life.doctor.email, password: TEST_PASSWORD })
    await app.services.activity.flush()
    const before = await fingerprintOf(app.connectionString)
    const { file, fileCount } = await backUp(app, folder)
    expect(fileCount).toBe(4)
    const place = await makeEmptyPlace()
    const restored = await restoreInto(file, place, { passphrase: undefined })
    expect(restored).toMatchObject({ fileCount: 4, problems: [], notes: [HELD_MAILS] })

    const {
      activity_log: log,
      activity_log_id_seq: entries,
      report_changes_sequence_seq: _,
      ...after
    } = await fingerprintOf(place.connectionString)
    const {
      activity_log: logBefore,
      activity_log_id_seq: entriesBefore,
      report_changes_sequence_seq: _before,
      ...others
    } = before
    expect(after).toEqual(others)
    const [copy] = await runOnServer<{ id: string; key_fingerprint: Buffer | null }>(
      place.connectionString,
      'select id, key_fingerprint from installation',
    )
    expect(copy?.key_fingerprint).toHaveLength(32)
    expect(await createDiskMarker(place.storage.folder).read()).toBe(copy?.id)
    for (const table of [
      'patient_merges',
      'report_versions',
      'recovery_codes',
      'patient_imports',
      'record_counts',
    ])
      expect(after[table], table).toMatch(/^[1-9]/)
    expect(after.jobs).toContain(`send-password-reset`)
    expect(log).not.toBe(logBefore)
    expect(Number(entries)).toBe(Number(entriesBefore) + 1)

    const again = await startTestApp({ installation: place })
    try {
      const client = again.client()
      const signIn = (email: string, code?: string) =>
        client.post('/auth/user/login', { email, password: TEST_PASSWORD, ...(code && { code }) })
      expect((await signIn(life.guarded.email)).status).toBe(401)
      expect((await signIn(life.guarded.email, totpCode(life.guarded.secret))).status).toBe(200)
      expect((await client.get(`/patient/getById/${life.patients[1]}`)).body.data.id).toBe(life.patients[0])
      expect((await client.get(`/report/getVersions/${life.amended.id}`)).body.data).toHaveLength(2)
      expect(await bytesOf(client, life.kept.filePath)).toEqual(await bytesOf(doctor, life.kept.filePath))
      const { problems, head } = await again.services.seals.verify()
      expect(problems).toEqual([])
      expect((await checkArchive(file, undefined)).manifest.activityHead?.hash).toBe(head)
      await again.services.seals.seal()
      expect(await again.services.seals.verify()).toMatchObject({ problems: [] })
      const type = await addReportType(client)
      const patient = await registerPatient(client)
      await publishReport(client, patient, type)
      expect((await client.get('/patient/getAll')).body.pagination.totalItems).toBe(2)
      await expect(
        again.database.execute("update activity_log set summary = '' where id = 1"),
      ).rejects.toThrow('append-only')
    } finally {
      await again.stop()
      await place.drop()
    }
  })
})

describe('backup during concurrent writes', () => {
  it('captures a consistent snapshot of records and files, and restores on another major version [BACKUP-03 BACKUP-05]', async () => {
    const lab = await app.createLab()
    const doctor = await app.signedIn('Doctor', lab)
    const type = await addReportType(doctor)
    let isOver = false
    let published = 0
    const writers = [0, 1, 2].map(async () => {
      while (!isOver) {
        const patient = await registerPatient(doctor)
        await publishReport(doctor, patient, type)
        published += 1
        if (published % 5 === 0) await app.services.files.removeLeftovers()
      }
    })
    while (published < 3) await sleep(5)
    const atStart = published
    const { file } = await backUp(app, folder, { passphrase: TEST_PASSPHRASE })
    const atEnd = published
    isOver = true
    await Promise.all(writers)
    // Restores into the embedded server and verifies foreign keys, totals, every file and the seal chain.
    const { rowCount, fileCount, archive } = await drillBackup(file, {
      passphrase: TEST_PASSPHRASE,
      migrations: MIGRATIONS,
      secret: undefined,
    })
    expect(rowCount).toBeGreaterThan(0)
    const ofLife = 4
    expect(fileCount).toBeGreaterThanOrEqual(atStart + ofLife)
    expect(fileCount).toBeLessThanOrEqual(atEnd + 3 + ofLife)
    expect(archive.isEncrypted).toBe(true)
    expect(archive.manifest.key).toBe(TEST_SECRET.toString('base64'))
  })
})

/** The system's PostgreSQL (15 on Debian 12), or the embedded one. */
const startOtherServer = async (dataDir: string) =>
  startEmbeddedDatabase({ dataDir, packageFolder: null }).catch((error: unknown) => {
    if (!(error instanceof EmbeddedPostgresError)) throw error
    return startEmbeddedDatabase({ dataDir })
  })

describe('backup', () => {
  it('restores to an older major version of PostgreSQL and back without loss [BACKUP-05]', async () => {
    const away = await mkdtemp(path.join(tmpdir(), 'zelab-test-away-'))
    await chmod(away, 0o755)
    const postgres = await startOtherServer(path.join(away, 'postgres'))
    const { connectionString } = postgres
    const dataDir = path.join(away, 'data')
    await saveSecret(dataDir, TEST_SECRET)
    const storage = { kind: 'disk', folder: path.join(dataDir, 'files') } as const
    const home = await makeEmptyPlace()
    try {
      const { file } = await backUp(app, path.join(folder, 'there.tar'))
      await restoreInto(
        file,
        { connectionString, storage, dataDir, secretKey: undefined, migrations: MIGRATIONS },
        { passphrase: undefined },
      )
      const [there, here] = [await fingerprintOf(connectionString), await fingerprintOf(app.connectionString)]
      const back = await backUp(app, path.join(folder, 'back.tar'), {
        connectionString,
        storage: await openStorage(storage),
      })
      await restoreInto(back.file, home, { passphrase: undefined })
      const again = await fingerprintOf(home.connectionString)
      for (const prints of [there, here, again]) {
        delete prints.activity_log
        delete prints.activity_log_id_seq
        // The feed goes on after every position that a client has kept.
        delete prints.report_changes_sequence_seq
      }
      expect(there).toEqual(here)
      expect(again).toEqual(here)
    } finally {
      await postgres.stop()
      await home.drop()
      await rm(away, { recursive: true, force: true })
    }
  })
})
