import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createFolderWatcher } from '../modules/inbox/folders/folder-watcher.ts'
import type { Intake } from '../modules/inbox/intake/arrival.ts'
import { reportPdf } from './inbox.ts'
import { nextNumber, startTestApp, type TestApp, type TestLab } from './test-app.ts'
import { WAIT_MS } from '../../../../test-limits.ts'

const TIMES = { pollSeconds: 0.03, steadySeconds: 0.09 }

export const makeInboxRoot = async () => {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'zelab-inbox-')))
  return { root, remove: () => rm(root, { recursive: true, force: true }) }
}

export const addFolder = async (app: TestApp, root: string, lab: TestLab) => {
  const name = `scans-${nextNumber()}`
  const { id } = await app.database.one<{ id: number }>(
    "insert into inbox_sources (lab_id, kind, name, folder) values ($1, 'folder', $2, $2) returning id",
    [lab.id, name],
  )
  const folder = path.join(root, name)
  await mkdir(folder)
  return { id, folder }
}

export interface WatchOptions {
  intake?: Intake
  steadySeconds?: number
  emptySeconds?: number
  pollSeconds?: number
  uploadLimitMb?: number
}

export const watchFolders = (app: TestApp, root: string | undefined, options: WatchOptions = {}) => {
  const { intake = app.services.intake, uploadLimitMb = 25, ...times } = options
  const lines: { facts: Record<string, unknown>; text: string }[] = []
  const note = (facts: object, text: string) =>
    void lines.push({ facts: facts as Record<string, unknown>, text })
  const watcher = createFolderWatcher({
    database: app.database,
    ...{ intake, root, logger: { info: note, warn: note } },
    uploadLimitMb: () => Promise.resolve(uploadLimitMb),
    ...{ ...TIMES, ...times },
  })
  watcher.start()
  return { lines, stop: () => watcher.stop() }
}

export const problemOf = async (app: TestApp, sourceId: number): Promise<string | null> =>
  (
    await app.database.one<{ problem: string | null }>('select problem from inbox_sources where id = $1', [
      sourceId,
    ])
  ).problem

export const itemsOf = (app: TestApp, sourceId: number) =>
  app.database.query<{ id: number; fileName: string; sha256: string }>(
    `select i.id::int, i.file_name as "fileName", encode(f.sha256, 'hex') as sha256
       from inbox_items i join report_files f on f.id = i.file_id where i.source_id = $1 order by i.id`,
    [sourceId],
  )

export const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name !== '.zelab').toSorted()

export const claimsIn = async (folder: string): Promise<string[]> => {
  const claims = path.join(folder, '.zelab')
  const list = (): Promise<string[]> =>
    readdir(claims, { recursive: true }).catch((error: unknown) => {
      // A folder in it was removed in the meantime.
      if (existsSync(claims)) return list()
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    })
  return (await list()).filter((name) => name.split(path.sep).length === 3).toSorted()
}

export const until = async (isSo: () => Promise<boolean> | boolean): Promise<void> => {
  const deadline = Date.now() + WAIT_MS
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Not reached: ${isSo.toString()}`)
    await sleep(20)
  }
}

/** An app, and for each test a lab with a watched folder. Call it at the top of a test file. */
export const useWatchedFolder = () => {
  const watchers: { stop(): Promise<void> }[] = []
  const started = {} as {
    app: TestApp
    place: Awaited<ReturnType<typeof makeInboxRoot>>
    lab: TestLab
    source: { id: number; folder: string }
  }
  const stopAll = async () => {
    for (const watcher of watchers.splice(0)) await watcher.stop()
  }
  beforeAll(async () => {
    started.app = await startTestApp()
    started.place = await makeInboxRoot()
  })
  beforeEach(async () => {
    started.lab = await started.app.createLab()
    started.source = await addFolder(started.app, started.place.root, started.lab)
  })
  afterEach(async () => {
    await stopAll()
    await started.app.database.execute('update inbox_sources set is_on = false')
  })
  afterAll(async () => {
    await started.app.stop()
    await started.place.remove()
  })
  return Object.assign(started, {
    watchers,
    stopAll,
    watch(options?: WatchOptions) {
      const watcher = watchFolders(started.app, started.place.root, options)
      watchers.push(watcher)
      return watcher
    },
    async put(name: string, content?: Buffer): Promise<Buffer> {
      const written = content ?? (await reportPdf('Patient: Layla'))
      await writeFile(path.join(started.source.folder, name), written)
      return written
    },
    isEmpty: async () =>
      (await namesIn(started.source.folder)).length === 0 &&
      (await claimsIn(started.source.folder)).length === 0,
    failingIntake: (failure: () => Error | undefined): Intake => ({
      receive: async (...given) => {
        const error = failure()
        if (error) throw error
        return started.app.services.intake.receive(...given)
      },
    }),
  })
}
