import path from 'node:path'
import { mkdir, stat, statfs, open } from 'node:fs/promises'
import { sqlState } from './database/database.ts'

const FULL = ['ENOSPC', 'EDQUOT']

/** Below this, PostgreSQL cannot write another WAL segment. */
export const LEAST_FREE_BYTES = 32 * 1024 * 1024

export const isDiskFull = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return sqlState(error) === '53100' || FULL.includes(code ?? '') || isDiskFull(error.cause)
}

const READ_ONLY = ['EROFS', 'EACCES']

/** True for a folder that nothing can be written to, for example after its disk failed. */
export const isReadOnly = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  return READ_ONLY.includes((error as NodeJS.ErrnoException).code ?? '') || isReadOnly(error.cause)
}

export const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * `mkdir` with `recursive` never returns below /proc.
 * @param mode of the folder if it is created, not of its parents
 */
export const makeFolder = async (folder: string, mode = 0o777): Promise<void> => {
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory()) return
  const parent = path.dirname(folder)
  if (parent !== folder) await makeFolder(parent)
  await mkdir(folder, { mode }).catch((error: NodeJS.ErrnoException) => {
    // Another process created it, or the name belongs to a file.
    if (error.code !== 'EEXIST' || found) throw error
  })
}

/** Makes names in a folder durable, for example after a rename. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
