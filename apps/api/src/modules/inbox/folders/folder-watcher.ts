import { setTimeout as sleep } from 'node:timers/promises'
import type { InboxSourceProblem } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import type { Intake } from '../intake/arrival.ts'
import { findWatchedFolders, updateSourceProblem } from '../sources/sources.repository.ts'
import { createClaimReceiver, type Outcome } from './receive-claim.ts'
import { createWatchedFolder, type FolderSource, type WatchedFolder } from './watched-folder.ts'

/** Over all folders. Each file needs a processor for the inspection. */
const AT_ONCE = 2
/** Polls that hang because a share does not answer. Each one occupies a thread of the libuv pool. */
const STUCK_MAX = 2
const POLL_LIMIT_MS = 30_000
/** Scanners create a file and write it page by page, minutes later. */
const EMPTY_SECONDS = 15 * 60
const MISSED_SIGNS = 6

const OWN_PROBLEMS: readonly string[] = [
  'folder-missing',
  'folder-not-readable',
  'folder-not-writable',
  'folders-not-set-up',
  'inbox-full',
  'storage-unavailable',
] satisfies InboxSourceProblem[]

interface Log {
  info(facts: object, text: string): void
  warn(facts: object, text: string): void
}

export const createFolderWatcher = ({
  database,
  intake,
  uploadLimitMb,
  root,
  logger,
  pollSeconds = 10,
  steadySeconds = 30,
  emptySeconds = EMPTY_SECONDS,
  atOnce = AT_ONCE,
}: Pick<Context, 'database' | 'uploadLimitMb'> & {
  intake: Intake
  root: string | undefined
  logger: Log
  pollSeconds?: number
  steadySeconds?: number
  emptySeconds?: number
  atOnce?: number
}) => {
  const times = {
    pollMs: pollSeconds * 1000,
    steadyMs: steadySeconds * 1000,
    emptyMs: Math.max(emptySeconds, steadySeconds) * 1000,
    deadMs: pollSeconds * 1000 * MISSED_SIGNS,
  }
  const receiveClaim = createClaimReceiver({ intake, uploadLimitMb })
  const folders = new Map<number, WatchedFolder>()
  const stuck = new Set<number>()
  const working = new Set<Promise<void>>()
  const stopping = new AbortController()
  const turns = { ofLab: new Map<number, number>(), ofFolder: new Map<number, number>() }
  let turn = 0
  let received = 0
  let counts = new Map<number, Partial<Record<Outcome['kind'], number>>>()
  let polling: Promise<void> | undefined
  let wasFailing = false

  const noteOutcome = (source: FolderSource, outcome: Outcome) => {
    if (outcome.kind === 'received' || outcome.kind === 'duplicate') received += 1
    const sums = counts.get(source.id) ?? {}
    counts.set(source.id, { ...sums, [outcome.kind]: (sums[outcome.kind] ?? 0) + 1 })
    // File names contain patient names, so they stay out of the log.
    const facts = { sourceId: source.id, labId: source.labId }
    if (outcome.kind === 'refused')
      logger.warn({ ...facts, code: outcome.refusal.code }, 'a file of a watched folder was refused')
    if (outcome.kind === 'failed')
      logger.warn({ ...facts, err: outcome.error }, 'a file of a watched folder could not be received')
  }

  const logCounts = () => {
    for (const [sourceId, sums] of counts) logger.info({ sourceId, ...sums }, 'files of a watched folder')
    counts = new Map()
  }

  const turnOf = ({ source }: WatchedFolder) => [
    turns.ofLab.get(source.labId) ?? 0,
    turns.ofFolder.get(source.id) ?? 0,
  ]

  /** The least recently served lab comes first, then its least recently served folder. */
  const nextFolder = (): WatchedFolder | undefined => {
    let next: WatchedFolder | undefined
    for (const folder of folders.values()) {
      if (stuck.has(folder.source.id) || !folder.hasWork()) continue
      const [lab = 0, own = 0] = turnOf(folder)
      const [nextLab = Infinity, nextOwn = Infinity] = next ? turnOf(next) : []
      if (lab < nextLab || (lab === nextLab && own < nextOwn)) next = folder
    }
    return next
  }

  const startWork = () => {
    while (working.size < atOnce && !stopping.signal.aborted) {
      const folder = nextFolder()
      if (!folder) return
      turns.ofLab.set(folder.source.labId, ++turn)
      turns.ofFolder.set(folder.source.id, turn)
      const work = folder
        .work()
        .catch((error: unknown) =>
          logger.warn({ sourceId: folder.source.id, err: error }, 'a watched folder failed'),
        )
        .finally(() => {
          working.delete(work)
          startWork()
        })
      working.add(work)
    }
  }

  const noteProblem = async (source: FolderSource, problem: InboxSourceProblem | null) => {
    if (problem === source.problem) return
    if (problem === null && !OWN_PROBLEMS.includes(source.problem ?? '')) return
    await updateSourceProblem(database, source.id, problem)
    const text = problem === null ? 'a watched folder works again' : 'a watched folder does not work'
    logger.warn({ sourceId: source.id, labId: source.labId, problem }, text)
  }

  const pollFolder = async (folder: WatchedFolder, source: FolderSource) => {
    let hasEnded = false
    const poll = folder.poll(source).finally(() => {
      hasEnded = true
      stuck.delete(source.id)
    })
    const limit = new AbortController()
    const late = sleep(POLL_LIMIT_MS, 'folder-not-readable' as const, { signal: limit.signal })
    late.catch(() => {})
    const problem = await Promise.race([poll, late])
    limit.abort()
    if (!hasEnded) stuck.add(source.id)
    await noteProblem(source, problem)
  }

  const leaveRemoved = async (sources: FolderSource[]) => {
    for (const [id, folder] of folders) {
      const current = sources.find((source) => source.id === id)
      const isSame = current?.folder === folder.source.folder && current.labId === folder.source.labId
      if (isSame || folder.isBusy() || stuck.has(id)) continue
      folders.delete(id)
      turns.ofFolder.delete(id)
      await folder.leave()
    }
    for (const labId of turns.ofLab.keys())
      if (!sources.some((source) => source.labId === labId)) turns.ofLab.delete(labId)
  }

  const poll = async (watched: string) => {
    const sources = await findWatchedFolders(database)
    await leaveRemoved(sources)
    for (const source of sources) {
      if (stopping.signal.aborted) return
      if (stuck.has(source.id) || stuck.size >= STUCK_MAX) continue
      const folder =
        folders.get(source.id) ??
        createWatchedFolder(source, {
          root: watched,
          times,
          now: () => performance.now(),
          receiveClaim,
          onOutcome: noteOutcome,
          progress: () => received,
        })
      folders.set(source.id, folder)
      await pollFolder(folder, source)
      startWork()
    }
    logCounts()
  }

  const pollUntilStopped = async (watched: string) => {
    while (!stopping.signal.aborted) {
      await poll(watched).then(
        () => (wasFailing = false),
        (error: unknown) => {
          if (!wasFailing) logger.warn({ err: error }, 'watched folders cannot be polled')
          wasFailing = true
        },
      )
      startWork()
      await sleep(times.pollMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const noteNotSetUp = async () => {
    for (const source of await findWatchedFolders(database)) await noteProblem(source, 'folders-not-set-up')
  }

  return {
    start(): void {
      // Reported only once: another process may have INBOX_DIR and clear the problem.
      polling = root === undefined ? noteNotSetUp().catch(() => {}) : pollUntilStopped(root)
    },

    async stop(): Promise<void> {
      stopping.abort()
      if (stuck.size === 0) await polling
      await Promise.all(working)
      for (const folder of folders.values())
        if (!stuck.has(folder.source.id)) await folder.end().catch(() => {})
    },
  }
}
