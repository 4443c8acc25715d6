import { access, readdir, rm } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { extract } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drillBackup, restoreInto } from '../../cli/restore-target.ts'
import { newFileName } from '../../platform/file-storage/file-name.ts'
import { createEncryption } from '../../platform/encryption.ts'
import { backUp, makeEmptyPlace, makeFolder, MIGRATIONS, TEST_PASSPHRASE } from '../../testing/backups.ts'
import { runOnServer } from '../../testing/database-server.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '../../testing/test-app.ts'
import { addReportType, pdfBytes, publishReport, registerPatient } from '../../testing/test-records.ts'
import { createArchiveWriter } from './archive-writer.ts'

const NO_PASSPHRASE = { passphrase: undefined }
const OTHER_KEY = Buffer.alloc(32, 9)

interface Entry {
  name: string
  content: Buffer
}

let app: TestApp
let folder: string
let genuine: Entry[]
beforeAll(async () => {
  app = await startTestApp()
  folder = await makeFolder()
  const doctor = await app.signedIn('Doctor')
  const type = await addReportType(doctor)
  const patient = await registerPatient(doctor)
  await publishReport(doctor, patient, type)
  await publishReport(doctor, patient, type)
  genuine = await entriesOf((await backUp(app, path.join(folder, 'genuine.tar'))).file)
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const entriesOf = async (file: string): Promise<Entry[]> => {
  const entries: Entry[] = []
  for await (const entry of createReadStream(file).pipe(extract())) {
    const chunks: Buffer[] = []
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
    const content = Buffer.concat(chunks)
    if (!/^(checksums\/|authentication)/.test(entry.header.name))
      entries.push({ name: entry.header.name, content })
  }
  return entries
}

let serial = 0
/** Writes format 1 without a key. */
const write = async (entries: Entry[], secret?: Buffer) => {
  const file = path.join(folder, `written-${++serial}.tar`)
  const archive = createArchiveWriter(file, {
    ...NO_PASSPHRASE,
    now: new Date(),
    ...(secret && { sign: createEncryption(secret).sign }),
  })
  for (const { name, content } of entries) {
    const isOld = name === 'manifest.json' && !secret
    await archive.add(
      name,
      isOld ? Buffer.from(content.toString().replace('"format": 2', '"format": 1')) : content,
    )
  }
  await archive.finish()
  return file
}

const expectRefused = async (
  file: string,
  message: string | RegExp,
  options = { isUnauthenticated: true },
) => {
  const place = await makeEmptyPlace()
  try {
    await expect(restoreInto(file, place, { ...NO_PASSPHRASE, ...options })).rejects.toThrow(message)
    const tables = await runOnServer<{ count: number }>(
      place.connectionString,
      `select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    expect(tables).toEqual([{ count: 0 }])
    const files = await readdir(place.dataDir, { recursive: true, withFileTypes: true })
    expect(files.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['secret.key'])
  } finally {
    await place.drop()
  }
}

describe('hostile archive', () => {
  it('cannot write outside of the storage, even with consistent records and the right key [SAFE-18]', async () => {
    const [report] = await app.database.query<{ id: number; name: string }>(
      'select id, name from report_files where report_id is not null order by id limit 1',
    )
    const outside = path.join(folder, 'outside.pdf')
    const content = () => Readable.from([pdfBytes()])
    const storage = {
      ...app.storage,
      open: async () => content(),
      find: async (name: string) => ({ name, sizeBytes: pdfBytes().length, modifiedAt: new Date() }),
    }
    await app.database.execute('alter table report_files disable trigger user')
    try {
      for (const name of [
        '../../x.pdf',
        `..${outside}`,
        outside,
        `../${newFileName('.pdf')}`,
        'a'.repeat(5000),
        `${newFileName('.pdf')}/x`,
      ]) {
        await app.database.query('update report_files set name = $1 where id = $2', [name, report?.id])
        const { file } = await backUp(app, path.join(folder, `named-${++serial}.tar`), { storage })
        await expectRefused(file, 'is none of a backup', { isUnauthenticated: false })
      }
    } finally {
      await app.database.query('update report_files set name = $1 where id = $2', [report?.name, report?.id])
      await app.database.execute('alter table report_files enable trigger user')
    }
    await expect(access(outside)).rejects.toThrow('ENOENT')
  })

  it('fails for names with NUL or line breaks and for unknown, repeated or missing entries [SAFE-18]', async () => {
    const file = genuine.find(({ name }) => name.startsWith('files/')) as Entry
    const contents = genuine.at(-1) as Entry
    const others = genuine.slice(0, -1)
    const extra = (name: string) => write([...others, { name, content: Buffer.from('x') }, contents])
    for (const name of [
      'files/a\nb.pdf',
      'files/../../x',
      '/etc/x',
      'notes.txt',
      `files/${'é\u0000'.repeat(30)}.pdf`,
    ])
      await expectRefused(await extra(name), 'is none of a backup')
    await expectRefused(await write([...others, file, contents]), 'comes twice')
    await expectRefused(await write([...genuine, contents]), 'comes twice')
    await expectRefused(await extra(`files/${newFileName('.pdf')}`), 'report files instead of')
    await expectRefused(await write(genuine.filter((entry) => entry !== file)), 'report files instead of')
  })

  it('fails without the key, with another key, or when changed with new checksums [SAFE-18]', async () => {
    const changed = genuine.map((entry) =>
      entry.name === 'contents.json'
        ? {
            ...entry,
            content: Buffer.from(entry.content.toString().replace('"endedAt": "2', '"endedAt": "1')),
          }
        : entry,
    )
    const strict = { isUnauthenticated: false }
    await expectRefused(await write(genuine), 'not authenticated', strict)
    await expectRefused(await write(genuine, OTHER_KEY), 'tampered with', strict)
    await expectRefused(await write(changed, OTHER_KEY), 'tampered with', strict)
    await expect(
      drillBackup(await write(genuine), { ...NO_PASSPHRASE, migrations: MIGRATIONS, secret: TEST_SECRET }),
    ).rejects.toThrow('Add --unauthenticated only')
  })

  it('provides a key only when the passphrase decrypted it [SAFE-18]', async () => {
    const forged = genuine.map((entry) =>
      entry.name === 'manifest.json'
        ? {
            ...entry,
            content: Buffer.from(
              JSON.stringify({
                ...(JSON.parse(entry.content.toString()) as object),
                key: OTHER_KEY.toString('base64'),
              }),
            ),
          }
        : entry,
    )
    const place = await makeEmptyPlace({ secret: null })
    try {
      await expect(restoreInto(await write(forged, OTHER_KEY), place, NO_PASSPHRASE)).rejects.toThrow(
        'The key of the installation that was backed up is needed',
      )
    } finally {
      await place.drop()
    }
  })
})

describe('backup of an earlier version', () => {
  it('restores with the explicit flag [SAFE-18]', async () => {
    const place = await makeEmptyPlace()
    try {
      const old = await write(genuine)
      const { fileCount } = await restoreInto(old, place, { ...NO_PASSPHRASE, isUnauthenticated: true })
      expect(fileCount).toBe(2)
    } finally {
      await place.drop()
    }
  })
})

describe('encrypted backup', () => {
  it('proves its origin by its passphrase on a new machine [SAFE-18]', async () => {
    const { file } = await backUp(app, path.join(folder, 'sealed.tar.age'), { passphrase: TEST_PASSPHRASE })
    const place = await makeEmptyPlace({ secret: null })
    try {
      expect((await restoreInto(file, place, { passphrase: TEST_PASSPHRASE })).fileCount).toBe(2)
    } finally {
      await place.drop()
    }
  })
})
