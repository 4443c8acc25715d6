import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restoreInto } from '../../cli/restore-target.ts'
import { createEncryption } from '../../platform/encryption.ts'
import { openStorage } from '../../platform/file-storage/open-storage.ts'
import type { FileStorage } from '../../platform/file-storage/file-storage.ts'
import { backUp, fingerprintOf, makeEmptyPlace, makeFolder } from '../../testing/backups.ts'
import { runOnServer } from '../../testing/database-server.ts'
import { useCritical } from '../../testing/critical.ts'
import { fillEveryTable } from '../../testing/every-table.ts'
import { dropReport, reportPdf } from '../../testing/inbox.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { STORED_SECRET } from '../../testing/stored-providers.ts'
import { TEST_SECRET } from '../../testing/test-app.ts'
import { publishReport, registerPatient } from '../../testing/test-records.ts'
import { startVerificationApp, type VerificationApp } from '../../testing/verification.ts'
import { checkArchive } from './archive-reader.ts'

const PAUSED: unknown = expect.stringMatching(
  /^2 connections are paused: other systems neither read nor receive/,
)

let suite: VerificationApp
let mails: MailServer
let inboxRoot: string
let folder: string
beforeAll(async () => {
  inboxRoot = await mkdtemp(path.join(tmpdir(), 'zelab-test-inbox-'))
  folder = await makeFolder()
  mails = await startMailServer()
  suite = await startVerificationApp({
    ...{ inboxRoot, hl7Port: 2575, smtpUrl: mails.url, publicUrl: 'https://reports.example' },
  })
  await fillEveryTable(suite, inboxRoot)
})
afterAll(async () => {
  await suite.app.stop()
  await mails.stop()
  for (const used of [inboxRoot, folder]) await rm(used, { recursive: true, force: true })
})

const tablesOf = (connectionString: string) =>
  runOnServer<{ name: string }>(
    connectionString,
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  )
const filesOf = async (connectionString: string, storage: FileStorage) => {
  const rows = await runOnServer<{ name: string; sha256: Buffer }>(
    connectionString,
    `select name, sha256 from report_files f
      where report_id is not null or exists (select from inbox_items i where i.file_id = f.id)
         or exists (select from unreleased_reports u where u.file_id = f.id) order by name`,
  )
  return Promise.all(
    rows.map(async ({ name, sha256 }) => {
      const hash = createHash('sha256')
      for await (const piece of await storage.open(name)) hash.update(piece as Buffer)
      expect(hash.digest(), name).toEqual(sha256)
      return `${name} ${sha256.toString('hex')}`
    }),
  )
}

describe('a backup of an installation with rows in every table', () => {
  it('contains rows that the product stored in each table [BACKUP-23]', async () => {
    const { connectionString } = suite.app
    const tables = await tablesOf(connectionString)
    const empty = await runOnServer<{ name: string }>(
      connectionString,
      tables
        .map(({ name }) => `select '${name}' as name where not exists (select from public.${name})`)
        .join(' union all '),
    )
    expect(tables.length).toBeGreaterThan(55)
    expect(empty, 'fill these tables in testing/every-table.ts').toEqual([])
  })

  it('restores every row and every file, also of items that wait in the inbox [BACKUP-23] [API-OUT-36]', async () => {
    const { app } = suite
    const before = await fingerprintOf(app.connectionString)
    const { file } = await backUp(app, folder)
    const place = await makeEmptyPlace()
    try {
      const { problems, notes } = await restoreInto(file, place, { passphrase: undefined })
      expect([problems, notes]).toEqual([[], expect.arrayContaining([PAUSED])])
      const after = await fingerprintOf(place.connectionString)
      for (const prints of [before, after]) {
        delete prints.activity_log
        delete prints.activity_log_id_seq
      }
      const [position, resumed] = [before, after].map((prints) => Number(prints.report_changes_sequence_seq))
      expect(resumed! - position!, 'changes that are not in the backup').toBeGreaterThan(1_000_000)
      delete after.report_changes_sequence_seq
      const { report_changes_sequence_seq: _, ...unchanged } = before
      expect(after).toEqual(unchanged)
      const files = await filesOf(app.connectionString, app.storage)
      expect(files.length).toBeGreaterThan(15)
      expect(await filesOf(place.connectionString, await openStorage(place.storage))).toEqual(files)
    } finally {
      await place.drop()
    }
  })

  it('holds the escalation of critical results and items that were open, and says so [CRIT-68]', async () => {
    const { app, admin, doctor, lab, type } = suite
    await useCritical(admin, lab.id)
    await publishReport(doctor, await registerPatient(doctor), type, { isCritical: true })
    const itemId = await dropReport(doctor, 'Patient: Salma Haddad')
    await app.database.execute('update inbox_items set is_critical = true where id = $1', [itemId])
    const { file } = await backUp(app, path.join(folder, 'critical.tar'))
    const place = await makeEmptyPlace()
    try {
      const { notes } = await restoreInto(file, place, { passphrase: undefined })
      const critical: unknown = expect.stringMatching(/^2 critical results were open: nobody is told/)
      expect(notes).toEqual(expect.arrayContaining([critical, PAUSED]))
      const open = await runOnServer(
        place.connectionString,
        'select count(*)::int as all, count(restored_at)::int as held from critical_results where closed_at is null',
      )
      expect(open).toEqual([{ all: 1, held: 1 }])
      const waiting = 'select id::int from inbox_items where escalation_held_at is not null'
      expect(await runOnServer(place.connectionString, waiting)).toEqual([{ id: itemId }])
    } finally {
      await place.drop()
    }
  })
})

