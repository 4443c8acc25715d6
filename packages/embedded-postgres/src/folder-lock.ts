import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts'
import { ownIdentity, processStart } from './process-identity.ts'
import type { ProcessIdentity } from './process-identity.ts'

export interface FolderLock {
  release(): Promise<void>
}

const HEARTBEAT_MS = 5_000
const HEARTBEAT_IS_OLD_MS = 15_000

/**
 * Creates the lock file next to a data folder; fails if another program has it. The lock of a killed program is
 * detected by process number and start time, so it never has to be removed by hand.
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const path = `${dataDir}.lock`
  const own = JSON.stringify(await ownIdentity())
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, own)
  try {
    // Retries, because several starters may find the same stale lock at once.
    for (let round = 0; round < 10; round++) {
      // Linking a complete file is atomic; creating and then writing one is not.
      if (await linkIfAbsent(draft, path)) return heldLock(path, own)
      const found = await readFile(path, 'utf8').catch(() => undefined)
      if (found === undefined) continue
      const holder = parseIdentity(found)
      if (holder && (await isHeld(holder, path))) throw alreadyUsed(dataDir, holder)
      await removeDeadLock(path, found)
    }
  } finally {
    await rm(draft, { force: true })
  }
  throw new EmbeddedPostgresError(
    'folder-in-use',
    `The lock ${path} could not be taken: other programs keep taking it.`,
  )
}

function alreadyUsed(dataDir: string, holder: ProcessIdentity): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'folder-in-use',
    `The data folder ${dataDir} is already in use by this program (process ${holder.pid}). Stop that one first, ` +
      `or use another folder.`,
  )
}

function heldLock(path: string, own: string): FolderLock {
  const heartbeat = setInterval(() => {
    const now = new Date()
    // If the folder was removed, the database reports it.
    utimes(path, now, now).catch(() => {})
  }, HEARTBEAT_MS)
  heartbeat.unref()
  return {
    async release() {
      clearInterval(heartbeat)
      const content = await readFile(path, 'utf8').catch(() => undefined)
      if (content === own) await rm(path, { force: true })
    },
  }
}

async function linkIfAbsent(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false
    throw error
  }
}

function parseIdentity(text: string): ProcessIdentity | undefined {
  try {
    const value = JSON.parse(text) as ProcessIdentity
    return typeof value.pid === 'number' ? value : undefined
  } catch {
    return undefined
  }
}

async function isHeld(holder: ProcessIdentity, path: string): Promise<boolean> {
  if (holder.space === (await ownIdentity()).space)
    return (await processStart(holder.pid)) === holder.startedAt
  return hasHeartbeat(path)
}

/** A process that cannot be looked up (other container, before a reboot) counts as running after a recent write. */
async function hasHeartbeat(path: string): Promise<boolean> {
  const first = (await stat(path).catch(() => undefined))?.mtimeMs
  if (first === undefined) return false
  while (Math.abs(Date.now() - first) < HEARTBEAT_IS_OLD_MS) {
    await sleep(500)
    const later = (await stat(path).catch(() => undefined))?.mtimeMs
    if (later === undefined) return false
    if (later !== first) return true
  }
  return false
}

async function removeDeadLock(path: string, expected: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  // Only one of several starters can rename the stale lock.
  const isMoved = await rename(path, aside).then(
    () => true,
    () => false,
  )
  if (!isMoved) return
  const moved = await readFile(aside, 'utf8')
  // Another program replaced the stale lock in between: restore its lock.
  if (moved !== expected) await linkIfAbsent(aside, path)
  await rm(aside, { force: true })
}
