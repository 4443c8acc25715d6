import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { isProcessAlive } from '@zelab/embedded-postgres'

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 1024 ** 3

/** Undefined if memory is short. Copying the template's 750 files takes a tenth of the CPU time in memory. */
export async function makeMemoryFolder(like: string): Promise<string | undefined> {
  if (!existsSync(MEMORY)) return undefined
  await removeAbandonedFolders()
  const { bavail, bsize } = await statfs(MEMORY)
  if (bavail * bsize < NEEDED_BYTES) return undefined
  const folder = path.join(MEMORY, `zelab-test-run-${process.pid}`)
  await mkdir(folder, { mode: 0o700 })
  const { uid, gid } = await stat(like)
  await chown(folder, uid, gid)
  return folder
}

async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    const pid = Number(/^zelab-test-run-(\d+)$/.exec(name)?.[1])
    // Folders of other users cannot be removed.
    if (pid && (pid === process.pid || !isProcessAlive(pid)))
      await rm(path.join(MEMORY, name), { recursive: true, force: true }).catch(() => {})
  }
}
