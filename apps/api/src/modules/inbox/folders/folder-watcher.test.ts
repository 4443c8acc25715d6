import { caseOf } from '../../../testing/cases.ts'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { conflict } from '../../../core/app-error.ts'
import { dropFile, listInbox, reportPdf } from '../../../testing/inbox.ts'
import {
  addFolder,
  claimsIn,
  itemsOf,
  makeInboxRoot,
  namesIn,
  problemOf,
  until,
  useWatchedFolder,
  watchFolders,
} from '../../../testing/watched-folders.ts'
import type { Intake } from '../intake/arrival.ts'

const at = useWatchedFolder()

const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex')

describe('a file in a watched folder', () => {
  it('becomes an item of its lab and leaves the folder [INBOX-30]', async () => {
    const sha256 = digest(await at.put('result.pdf'))
    const { lines } = at.watch()
    await until(at.isEmpty)
    expect(await itemsOf(at.app, at.source.id)).toMatchObject([{ fileName: 'result.pdf', sha256 }])
    const [item] = await listInbox(await at.app.signedIn('Technician', at.lab))
    expect(item).toMatchObject({ source: { kind: 'folder' }, fileName: 'result.pdf' })
    await until(() => lines.some(({ facts }) => facts.received === 1))
    expect(JSON.stringify(lines)).not.toContain('result')
    await until(async () => (await claimsIn(at.source.folder)).length === 0)
  })

  it('arrives once it has not changed for a while [INBOX-31]', async () => {
    const file = path.join(at.source.folder, 'growing.pdf')
    const whole = await reportPdf('Patient: Layla')
    await writeFile(file, whole.subarray(0, 10))
    await utimes(file, new Date(0), new Date(0))
    at.watch({ steadySeconds: 0.4 })
    for (let part = 10; part < whole.length; part += Math.ceil(whole.length / 8)) {
      await sleep(100)
      await appendFile(file, whole.subarray(part, part + Math.ceil(whole.length / 8)))
      expect(existsSync(file)).toBe(true)
    }
    await until(at.isEmpty)
    expect(await itemsOf(at.app, at.source.id)).toMatchObject([{ sha256: digest(whole) }])
  })

  it('stays while empty for long until it is written, and is refused after that [INBOX-141]', async () => {
    const late = path.join(at.source.folder, 'late.pdf')
    await writeFile(late, '')
    await writeFile(path.join(at.source.folder, 'never.pdf'), '')
    const waiting = at.watch()
    await at.put('other.pdf')
    await until(async () => (await itemsOf(at.app, at.source.id)).length === 1)
    await sleep(400)
    expect(await namesIn(at.source.folder)).toEqual(['late.pdf', 'never.pdf'])
    await writeFile(late, await reportPdf('Patient: Layla'))
    await until(async () => (await itemsOf(at.app, at.source.id)).length === 2)
    await waiting.stop()
    at.watch({ emptySeconds: 0.3 })
    const failed = path.join(at.source.folder, 'failed')
    await until(() => existsSync(path.join(failed, 'never.pdf')))
    expect(await readFile(path.join(failed, 'never.pdf.txt'), 'utf8')).toContain(
      'Problem: This file is empty',
    )
  })

  it('stays in a subfolder, and under a temporary name [INBOX-31]', async () => {
    const kept = ['.hidden.pdf', '~$scan.pdf', 'Thumbs.db', 'a.pdf.tmp', 'b.part', 'c.crdownload', 'old']
    await mkdir(path.join(at.source.folder, 'old'))
    await writeFile(path.join(at.source.folder, 'old', 'result.pdf'), await reportPdf())
    for (const name of kept.slice(0, -1)) await at.put(name)
    await at.put('result.pdf')
    at.watch()
    await until(async () => (await itemsOf(at.app, at.source.id)).length === 1)
    await sleep(200)
    expect(await namesIn(at.source.folder)).toEqual(kept.toSorted())
    expect(await namesIn(path.join(at.source.folder, 'old'))).toEqual(['result.pdf'])
    await rename(path.join(at.source.folder, 'b.part'), path.join(at.source.folder, 'b.pdf'))
    await until(async () => (await itemsOf(at.app, at.source.id)).length === 2)
  })

  it('disappears when the same file is in the inbox already [INBOX-39]', async () => {
    const content = await at.put('first.pdf')
    const { lines } = at.watch()
    await until(at.isEmpty)
    await at.put('again.pdf', content)
    await until(at.isEmpty)
    expect(await itemsOf(at.app, at.source.id)).toHaveLength(1)
    await until(() => lines.some(({ facts }) => facts.duplicate === 1))
  })

  it('moves to failed with an explanation when it is refused [INBOX-34]', async () => {
    const content = Buffer.from('MZ not a report')
    await at.put('tool.exe', content)
    const { lines } = at.watch()
    const failed = path.join(at.source.folder, 'failed')
    await until(() => existsSync(path.join(failed, 'tool.exe')))
    expect(await readFile(path.join(failed, 'tool.exe'))).toEqual(content)
    const text = await readFile(path.join(failed, 'tool.exe.txt'), 'utf8')
    expect(text).toContain('Only PDF, JPG, JPEG and PNG files can be uploaded')
    expect(text).toContain('What to do: Save it as a PDF')
    expect(await itemsOf(at.app, at.source.id)).toEqual([])
    expect(lines).toContainEqual({
      facts: { sourceId: at.source.id, labId: at.lab.id, code: 'FILE_TYPE_NOT_ALLOWED' },
      text: 'a file of a watched folder was refused',
    })
    await at.put('tool.exe', Buffer.from('another'))
    await until(() => existsSync(path.join(failed, 'tool (2).exe')))
    expect(await readFile(path.join(failed, 'tool.exe'))).toEqual(content)
    expect(await namesIn(failed)).toEqual(['tool (2).exe', 'tool (2).exe.txt', 'tool.exe', 'tool.exe.txt'])
    await sleep(200)
    expect(await namesIn(at.source.folder)).toEqual(['failed'])
  })

  it('moves to failed when it has no pages, and the next one is received [INBOX-125]', async () => {
    await at.put('a-no-pages.pdf', caseOf('pdf-no-pages.pdf'))
    await at.put('b-good.pdf')
    at.watch()
    const failed = path.join(at.source.folder, 'failed', 'a-no-pages.pdf.txt')
    await until(() => existsSync(failed))
    expect(await readFile(failed, 'utf8')).toContain('This PDF is damaged')
    await until(async () => (await itemsOf(at.app, at.source.id)).length === 1)
  })

  it('moves to failed without being read when it is too large [INBOX-40]', async () => {
    const read = { bytes: 0 }
    const intake: Intake = {
      receive: async (origin, documents) => {
        for await (const chunk of documents[0]?.content ?? []) read.bytes += chunk.length
        return at.app.services.intake.receive(origin, [])
      },
    }
    await at.put('large.pdf', Buffer.alloc(2 * 1024 * 1024 + 1))
    at.watch({ intake, uploadLimitMb: 2 })
    await until(() => existsSync(path.join(at.source.folder, 'failed', 'large.pdf.txt')))
    await until(async () => (await claimsIn(at.source.folder)).length === 0)
    expect(read.bytes).toBe(0)
  })
})

