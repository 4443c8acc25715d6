import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { restoreInto, type Place } from '../../cli/restore-target.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { newFileName } from '../../platform/file-storage/file-name.ts'
import { storeFile } from '../../platform/file-storage/file-storage.ts'
import {
  backUp,
  createEveryKindOfRecord,
  makeEmptyPlace,
  makeFolder,
  MIGRATIONS,
  TEST_PASSPHRASE,
  type EmptyPlace,
} from '../../testing/backups.ts'
import { runOnServer } from '../../testing/database-server.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let folder: string
let plain: string
let sealed: string
beforeAll(async () => {
  app = await startTestApp()
  await createEveryKindOfRecord(app)
  folder = await makeFolder()
  plain = (await backUp(app, path.join(folder, 'plain.tar'))).file
  sealed = (await backUp(app, path.join(folder, 'sealed.tar.age'), { passphrase: TEST_PASSPHRASE })).file
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const places: EmptyPlace[] = []
const emptyPlace = async (options?: Parameters<typeof makeEmptyPlace>[0]) => {
  const place = await makeEmptyPlace(options)
  places.push(place)
  return place
}
afterEach(async () => {
  for (const place of places.splice(0)) await place.drop()
})

const restore = (file: string, place: Place, options = {}) =>
  restoreInto(file, place, { passphrase: TEST_PASSPHRASE, ...options })
const tablesOf = async ({ connectionString }: Place) =>
  (
    await runOnServer<{ relname: string }>(
      connectionString,
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
  ).map(({ relname }) => relname)
const filesOf = async ({ storage }: EmptyPlace) =>
  (await readdir(storage.folder, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) =>
    entry.isFile(),
  )
const start = ({ connectionString }: Place) =>
  migrate({
    connectionString,
    directory: MIGRATIONS,
    logger: { debug() {}, info() {}, error() {} },
  })

describe('restore', () => {
  it('writes nothing from a damaged backup [BACKUP-07]', async () => {
    const place = await emptyPlace()
    const damaged = path.join(folder, 'damaged.tar')
    const content = await readFile(plain)
    // Inside a report file, because the archive has padding between files.
    const at = content.lastIndexOf('%PDF-') + 10
    content.writeUInt8(content.readUInt8(at) ^ 1, at)
    await writeFile(damaged, content)
    await expect(restore(damaged, place)).rejects.toThrow('damaged')
    expect(await tablesOf(place)).toEqual([])
    expect(await filesOf(place)).toEqual([])
  })

  it('rejects a database that has records and a storage that has files [BACKUP-11]', async () => {
    const used = await emptyPlace()
    await start(used)
    const before = await tablesOf(used)
    await expect(restore(plain, used)).rejects.toThrow('The database holds records already')
    expect(await tablesOf(used)).toEqual(before)

    const withFiles = await emptyPlace()
    const other = {
      ...withFiles,
      storage: { kind: 'disk' as const, folder: path.join(app.dataDir, 'files') },
    }
    await expect(restore(plain, other)).rejects.toThrow('The file storage holds files already')
    expect(await tablesOf(withFiles)).toEqual([])
  })

  it('blocks the service from starting when interrupted, and completes when repeated [BACKUP-12]', async () => {
    const place = await emptyPlace()
    // Simulates full storage with a folder in place of a file.
    const [last] = await app.database.query<{ name: string }>(
      'select name from report_files where report_id is not null order by id desc limit 1',
    )
    const name = last?.name ?? ''
    const obstacle = path.join(place.storage.folder, name.slice(0, 2))
    await writeFileAt(obstacle)
    await expect(restore(plain, place)).rejects.toThrow('file storage is not available')
    expect((await filesOf(place)).length).toBeGreaterThan(1)
    await expect(start(place)).rejects.toThrow('A restore into this database is under way, or was cut off')
    await expect(backUp(app, folder, { connectionString: place.connectionString })).rejects.toThrow('cut off')
    // Files of one backup must not be combined with records of another.
    await expect(restore(sealed, place)).rejects.toThrow('The file storage holds files already')
    await rm(obstacle)
    // Simulates a process killed while it writes a file.
    await writeFile(path.join(place.storage.folder, 'incoming', name), 'half')
    expect((await restore(plain, place)).fileCount).toBe(4)
    await start(place)
  })

  it('requires the key, which an encrypted backup contains [BACKUP-08 BACKUP-13]', async () => {
    const without = await emptyPlace({ secret: null })
    await expect(restore(plain, without)).rejects.toThrow(
      'The key of the installation that was backed up is needed',
    )
    expect(await tablesOf(without)).toEqual([])
    const other = await emptyPlace({ secret: Buffer.alloc(32, 9) })
    await expect(restore(plain, other)).rejects.toThrow('is needed')
    await expect(restore(sealed, other)).rejects.toThrow('This installation has another key than the backup')
    await restore(sealed, without)
    expect(await readFile(path.join(without.dataDir, 'secret.key'))).toEqual(TEST_SECRET)
  })

  it('continues without a lost key on request: drops second factors and reports it [BACKUP-13] [OIDC-27]', async () => {
    await app.database.execute(
      `insert into lab_sign_in_settings (lab_id, rule) select min(id), 'provider' from labs
       on conflict (lab_id) do update set rule = excluded.rule`,
    )
    const { file } = await backUp(app, path.join(folder, 'lost-key.tar'))
    await app.database.execute('update lab_sign_in_settings set rule = default')
    const place = await emptyPlace({ secret: Buffer.alloc(32, 9) })
    const { notes } = await restore(file, place, { isWithoutKey: true, isUnauthenticated: true })
    expect(notes[0]).toContain('Without the old key')
    expect(notes).toContainEqual(expect.stringMatching(/^1 lab was provider only/))
    const [left] = await runOnServer<{ count: string }>(
      place.connectionString,
      'select count(*) from users where totp_secret is not null or totp_confirmed_at is not null',
    )
    expect(Number(left?.count)).toBe(0)
    const again = await startTestApp({ installation: place, secret: Buffer.alloc(32, 9) })
    try {
      const { head, problems } = await again.services.seals.verify()
      await again.services.seals.seal()
      const after = await again.services.seals.verify()
      expect(after.head).not.toBe(head)
      expect(after.problems).toEqual(problems)
    } finally {
      await again.stop()
    }
  })

  it('rejects a backup of a newer version [BACKUP-14]', async () => {
    const place = await emptyPlace()
    const older = path.join(folder, 'older-migrations')
    await copyMigrations(older, '0004')
    await expect(restore(plain, { ...place, migrations: older })).rejects.toThrow(
      'The backup was made by a newer version: this one does not know its migration 0005-counters',
    )
    expect(await tablesOf(place)).toEqual([])
  })

  it('restores damage that existed before, and reports it [BACKUP-10]', async () => {
    const place = await emptyPlace()
    await app.database.execute('alter table activity_log disable trigger user')
    await app.database.execute("update activity_log set summary = 'nothing' where id = 1")
    await app.database.execute("update record_counts set n = n + 1 where kind = 'patients' and lab_id = -1")
    const { file } = await backUp(app, path.join(folder, 'tampered.tar'))
    await app.database.execute('alter table activity_log enable trigger user')
    await app.database.execute("update record_counts set n = n - 1 where kind = 'patients' and lab_id = -1")
    expect((await restore(file, place)).problems).toEqual([
      expect.stringContaining('The total of patients'),
      expect.stringContaining('An entry was changed among the entries'),
    ])
    await start(place)
  })
})

const writeFileAt = async (file: string) => {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, '')
}

const copyMigrations = async (to: string, upTo: string) => {
  await mkdir(to, { recursive: true })
  for (const name of await readdir(MIGRATIONS))
    if (name.slice(0, 4) <= upTo) await copyFile(path.join(MIGRATIONS, name), path.join(to, name))
}

describe('backup of an earlier schema', () => {
  it('gets migrated to the current schema [BACKUP-14]', async () => {
    const old = await emptyPlace()
    const oldFile = newFileName('.pdf')
    const migrations = path.join(folder, 'first-migrations')
    await copyMigrations(migrations, '0003')
    const logger = { debug() {}, info() {}, error() {} }
    await migrate({ connectionString: old.connectionString, directory: migrations, logger })
    await runOnServer(
      old.connectionString,
      `insert into labs (name, address_line1, city) values ('Old', '1 Street', 'Dubai');
       insert into users (full_name, email, phone, password_hash, user_type_id, lab_id)
         values ('D', 'd@old.test', '+971500000000', 'x', 2, 1);
       insert into report_types (title) values ('Blood');
       insert into patients (lab_id, full_name, phone, date_of_birth) values (1, 'Layla', '+971500000001', '1990-05-01');
       insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by)
         values ('${oldFile}', 'a.pdf', 'application/pdf', 5, sha256('%PDF-'), 1),
                ('leftover.pdf', 'b.pdf', 'application/pdf', 5, sha256('%PDF-'), 1);
       insert into reports (lab_id, patient_id, report_type_id, title, file_id, uploaded_by) values (1, 1, 1, 'T', 1, 1)`,
    )
    await storeFile(app.storage, oldFile, Readable.from([Buffer.from('%PDF-')]))
    const { file } = await backUp(app, path.join(folder, 'old.tar'), {
      connectionString: old.connectionString,
    })
    const place = await emptyPlace()
    const { fileCount, archive } = await restore(file, place)
    expect(fileCount).toBe(1)
    expect(archive.manifest.migrations.at(-1)?.name).toBe('0003-file-text')
    const [now] = await runOnServer<{ versions: string; patients: string }>(
      place.connectionString,
      `select (select count(*) from report_versions) as versions,
              (select sum(n) from record_counts where kind = 'patients' and lab_id = 1) as patients`,
    )
    expect(now).toEqual({ versions: '1', patients: '1' })
    expect(await start(place)).toEqual([])
  })

  it('restores without files of the inbox that it lacks, and says so [BACKUP-25]', async () => {
    const old = await emptyPlace()
    const migrations = path.join(folder, 'inbox-migrations')
    await copyMigrations(migrations, '0027')
    const logger = { debug() {}, info() {}, error() {} }
    await migrate({ connectionString: old.connectionString, directory: migrations, logger })
    await runOnServer(
      old.connectionString,
      `insert into labs (name, address_line1, city) values ('Old', '1 Street', 'Dubai');
       insert into users (full_name, email, phone, password_hash, user_type_id, lab_id)
         values ('D', 'd@old.test', '+971500000000', 'x', 2, 1);
       insert into report_files (name, original_name, media_type, size_bytes, sha256, uploaded_by)
         select n, n, 'application/pdf', 5, sha256('%PDF-'), 1 from unnest('{a.pdf,b.pdf}'::text[]) n;
       insert into inbox_items (lab_id, uploaded_by, upload_key, file_id, file_name) values (1, 1, 'a', 1, 'a.pdf');
       insert into inbox_items (lab_id, uploaded_by, upload_key, file_id, file_name, state, decided_at, reject_reason)
         values (1, 1, 'b', 2, 'b.pdf', 'rejected', now(), 'other');
       alter table inbox_items drop constraint inbox_items_file_id_fkey;`,
    )
    const { file } = await backUp(app, path.join(folder, 'old-inbox.tar'), {
      connectionString: old.connectionString,
    })
    const place = await emptyPlace()
    const { notes } = await restore(file, place)
    expect(notes).toEqual([expect.stringMatching(/^2 files of the inbox were not in this backup/)])
    expect(
      await runOnServer(place.connectionString, 'select id::int, file_id from inbox_items order by id'),
    ).toEqual([{ id: 2, file_id: null }])
    expect(await start(place)).toEqual([])
  })

  it('fails with the name of the table when rows name others that it lacks [BACKUP-25]', async () => {
    const old = await emptyPlace()
    await start(old)
    await runOnServer(
      old.connectionString,
      `alter table patients drop constraint patients_lab_id_fkey;
       insert into patients (lab_id, full_name, phone, date_of_birth) values (7, 'Layla', '+971500000001', '1990-05-01')`,
    )
    const { file } = await backUp(app, path.join(folder, 'gap.tar'), {
      connectionString: old.connectionString,
    })
    await expect(restore(file, await emptyPlace())).rejects.toThrow(
      'The backup is damaged: rows of patients name others that are not in it (patients_lab_id_fkey).',
    )
  })
})
