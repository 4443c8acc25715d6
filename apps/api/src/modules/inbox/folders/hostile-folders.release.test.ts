import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { DatabaseUnavailableError } from '../../../platform/database/database.ts'
import { reportPdf } from '../../../testing/inbox.ts'
import { pdfBytes } from '../../../testing/test-records.ts'
import {
  addFolder,
  claimsIn,
  itemsOf,
  namesIn,
  problemOf,
  until,
  useWatchedFolder,
} from '../../../testing/watched-folders.ts'
import type { Intake } from '../intake/arrival.ts'

const at = useWatchedFolder()

const bytesOf = (...parts: (string | number[])[]) =>
  Buffer.concat([Buffer.from(`${at.source.folder}/`), ...parts.map((part) => Buffer.from(part as string))])
const blankIntake = (receive: () => Promise<never>): Intake => ({ receive })

describe('a hostile folder', () => {
  it('gives only its regular files, not links, pipes and folders [INBOX-37]', async () => {
    const secret = path.join(at.place.root, 'secret.pdf')
    await writeFile(secret, await reportPdf())
    await symlink(secret, path.join(at.source.folder, 'link.pdf'))
    await symlink('nowhere', path.join(at.source.folder, 'dangling.pdf'))
    await mkdir(path.join(at.source.folder, 'folder.pdf'))
    expect(spawnSync('mkfifo', [path.join(at.source.folder, 'pipe.pdf')]).status).toBe(0)
    await at.put('result.pdf')
    at.watch()
    await until(async () => (await itemsOf(at.app, at.source.id)).length === 1)
    await sleep(150)
    expect(await namesIn(at.source.folder)).toEqual(['dangling.pdf', 'folder.pdf', 'link.pdf', 'pipe.pdf'])
  })

  it.each(['link', 'pipe', 'folder'])('stays unread when its claim becomes a %s [INBOX-37]', async (kind) => {
    const own = path.join(at.source.folder, '.zelab', '00000000-0000-4000-8000-000000000000', '1')
    await mkdir(own, { recursive: true })
    const claim = path.join(own, 'claim.pdf')
    if (kind === 'link') await symlink('/etc/hostname', claim)
    else if (kind === 'folder') await mkdir(claim)
    else spawnSync('mkfifo', [claim])
    let reads = 0
    const { lines } = at.watch({
      intake: blankIntake(() => {
        reads += 1
        return Promise.reject(new Error('read'))
      }),
    })
    await at.put('tool.exe')
    await until(() => reads > 0)
    await at.stopAll()
    expect(await claimsIn(at.source.folder)).toContain(path.relative(path.dirname(path.dirname(own)), claim))
    expect(JSON.stringify(lines)).not.toContain('claim')
  })

  it.each(['', '1'])(
    'takes nothing elsewhere when its claims lead there by a link at "%s" [INBOX-37]',
    async (number) => {
      const other = await addFolder(at.app, at.place.root, await at.app.createLab())
      await at.app.database.execute('update inbox_sources set is_on = false where id = $1', [other.id])
      await mkdir(path.join(other.folder, '1'))
      await writeFile(path.join(other.folder, 'secret.key'), 'key')
      await writeFile(path.join(other.folder, '1', 'secret.key'), 'key')
      const own = path.join(at.source.folder, '.zelab', '00000000-0000-4000-8000-000000000000')
      await mkdir(number === '' ? path.dirname(own) : own, { recursive: true })
      await symlink(other.folder, path.join(own, number))
      await at.put('result.pdf')
      at.watch()
      await until(async () => (await itemsOf(at.app, at.source.id)).length === 1)
      await sleep(150)
      expect(await namesIn(other.folder)).toEqual(['1', 'secret.key'])
      expect(await namesIn(path.join(other.folder, '1'))).toEqual(['secret.key'])
      expect(await namesIn(at.source.folder)).toEqual([])
    },
  )

  it('leads nowhere when it links to the folder of another lab [INBOX-37]', async () => {
    const other = await addFolder(at.app, at.place.root, await at.app.createLab())
    await at.app.database.execute('update inbox_sources set is_on = false where id = $1', [other.id])
    await writeFile(path.join(other.folder, 'result.pdf'), await reportPdf())
    await rm(at.source.folder, { recursive: true })
    await symlink(other.folder, at.source.folder)
    at.watch()
    await until(async () => (await problemOf(at.app, at.source.id)) === 'folder-not-readable')
    expect(await namesIn(other.folder)).toEqual(['result.pdf'])
  })

  it('reaches nothing else when its folders are replaced by links during the work [INBOX-37]', async () => {
    const outside = path.join(at.place.root, 'outside')
    const names = ['1', '2', '3', '4', '5', 'alive', 'tool.exe']
    await mkdir(outside)
    for (const name of names.slice(0, 5)) {
      await mkdir(path.join(outside, name))
      await writeFile(path.join(outside, name, 'secret.key'), 'key')
    }
    for (const name of names.slice(5)) await writeFile(path.join(outside, name), 'key')
    const claims = path.join(at.source.folder, '.zelab')
    const swap = async (folder: string) => {
      const away = `${folder}.${randomUUID()}`
      const isSwapped = await rename(folder, away).then(
        () => symlink(outside, folder).then(() => true),
        () => false,
      )
      await sleep(1)
      if (isSwapped) await rm(folder, { force: true })
      await rename(away, folder).catch(() => {})
    }
    at.watch({ intake: blankIntake(() => Promise.reject(new Error('busy'))), steadySeconds: 0 })
    const end = Date.now() + 4_000
    for (let round = 0; Date.now() < end; round++) {
      await at.put('tool.exe', Buffer.from('no')).catch(() => {})
      const processes = await readdir(claims).catch(() => [])
      const folders = [
        claims,
        path.join(at.source.folder, 'failed'),
        ...processes.map((name) => path.join(claims, name)),
      ]
      await swap(folders[round % folders.length] ?? claims).catch(() => {})
    }
    await at.stopAll()
    expect(await namesIn(outside)).toEqual(names)
    for (const name of names.slice(0, 5))
      expect(await namesIn(path.join(outside, name))).toEqual(['secret.key'])
    for (const name of names.slice(5)) expect(await readFile(path.join(outside, name), 'utf8')).toBe('key')
  })

  it('passes its other files on beside 40,000 names that are left alone [INBOX-43]', async () => {
    await at.put('first.pdf')
    await Promise.all(
      Array.from({ length: 40 }, async (_, part) => {
        for (let number = 0; number < 1_000; number++)
          await symlink(
            'x',
            path.join(at.source.folder, number % 2 === 0 ? `${part}-${number}.tmp` : `${part}-${number}.pdf`),
          )
      }),
    )
    await at.put('last.pdf')
    at.watch({ pollSeconds: 0.5 })
    await until(async () => (await itemsOf(at.app, at.source.id)).length === 2)
  })

  it('keeps every file with names of any kind [INBOX-38]', async () => {
    const names = [
      bytesOf(`${'x'.repeat(251)}.pdf`),
      bytesOf(`${'\u0646'.repeat(125)}.pdf`),
      bytesOf('\u0646\u062a\u064a\u062c\u0629 \u0641\u062d\u0635.pdf'),
      bytesOf('line\nbreak\u0007\u202e.pdf'),
      bytesOf([0xff, 0xfe, 0xc3], '.pdf'),
      bytesOf([0xff, 0xfe, 0xc2], '.pdf'),
      bytesOf('  .pdf'),
      bytesOf("'; drop table inbox_items;--.pdf"),
    ]
    for (const name of names) await writeFile(name, await reportPdf())
    at.watch()
    await until(at.isEmpty)
    const stored = (await itemsOf(at.app, at.source.id)).map(({ fileName }) => fileName)
    expect(stored).toHaveLength(names.length)
    expect(stored).toContain('\u0646\u062a\u064a\u062c\u0629 \u0641\u062d\u0635.pdf')
    expect(stored).toContain('linebreak\u0007.pdf'.replace('\u0007', ''))
  })

  it('shortens long names of refused files at whole characters [INBOX-38]', async () => {
    const long = '\u0646'.repeat(125)
    await writeFile(bytesOf(`${long}.exe`), 'no')
    await writeFile(bytesOf([0xff], '.exe'), 'no')
    at.watch()
    const failed = path.join(at.source.folder, 'failed')
    await until(() => existsSync(failed))
    await until(async () => (await readdir(failed)).length === 4)
    const names = await readdir(failed)
    expect(names).toContain(`${long}.exe`)
    expect(
      names.filter((name) => name.startsWith(long.slice(0, 120)) && name.endsWith('.exe.txt')),
    ).toHaveLength(1)
  })

  it('gives the last state only of a file that changes while it is read [INBOX-31]', async () => {
    const [first, last] = [await reportPdf('first'), await reportPdf('last')]
    await at.put('result.pdf', first)
    let calls = 0
    const intake: Intake = {
      receive: async (origin, documents, options) => {
        if (++calls === 1) {
          const [claim = ''] = await claimsIn(at.source.folder)
          await writeFile(path.join(at.source.folder, '.zelab', claim), last)
        }
        return at.app.services.intake.receive(origin, documents, options)
      },
    }
    at.watch({ intake })
    await until(at.isEmpty)
    const stored = await itemsOf(at.app, at.source.id)
    expect(stored).toHaveLength(1)
    expect(calls).toBe(2)
  })

  it('continues when a file is deleted while it is read [INBOX-31]', async () => {
    await at.put('a.pdf')
    const intake: Intake = {
      receive: async (origin, documents, options) => {
        if (documents[0]?.fileName === 'a.pdf') {
          const [claim = ''] = await claimsIn(at.source.folder)
          await unlink(path.join(at.source.folder, '.zelab', claim))
          throw new DatabaseUnavailableError(new Error('gone'))
        }
        return at.app.services.intake.receive(origin, documents, options)
      },
    }
    at.watch({ intake })
    await until(at.isEmpty)
    await at.put('b.pdf')
    await until(async () => (await itemsOf(at.app, at.source.id)).length === 1)
  })

  it('passes the oldest of 5,000 files on first and stays responsive [INBOX-43]', async () => {
    const first = pdfBytes(1)
    for (let number = 0; number < 5_000; number++)
      await at.put(`${String(number).padStart(4, '0')}.pdf`, number === 0 ? first : pdfBytes(number + 2))
    const order: string[] = []
    let longest = 0
    let last = performance.now()
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 10)
    const intake: Intake = {
      receive: (_, documents) => {
        order.push(documents[0]?.fileName ?? '')
        return Promise.resolve([{ duplicate: true }])
      },
    }
    at.watch({ intake, pollSeconds: 0.5 })
    await until(() => order.length > 300)
    await at.stopAll()
    clearInterval(timer)
    expect(order.slice(0, 50).every((name) => name < '0055.pdf')).toBe(true)
    expect(longest).toBeLessThan(1_000)
  })

  it('keeps working when it is removed and created while it is polled [INBOX-36]', async () => {
    at.watch()
    for (let round = 0; round < 20; round++) {
      await at.put('result.pdf', pdfBytes())
      await sleep(round * 10)
      await rm(at.source.folder, { recursive: true, force: true, maxRetries: 3 })
      await mkdir(at.source.folder)
    }
    await at.put('last.pdf')
    await until(async () =>
      (await itemsOf(at.app, at.source.id)).some(({ fileName }) => fileName === 'last.pdf'),
    )
    await until(async () => (await problemOf(at.app, at.source.id)) === null)
  })

  it('becomes a problem while it is read-only, until it is writable again [INBOX-36]', async (context) => {
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', at.source.folder])
    if (mounted.status !== 0) context.skip('Mounting is not permitted here')
    try {
      await at.put('result.pdf')
      spawnSync('mount', ['-o', 'remount,ro', at.source.folder])
      at.watch()
      await until(async () => (await problemOf(at.app, at.source.id)) === 'folder-not-writable')
      expect((await stat(path.join(at.source.folder, 'result.pdf'))).isFile()).toBe(true)
      spawnSync('mount', ['-o', 'remount,rw', at.source.folder])
      await until(at.isEmpty)
      await until(async () => (await problemOf(at.app, at.source.id)) === null)
    } finally {
      await at.stopAll()
      spawnSync('umount', ['-l', at.source.folder])
    }
  })
})