describe('a folder', () => {
  it('becomes a problem while it is missing, and is never created [INBOX-36]', async () => {
    await rm(at.source.folder, { recursive: true })
    at.watch()
    await until(async () => (await problemOf(at.app, at.source.id)) === 'folder-missing')
    await sleep(150)
    expect(existsSync(at.source.folder)).toBe(false)
    await mkdir(at.source.folder)
    await at.put('result.pdf')
    await until(at.isEmpty)
    expect(await itemsOf(at.app, at.source.id)).toHaveLength(1)
    await until(async () => (await problemOf(at.app, at.source.id)) === null)
  })

  it('returns with its claim after it disappeared [INBOX-36]', async () => {
    let isOver = false
    await at.put('result.pdf')
    at.watch({ intake: at.failingIntake(() => (isOver ? undefined : conflict('INBOX_FULL'))) })
    await until(async () => (await claimsIn(at.source.folder)).length === 1)
    await rename(at.source.folder, `${at.source.folder}.away`)
    await until(async () => (await problemOf(at.app, at.source.id)) === 'folder-missing')
    await mkdir(at.source.folder)
    isOver = true
    await until(async () => (await problemOf(at.app, at.source.id)) === null)
    await sleep(200)
    await rm(at.source.folder, { recursive: true })
    await rename(`${at.source.folder}.away`, at.source.folder)
    await until(at.isEmpty)
    expect(await itemsOf(at.app, at.source.id)).toHaveLength(1)
  })

  it('becomes a problem, and stays untouched, when a symbolic link leads out of INBOX_DIR [INBOX-37]', async () => {
    const outside = await makeInboxRoot()
    await writeFile(path.join(outside.root, 'result.pdf'), await reportPdf())
    await rm(at.source.folder, { recursive: true })
    await symlink(outside.root, at.source.folder)
    at.watch()
    await until(async () => (await problemOf(at.app, at.source.id)) === 'folder-not-readable')
    await sleep(150)
    expect(await namesIn(outside.root)).toEqual(['result.pdf'])
    await outside.remove()
  })

  it.each(['.zelab', 'failed'])(
    'becomes a problem when its %s is a link, which nothing follows [INBOX-37]',
    async (name) => {
      const outside = await makeInboxRoot()
      await symlink(outside.root, path.join(at.source.folder, name))
      await at.put('tool.exe', Buffer.from('no'))
      at.watch()
      await until(async () => (await problemOf(at.app, at.source.id)) === 'folder-not-writable')
      expect(await namesIn(outside.root)).toEqual([])
      await rm(path.join(at.source.folder, name))
      await until(() => existsSync(path.join(at.source.folder, 'failed', 'tool.exe.txt')))
      await until(async () => (await problemOf(at.app, at.source.id)) === null)
      await outside.remove()
    },
  )

  it('gets its claimed files back when it is turned off [INBOX-42]', async () => {
    await at.put('result.pdf')
    at.watch({ intake: at.failingIntake(() => conflict('INBOX_FULL')) })
    await until(async () => (await claimsIn(at.source.folder)).length === 1)
    await at.app.database.execute('update inbox_sources set is_on = false where id = $1', [at.source.id])
    await until(async () => (await namesIn(at.source.folder)).join() === 'result.pdf')
    await until(async () => (await claimsIn(at.source.folder)).length === 0)
  })

  it('becomes a problem when INBOX_DIR is not set, without being touched [INBOX-44]', async () => {
    await at.put('result.pdf')
    at.watchers.push(watchFolders(at.app, undefined))
    await until(async () => (await problemOf(at.app, at.source.id)) === 'folders-not-set-up')
    expect(await namesIn(at.source.folder)).toEqual(['result.pdf'])
    at.watch()
    await until(at.isEmpty)
    await until(async () => (await problemOf(at.app, at.source.id)) === null)
  })

  it('delays no other lab’s folder [INBOX-41]', async () => {
    const order: number[] = []
    for (let number = 0; number < 20; number++) await at.put(`${number}.pdf`)
    const other = await addFolder(at.app, at.place.root, await at.app.createLab())
    for (let number = 0; number < 3; number++)
      await writeFile(path.join(other.folder, `${number}.pdf`), await reportPdf())
    const intake: Intake = {
      receive: async (origin, documents, options) => {
        if ('sourceId' in origin) order.push(origin.sourceId)
        return at.app.services.intake.receive(origin, documents, options)
      },
    }
    at.watch({ intake, steadySeconds: 0.6 })
    await until(async () => (await namesIn(other.folder)).length === 0)
    await until(at.isEmpty)
    expect(order).toHaveLength(23)
    expect(order.lastIndexOf(other.id)).toBeLessThan(12)
  })
})

it('adds what people dropped already no second time [INBOX-39]', async () => {
  const technician = await at.app.signedIn('Technician', at.lab)
  const pdf = await reportPdf('Patient: Layla')
  await dropFile(technician, pdf, 'a.pdf')
  await at.put('same.pdf', pdf)
  at.watch()
  await until(at.isEmpty)
  expect(await listInbox(technician)).toHaveLength(1)
})
