import type { InboxSourceProblem } from '@zelab/contract'
import { createClaims, type Claim, type Claims } from './claims.ts'
import { moveToFailed, NOT_PROCESSED, type Refusal } from './failed-files.ts'
import { checkFolder, listFiles, type FoundFile, createSteadyFiles } from './folder-reading.ts'
import { FolderProblemError, type FolderPlace } from './opened-folder.ts'
import type { ClaimReceiver, Outcome } from './receive-claim.ts'

/** Unexplained failures of one file, while others succeed, before it goes to `failed/`. */
const FAILURES_MAX = 5
const LONGEST_WAIT_MS = 10 * 60_000
/** Consecutive files that cannot be moved before the folder counts as not writable. */
const REFUSED_TAKES_MAX = 20
const HELD_MAX = 100

export interface FolderTimes {
  pollMs: number
  steadyMs: number
  emptyMs: number
  deadMs: number
}

export interface FolderSource {
  id: number
  labId: number
  folder: string
  problem: string | null
}

export const createWatchedFolder = (
  first: FolderSource,
  parts: {
    root: string
    times: FolderTimes
    now: () => number
    receiveClaim: ClaimReceiver
    progress: () => number
    onOutcome: (source: FolderSource, outcome: Outcome) => void
  },
) => {
  const { root, times, now, receiveClaim, progress, onOutcome } = parts
  const steady = createSteadyFiles(times, now)
  let source = first
  let claims: Claims | undefined
  let place: FolderPlace | undefined
  let ready: FoundFile[] = []
  const held: Claim[] = []
  let busy = 0
  let folderProblem: InboxSourceProblem | null = null
  /** Set by a failed take, move or removal, cleared by the next success. */
  let workProblem: InboxSourceProblem | null = null
  let isHalted = false
  let hasTaken = false
  let refusedTakes = 0
  /** During an outage, each poll tries only one file. */
  let outage: { problem: InboxSourceProblem | null } | undefined
  const progressAt = new WeakMap<Claim, number>()

  const problemOf = (error: unknown): InboxSourceProblem =>
    error instanceof FolderProblemError ? error.problem : 'folder-not-readable'
  const halt = (problem: InboxSourceProblem) => {
    workProblem = problem
    isHalted = true
  }

  const enter = async (folder: string): Promise<{ own: Claims; found: FolderPlace }> => {
    const found = { root, folder }
    await checkFolder(found)
    if (!claims || place?.folder !== folder) claims = createClaims(found, times.deadMs, now)
    place = found
    return { own: claims, found }
  }

  const wait = (claim: Claim, ms: number) => {
    claim.notBefore = now() + ms
    held.push(claim)
  }

  const refuse = async (claim: Claim, refusal: Refusal) => {
    await moveToFailed(claim, refusal)
    await claims?.forget(claim)
  }

  const waitAfterFailure = async (claim: Claim, isUnreadable: boolean) => {
    claim.attempts += 1
    // If no other file succeeded meanwhile, this file may not be the cause.
    if (isUnreadable || progressAt.get(claim) !== progress()) claim.failures += 1
    progressAt.set(claim, progress())
    if (claim.failures >= FAILURES_MAX) return refuse(claim, NOT_PROCESSED)
    if (claim.attempts >= FAILURES_MAX) workProblem = 'storage-unavailable'
    wait(claim, Math.min(times.pollMs * 2 ** claim.attempts, LONGEST_WAIT_MS))
  }

  const settle = async (claim: Claim, outcome: Outcome) => {
    if (outcome.kind !== 'outage' && outcome.kind !== 'failed' && outcome.kind !== 'changed')
      outage = undefined
    switch (outcome.kind) {
      case 'received':
      case 'duplicate':
        return claims?.remove(claim)
      case 'gone':
        return claims?.forget(claim)
      case 'changed':
        return wait(claim, times.steadyMs)
      case 'refused':
        return refuse(claim, outcome.refusal)
      case 'outage':
        outage = { problem: outcome.problem }
        return wait(claim, times.pollMs)
      case 'failed':
        return waitAfterFailure(claim, outcome.isUnreadable)
    }
  }

  const handle = async (claim: Claim) => {
    const outcome = await receiveClaim(source, claim)
    onOutcome(source, outcome)
    try {
      await settle(claim, outcome)
      if (outcome.kind !== 'failed') workProblem = null
    } catch (error) {
      // The folder refuses the removal or the move, so the claim stays.
      halt(error instanceof FolderProblemError ? error.problem : 'folder-not-writable')
      wait(claim, times.pollMs)
    }
  }

  const takeDue = (): Claim | undefined => {
    const index = held.findIndex(({ notBefore }) => notBefore <= now())
    return index < 0 ? undefined : held.splice(index, 1)[0]
  }

  const takeReady = async (): Promise<Claim | undefined> => {
    const file = ready.shift()
    if (!file || !claims) return undefined
    try {
      const { name, sizeBytes, modifiedNs, number } = file
      const claim = await claims.takeFile(name, { sizeBytes, modifiedNs, number })
      if (claim) hasTaken = true
      return claim
    } catch (error) {
      // A single file may be open in another program. The others are tried.
      refusedTakes += 1
      if (!hasTaken && (ready.length === 0 || refusedTakes >= REFUSED_TAKES_MAX)) halt(problemOf(error))
      return undefined
    }
  }

  return {
    get source() {
      return source
    },

    async poll(current: FolderSource): Promise<InboxSourceProblem | null> {
      source = current
      try {
        const { own, found } = await enter(source.folder)
        await own.beat()
        if (held.length < HELD_MAX) held.push(...(await own.takeOver()))
        const files = steady.observe(await listFiles(found))
        ready = held.length < HELD_MAX ? files : []
        if (ready.length + held.length + busy === 0) {
          await own.end()
          workProblem = null
        }
        folderProblem = null
        isHalted = false
        hasTaken = false
        refusedTakes = 0
      } catch (error) {
        ready = []
        folderProblem = problemOf(error)
      }
      return folderProblem ?? outage?.problem ?? workProblem
    },

    hasWork(): boolean {
      const hasDue = held.some(({ notBefore }) => notBefore <= now())
      if (folderProblem !== null || isHalted) return false
      return outage ? hasDue && busy === 0 : hasDue || ready.length > 0
    },

    async work(): Promise<void> {
      busy += 1
      try {
        const claim = takeDue() ?? (outage ? undefined : await takeReady())
        if (claim) await handle(claim)
      } finally {
        busy -= 1
      }
    },

    isBusy: () => busy > 0,

    async leave(): Promise<void> {
      for (const claim of held.splice(0)) await claims?.putBack(claim).catch(() => {})
      await claims?.end()
    },

    end: async (): Promise<void> => claims?.end(),
  }
}
export type WatchedFolder = ReturnType<typeof createWatchedFolder>