describe('the connections of a backup', () => {
  const statesOf = (connectionString: string) =>
    runOnServer<{ kind: string; state: string; cause: string | null; sealed: boolean }>(
      connectionString,
      `select kind, state, pause_cause as cause, sealed_secret is not null as sealed from integrations
        where state <> 'ended' order by kind`,
    )

  it('pause after a restore, without tokens [API-OUT-34]', async () => {
    const { file } = await backUp(suite.app, path.join(folder, 'connections.tar'))
    const place = await makeEmptyPlace()
    try {
      const { notes } = await restoreInto(file, place, { passphrase: undefined })
      expect(notes).toContainEqual(PAUSED)
      const paused = { state: 'paused', cause: 'restored' }
      expect(await statesOf(place.connectionString)).toEqual([
        { kind: 'client', ...paused, sealed: false },
        { kind: 'webhook', ...paused, sealed: true },
      ])
      expect(await runOnServer(place.connectionString, 'select 1 from integration_tokens')).toEqual([])
      const ended = 'select state from integrations where ended_at is not null'
      expect(await runOnServer(place.connectionString, ended)).toEqual([{ state: 'ended' }])
    } finally {
      await place.drop()
    }
  })
})

describe('the sign-in providers of a backup', () => {
  it('keep their secrets and links, and no lab is provider only after a restore [OIDC-27]', async () => {
    const { app, lab, doctor } = suite
    await app.database.query(
      `update lab_sign_in_settings set rule = 'provider', open_until = now() + interval '1 day', open_reason = 'Down'
        where lab_id = $1`,
      [lab.id],
    )
    const { file } = await backUp(app, path.join(folder, 'providers.tar'))
    await app.database.execute('update lab_sign_in_settings set rule = default, open_until = null')
    const place = await makeEmptyPlace()
    try {
      const { notes } = await restoreInto(file, place, { passphrase: undefined })
      expect(notes).toContainEqual(expect.stringMatching(/^1 lab was provider only: /))
      const read = <Row extends object>(text: string) => runOnServer<Row>(place.connectionString, text)
      expect(await read('select rule, open_until, open_reason from lab_sign_in_settings')).toEqual([
        { rule: 'any', open_until: null, open_reason: null },
      ])
      expect(await read('select user_id::int as id from provider_links')).toEqual([{ id: doctor.user.id }])
      const [provider] = await read<{ sealed: Buffer }>(
        'select sealed_secret as sealed from sign_in_providers',
      )
      expect(createEncryption(TEST_SECRET).open(provider?.sealed ?? Buffer.alloc(0))).toBe(STORED_SECRET)
      for (const table of ['provider_requests', 'provider_logouts'])
        expect(await read(`select 1 from ${table}`)).toEqual([])
    } finally {
      await place.drop()
    }
  })
})

describe('a backup that could not be restored', () => {
  it('names the referring table when a referenced one is missing [BACKUP-24]', async () => {
    const { database } = suite.app
    await database.execute(
      `create table page_notes (id bigint primary key, file_id bigint references page_images (file_id))`,
    )
    try {
      await database.execute('insert into page_notes values (1, null)')
      await backUp(suite.app, path.join(folder, 'fine.tar'))
      await database.execute('insert into page_notes select 2, min(file_id) from page_images')
      await expect(backUp(suite.app, path.join(folder, 'gap.tar'))).rejects.toThrow(
        'No backup was made, because it could not be restored: rows of page_notes refer to rows of page_images that it ' +
          'does not contain (page_notes_file_id_fkey).',
      )
    } finally {
      await database.execute('drop table page_notes')
    }
  })

  it('never lacks a file that a new table refers to [BACKUP-24]', async () => {
    const { app, doctor } = suite
    const { database } = app
    await doctor.upload(await reportPdf('Loose'), 'loose.pdf')
    await database.execute('create table kept_files (file_id bigint references report_files (id))')
    try {
      await database.execute(
        "insert into kept_files select max(id) from report_files where report_id is null and original_name = 'loose.pdf'",
      )
      const without = await filesOf(app.connectionString, app.storage)
      const { file } = await backUp(app, path.join(folder, 'kept.tar'))
      expect((await checkArchive(file, undefined)).contents.files.count).toBe(without.length + 1)
    } finally {
      await database.execute('drop table kept_files')
    }
  })
})

it('keeps the files of rejected items that are due until a running backup has copied them [BACKUP-24]', async () => {
  const { app, doctor } = suite
  const id = await dropReport(doctor, 'Due')
  await doctor.post(`/inbox/reject/${id}`, { reason: 'unreadable' })
  await app.database.execute("update inbox_items set decided_at = now() - interval '31 days' where id = $1", [
    id,
  ])
  const found = () => app.database.query('select 1 from inbox_items where id = $1', [id])
  const storage: FileStorage = {
    ...app.storage,
    async open(name) {
      await app.services.inboxItems.removeOldRejected()
      return app.storage.open(name)
    },
  }
  const made = await backUp(app, path.join(folder, 'due.tar'), { storage })
  expect(made.fileProblems).toEqual([])
  expect(await found()).toHaveLength(1)
  await app.services.inboxItems.removeOldRejected()
  expect(await found()).toEqual([])
})
