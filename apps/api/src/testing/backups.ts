import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { inject } from 'vitest'
import type { Place } from '../cli/restore-target.ts'
import { makeBackup, type BackupOptions } from '../modules/backups/backup-making.service.ts'
import { createEncryption } from '../platform/encryption.ts'
import { dropDatabase, runOnServer, withDatabase } from './database-server.ts'
import { TEST_PASSWORD, TEST_SECRET, type TestApp } from './test-app.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from './test-records.ts'
import { withdrawReport } from './withdrawal.ts'

export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
export const TEST_PASSPHRASE = 'a passphrase of some length'

export const totpCode = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

export const makeFolder = () => mkdtemp(path.join(tmpdir(), 'zelab-test-backups-'))

export const backUp = (app: TestApp, target: string, options: Partial<BackupOptions> = {}) =>
  makeBackup({
    connectionString: app.connectionString,
    storage: app.storage,
    encryption: createEncryption(TEST_SECRET),
    secret: TEST_SECRET,
    passphrase: undefined,
    target,
    ...options,
  })

export interface EmptyPlace extends Place {
  storage: { kind: 'disk'; folder: string }
  drop(): Promise<void>
}

export const makeEmptyPlace = async ({ secret }: { secret?: Buffer | null } = {}): Promise<EmptyPlace> => {
  const server = inject('testDatabaseServer')
  const name = `${server.prefix}_${randomBytes(6).toString('hex')}`
  await runOnServer(server.connectionString, `create database ${name}`)
  const dataDir = await makeFolder()
  const key = secret === undefined ? TEST_SECRET : secret
  if (key) await writeFile(path.join(dataDir, 'secret.key'), key)
  return {
    connectionString: withDatabase(server.connectionString, name),
    dataDir,
    storage: { kind: 'disk', folder: path.join(dataDir, 'files') },
    secretKey: undefined,
    migrations: MIGRATIONS,
    async drop() {
      await dropDatabase(server.connectionString, name)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Includes a merge and accounts. `fillEveryTable` covers all other tables. */
export const createEveryKindOfRecord = async (app: TestApp) => {
  const lab = await app.createLab()
  const doctor = await app.signedIn('Doctor', lab)
  const admin = await app.signedIn('Admin')
  const type = await addReportType(admin)
  const twice = [await registerPatient(doctor), await registerPatient(doctor, { fullName: 'ليلى حداد O\\N' })]
  // The API now rejects control characters, but older records may contain them.
  await app.database.query(
    "update patients set full_name = replace(full_name, ' O', E'\\tO') where id = $1",
    [twice[1]],
  )
  const kept = await publishReport(doctor, twice[0] ?? 0, type)
  const amended = await publishReport(doctor, twice[1] ?? 0, type)
  const withdrawn = await publishReport(doctor, twice[0] ?? 0, type)
  const done = [
    await doctor.put(`/report/update/${amended.id}`, {
      title: 'Blood count, corrected',
      reportTypeId: type,
      patientId: twice[1],
      fileUrl: await uploadFile(doctor),
      reason: 'clerical',
    }),
    await withdrawReport(doctor, withdrawn.id, {
      reason: 'specimen-problem',
      note: 'Clotted\n"',
    }),
    await admin.post('/patient/merge', {
      survivorId: twice[0],
      mergedId: twice[1],
      reason: 'Registered twice',
    }),
    await app.client().post('/auth/forgot-password', { email: doctor.user.email }),
  ]
  const failed = done.find(({ status }) => status !== 200)
  if (failed) throw new Error(JSON.stringify(failed.body))
  await uploadFile(doctor)
  await app.database.execute(
    `with imported as (
       insert into patient_imports (lab_id, created_by, file_name, date_order, content)
       values ($1, $2, 'patients.csv', 'ymd', '\\x00ff5c') returning id)
     insert into patient_import_rows (import_id, row_number, fields) select id, 1, '{"fullName": "A\\tB"}' from imported`,
    [lab.id, doctor.user.id],
  )
  const guarded = await app.signedIn('Doctor', lab)
  const { secret } = (await guarded.post('/auth/second-factor/start', { password: TEST_PASSWORD })).body
    .data as { secret: string }
  await guarded.post('/auth/second-factor/confirm', { code: totpCode(secret) })
  // The code is used up; a reset avoids waiting for the next one.
  await app.database.execute('update users set totp_last_step = null where id = $1', [guarded.user.id])
  await app.services.activity.flush()
  await app.services.seals.seal()
  return {
    doctor: doctor.user,
    guarded: { ...guarded.user, secret },
    kept,
    amended,
    withdrawn,
    patients: twice,
  }
}
export type LabLife = Awaited<ReturnType<typeof createEveryKindOfRecord>>

/** A restore pauses connections. */
/** Columns that a restore changes to hold what waited. */
const HELD: Readonly<Record<string, string>> = {
  integrations: '{state,pause_cause}',
  report_announcements: '{held_at}',
}
const textOf = (table: string): string =>
  HELD[table] ? `(to_jsonb(t) - '${HELD[table]}'::text[])::text` : 't::text'

export const fingerprintOf = async (connectionString: string): Promise<Record<string, string>> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const rows = async (text: string) => (await client.query<{ name: string; print: string }>(text)).rows
  try {
    const tables = await rows(`
      select relname as name, '' as print from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
         and relname not in ('schema_migrations', 'sessions', 'session_tokens', 'password_resets', 'rate_limits', 'known_devices', 'orphaned_uploads',
                             'page_images', 'passkey_challenges', 'provider_requests', 'provider_logouts', 'sign_in_links', 'backup_setup', 'backup_choice', 'backup_runs', 'installation', 'integration_tokens', 'held_sendings', 'held_jobs')`)
    const prints: Record<string, string> = {}
    for (const { name } of tables) {
      const filter =
        name === 'report_files'
          ? 'where report_id is not null or exists (select from inbox_items i where i.file_id = t.id)'
          : ''
      const [row] = await rows(
        `select '' as name, count(*) || ':' || coalesce(md5(string_agg(${textOf(name)}, chr(10) order by ${textOf(name)})), '') as print
           from public.${name} t ${filter}`,
      )
      prints[name] = row?.print ?? ''
    }
    const sequences = await rows(
      `select sequencename as name, coalesce(last_value::text, '') as print from pg_sequences
        where schemaname = 'public' and sequencename !~ '^(schema_|sessions|password_resets|backup_|held_)'`,
    )
    const jobs = await rows(
      `select 'job ' || j.id as name, t.identifier || j.payload as print
         from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       union all select 'held ' || h.id, h.task || h.payload from held_jobs h`,
    )
    for (const { name, print } of sequences) prints[name] = print
    prints.jobs = jobs
      .map(({ print }) => print)
      .sort()
      .join('\n')
    return prints
  } finally {
    await client.end()
  }
}
