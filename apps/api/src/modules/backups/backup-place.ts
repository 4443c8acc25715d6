import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Identifies the folder, even after a move or a restore. */
const IDENTITY = 'place-id'
const PROBE = '.write-test'
const MEGABYTE = 1_000_000
const LEAST_FREE_MB = 1_000

export interface CheckedPlace {
  folder: string
  problem: 'NOT_WRITABLE' | 'LITTLE_SPACE' | null
  freeMb: number | null
  /** On the disk of the data, so it does not protect against its loss. */
  isSameDisk: boolean
}

/** Always below the data folder, never from a request. */
export interface BackupPlace {
  folder: string
  /** Stable during the process, and permanently after `claim`. */
  id: string
  check(): Promise<CheckedPlace>
  claim(): Promise<void>
}

const isWritable = async (folder: string): Promise<boolean> => {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const probe = path.join(folder, PROBE)
    const handle = await open(probe, 'w', 0o600)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rm(probe)
    return true
  } catch {
    return false
  }
}

export const openBackupPlace = async (dataDir: string): Promise<BackupPlace> => {
  const folder = path.join(dataDir, 'backups')
  const identity = path.join(folder, IDENTITY)
  const known = await readFile(identity, 'utf8').catch(() => '')
  const id = /^[0-9a-f]{32}$/.test(known.trim()) ? known.trim() : randomBytes(16).toString('hex')
  return {
    folder,
    id,

    async check() {
      if (!(await isWritable(folder)))
        return { folder, problem: 'NOT_WRITABLE', freeMb: null, isSameDisk: true }
      const { bavail, bsize } = await statfs(folder)
      const freeMb = Math.floor((bavail * bsize) / MEGABYTE)
      const [ofBackups, ofData] = await Promise.all([stat(folder), stat(dataDir)])
      return {
        folder,
        problem: freeMb < LEAST_FREE_MB ? 'LITTLE_SPACE' : null,
        freeMb,
        isSameDisk: ofBackups.dev === ofData.dev,
      }
    },

    claim: () => writeFile(identity, `${id}\n`, { mode: 0o600, flush: true }),
  }
}
