import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { claimsIn, itemsOf, until, useWatchedFolder } from '../../../testing/watched-folders.ts'
import type { Intake } from '../intake/arrival.ts'
import { createClaims } from './claims.ts'
import { listFiles } from './folder-reading.ts'

const at = useWatchedFolder()

describe('two processes', () => {
  it('take each file once [INBOX-32]', async () => {
    const received: string[] = []
    const intake: Intake = {
      receive: (origin, documents, options) => {
        received.push(documents[0]?.fileName ?? '')
        return at.app.services.intake.receive(origin, documents, options)
      },
    }
    const names = Array.from({ length: 30 }, (_, number) => `${number}.pdf`).toSorted()
    for (const name of names) await at.put(name)
    at.watch({ intake, pollSeconds: 1 })
    at.watch({ intake, pollSeconds: 1 })
    await until(at.isEmpty)
    expect(received.toSorted()).toEqual(names)
    expect(await itemsOf(at.app, at.source.id)).toHaveLength(30)
  })

  it('never claim a file that the other process works on [INBOX-32]', async () => {
    let calls = 0
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const slow: Intake = {
      receive: async (...given) => {
        calls += 1
        await released
        return at.app.services.intake.receive(...given)
      },
    }
    await at.put('result.pdf')
    at.watch({ intake: slow, pollSeconds: 0.1 })
    await until(() => calls === 1)
    at.watch({ intake: slow, pollSeconds: 0.1 })
    await sleep(1500)
    expect(calls).toBe(1)
    release()
    await until(at.isEmpty)
    expect(await itemsOf(at.app, at.source.id)).toHaveLength(1)
  })

  it('take over what an ended one left, independent of clocks [INBOX-32]', async () => {
    await at.put('result.pdf')
    let clock = 0
    const folder = { root: at.place.root, folder: path.basename(at.source.folder) }
    const ended = createClaims(folder, 1000, () => clock)
    const [file] = await listFiles(folder)
    if (!file) throw new Error('No file')
    await ended.takeFile(file.name, file)
    const other = createClaims(folder, 1000, () => clock)
    expect(await other.takeOver()).toEqual([])
    clock += 900
    await ended.beat()
    clock += 900
    expect(await other.takeOver()).toEqual([])
    clock += 999
    expect(await other.takeOver()).toEqual([])
    clock += 1
    const [taken, ...more] = await other.takeOver()
    expect(more).toEqual([])
    expect(taken?.name.toString()).toBe('result.pdf')
    await ended.beat()
    expect(await claimsIn(at.source.folder)).toHaveLength(1)
  })
})

describe('a process that is killed', () => {
  const settled = async () => {
    at.watch()
    await until(at.isEmpty)
    expect(await itemsOf(at.app, at.source.id)).toHaveLength(1)
  }
  const leaveClaim = async (name: string, sign = '7') => {
    const own = path.join(at.source.folder, '.zelab', '00000000-0000-4000-8000-000000000000')
    await mkdir(path.join(own, '1'), { recursive: true })
    await writeFile(path.join(own, 'alive'), sign)
    await rename(path.join(at.source.folder, name), path.join(own, '1', name))
  }

  it('loses nothing after it took a file [INBOX-33]', async () => {
    await at.put('result.pdf')
    await leaveClaim('result.pdf')
    await settled()
  })

  it('adds nothing twice after it added the item [INBOX-33]', async () => {
    await at.put('result.pdf')
    const content = await readFile(path.join(at.source.folder, 'result.pdf'))
    at.watch()
    await until(at.isEmpty)
    await at.stopAll()
    await at.put('result.pdf', content)
    await leaveClaim('result.pdf')
    await settled()
  })

  it('leaves nothing in the way before it took a file [INBOX-33]', async () => {
    await mkdir(path.join(at.source.folder, '.zelab', '00000000-0000-4000-8000-000000000000', '1'), {
      recursive: true,
    })
    await at.put('result.pdf')
    await settled()
    await until(async () => (await readdir(path.join(at.source.folder, '.zelab'))).length === 0)
  })

  it('moves a refused file again that it was moving [INBOX-33]', async () => {
    await at.put('tool.exe')
    await mkdir(path.join(at.source.folder, 'failed'))
    await writeFile(path.join(at.source.folder, 'failed', 'tool.exe.txt'), 'written before the end')
    await leaveClaim('tool.exe')
    at.watch()
    await until(() => existsSync(path.join(at.source.folder, 'failed', 'tool (2).exe')))
  })
})
