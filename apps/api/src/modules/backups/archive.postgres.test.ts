import { spawnSync } from 'node:child_process'
import { chmod, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp, makeFolder, TEST_PASSPHRASE } from '../../testing/backups.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from '../../testing/test-records.ts'
import { checkArchive } from './archive-reader.ts'
import { createArchiveWriter } from './archive-writer.ts'
import type { MadeBackup } from './backup-making.service.ts'

/** No message of a library. */
const PROBLEM =
  /^(The backup is damaged[:,] |The backup ends too early: |This file is not a backup of this product)/

let app: TestApp
let folder: string
let plain: MadeBackup
let sealed: MadeBackup
beforeAll(async () => {
  app = await startTestApp()
  folder = await makeFolder()
  const doctor = await app.signedIn('Doctor')
  const type = await addReportType(doctor)
  const patient = await registerPatient(doctor)
  await publishReport(doctor, patient, type)
  const fileUrl = await uploadFile(doctor, Buffer.concat([pdfStart, Buffer.alloc(300_000, 32), pdfEnd]))
  await publishReport(doctor, patient, type, { fileUrl })
  plain = await backUp(app, path.join(folder, 'plain.tar'))
  sealed = await backUp(app, path.join(folder, 'sealed.tar.age'), { passphrase: TEST_PASSPHRASE })
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const pdf = (await import('../../testing/test-records.ts')).pdfBytes(1).toString('latin1')
const pdfStart = Buffer.from(pdf.slice(0, pdf.indexOf('xref')), 'latin1')
const pdfEnd = Buffer.from(
  pdf.slice(pdf.indexOf('xref')).replace(/startxref\n\d+/, `startxref\n${pdf.indexOf('xref') + 300_000}`),
  'latin1',
)

const withByteChanged = async (file: string, position: number) => {
  const copy = path.join(folder, 'changed.tar')
  const content = await readFile(file)
  content.writeUInt8((content.readUInt8(position) + 1) % 256, position)
  await writeFile(copy, content)
  return copy
}

describe('archive', () => {
  it('contains everything, for its owner alone, with a checksum file [BACKUP-06]', async () => {
    for (const [made, passphrase] of [
      [plain, undefined],
      [sealed, TEST_PASSPHRASE],
    ] as const) {
      const checked = await checkArchive(made.file, passphrase)
      expect(checked).toMatchObject({ sha256: made.sha256, sizeBytes: made.sizeBytes })
      expect(checked.contents.files.count).toBe(2)
      expect((await stat(made.file)).mode & 0o777).toBe(0o600)
    }
    const beside = spawnSync('sha256sum', ['--check', 'plain.tar.sha256'], { cwd: folder })
    expect(beside.status).toBe(0)
  })

  it('opens without this program: tar, gzip and sha256sum [BACKUP-06]', async () => {
    const opened = await makeFolder()
    expect(spawnSync('tar', ['xf', plain.file, '-C', opened]).status).toBe(0)
    const sums = spawnSync('sh', ['-c', 'cat checksums/* | sha256sum --check --quiet'], { cwd: opened })
    expect(sums.stdout.toString() + sums.stderr.toString()).toBe('')
    const rows = spawnSync('sh', ['-c', 'cat database/patients.copy.gz.* | gunzip'], { cwd: opened })
    expect(rows.stdout.toString()).toContain('Layla Haddad')
    expect(await readdir(path.join(opened, 'files'))).toHaveLength(2)
    await rm(opened, { recursive: true })
  })

  it('fails its check when any byte was changed [BACKUP-07]', async () => {
    for (const made of [plain, sealed]) {
      const { length } = await readFile(made.file)
      // The zeros after the last entry of a tar file have no meaning.
      const end = made === plain ? length - 1024 : length
      for (let position = 0; position < end; position += Math.floor(end / 14)) {
        const copy = await withByteChanged(made.file, position)
        const outcome = await checkArchive(copy, TEST_PASSPHRASE).then(
          ({ sha256 }) => sha256,
          (error: Error) => error.message,
        )
        if (/^[0-9a-f]{64}$/.test(outcome)) expect(outcome).not.toBe(made.sha256)
        else expect(outcome, `${made.file} at ${position}`).toMatch(PROBLEM)
      }
    }
  })

  it('fails its check when one bit of any entry was changed [BACKUP-07]', async () => {
    const content = await readFile(plain.file)
    for (const text of ['"postgresVersion": "', '\u001f\u008b\u0008', '%PDF-', '"rows": {', '"endedAt": "']) {
      const position = content.indexOf(Buffer.from(text, 'latin1')) + text.length
      const changed = await withByteChanged(plain.file, position)
      await expect(checkArchive(changed, undefined), text).rejects.toThrow(/damaged/)
    }
  })

  it('fails its check when truncated anywhere or when its checksum file differs [BACKUP-07 BACKUP-25]', async () => {
    for (const made of [plain, sealed]) {
      const { length } = await readFile(made.file)
      for (const size of [0, 10, 512, length / 3, length / 2, length - 2048].map(Math.floor)) {
        const copy = path.join(folder, 'cut.tar')
        await writeFile(copy, await readFile(made.file))
        await truncate(copy, size)
        await expect(checkArchive(copy, TEST_PASSPHRASE), `${size}`).rejects.toThrow(PROBLEM)
      }
    }
    const copy = path.join(folder, 'copy.tar')
    await writeFile(copy, await readFile(plain.file))
    await writeFile(`${copy}.sha256`, `${'0'.repeat(64)}  copy.tar\n`)
    await expect(checkArchive(copy, undefined)).rejects.toThrow('says another checksum')
  })

  it('reveals nothing without the passphrase when encrypted [BACKUP-08]', async () => {
    const content = await readFile(sealed.file)
    expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(content.includes('manifest.json')).toBe(false)
    await expect(checkArchive(sealed.file, undefined)).rejects.toThrow('set BACKUP_PASSPHRASE')
    await expect(checkArchive(sealed.file, 'another passphrase of length')).rejects.toThrow(
      'The passphrase is wrong: BACKUP_PASSPHRASE is not the one of this backup.',
    )
    expect((await checkArchive(sealed.file, TEST_PASSPHRASE)).manifest.key).toBeDefined()
    expect((await checkArchive(plain.file, undefined)).manifest.key).toBeUndefined()
  })

  it('fails its check in plain words when it is not a backup [BACKUP-25]', async () => {
    const other = path.join(folder, 'other.tar')
    const writer = createArchiveWriter(other, { passphrase: undefined, now: new Date() })
    await writer.add('holiday.txt', Buffer.from('sun'))
    await writer.finish()
    await expect(checkArchive(other, undefined)).rejects.toThrow('not a backup of this product')
    await writeFile(other, 'Not a tar file. '.repeat(100))
    await expect(checkArchive(other, undefined)).rejects.toThrow('not a backup of this product')
  })
})

describe('failed backup', () => {
  it('leaves no file, for any reason [BACKUP-09]', async () => {
    const into = await makeFolder()
    const failing = { ...app.storage, open: () => Promise.reject(new Error('the storage is away')) }
    await expect(backUp(app, into, { storage: failing })).rejects.toThrow('the storage is away')
    const breaking = {
      ...app.storage,
      open: () =>
        Promise.resolve(
          Readable.from(
            (async function* () {
              yield Buffer.from('%PDF')
              throw new Error('the line broke')
            })(),
          ),
        ),
    }
    await expect(backUp(app, into, { storage: breaking })).rejects.toThrow('the line broke')
    const stopping = new AbortController()
    const onProgress = () => stopping.abort(new Error('stopped'))
    await expect(backUp(app, into, { signal: stopping.signal, onProgress })).rejects.toThrow('stopped')
    expect(await readdir(into)).toEqual([])
    await backUp(app, into)
    await rm(into, { recursive: true })
  })

  it('stops with a message while another one is running', async () => {
    const into = await makeFolder()
    let second: Promise<unknown> | undefined
    await backUp(app, into, {
      onLocked: async () => {
        second = backUp(app, path.join(into, 'second.tar')).catch((error: Error) => error.message)
        expect(await second).toContain('Another backup')
      },
    })
    expect(second).toBeDefined()
    expect((await readdir(into)).filter((name) => name.endsWith('.tar'))).toHaveLength(1)
    await rm(into, { recursive: true })
  })
})

describe('backup of a damaged installation', () => {
  it('succeeds and lists missing and modified files [BACKUP-10]', async () => {
    const [one, other] = await app.database.query<{ name: string }>(
      'select name from report_files order by id',
    )
    const damaged = path.join(app.dataDir, 'files', other?.name.slice(0, 2) ?? '', other?.name ?? '')
    const missing = {
      ...app.storage,
      open: (name: string) => (name === one?.name ? app.storage.open('none') : app.storage.open(name)),
    }
    const content = await readFile(damaged)
    await chmod(damaged, 0o600)
    for (const change of [
      content.subarray(0, 1000),
      Buffer.concat([content, content]),
      Buffer.alloc(content.length),
    ]) {
      await writeFile(damaged, change)
      const made = await backUp(app, path.join(folder, 'damaged'), { storage: missing })
      expect(made.fileProblems).toEqual([
        { name: one?.name, problem: 'missing' },
        { name: other?.name, problem: 'damaged' },
      ])
      const { contents } = await checkArchive(made.file, undefined)
      expect(contents.fileProblems).toEqual(made.fileProblems)
      await rm(made.file)
    }
    await writeFile(damaged, content)
  })
})
