import { readFile, readdir, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts'
import type { Logger } from './logger.ts'
import { isProcessAlive, processCommand } from './process-identity.ts'
import { socketConnectionString } from './socket-folder.ts'

const POLL_MS = 50
const FAST_SHUTDOWN_MS = 60_000
const IMMEDIATE_SHUTDOWN_MS = 10_000
const WORKERS_NOTICE_MS = 3_000

/**
 * Prepares a locked data folder for a new server. A server orphaned by a `kill -9` is shut down, and one that is
 * shutting down is waited for. A `postmaster.pid` without a process, or with a reused number, is removed.
 */
export async function clearLeftoverServer(folder: string, logger: Logger): Promise<void> {
  const pid = await postmasterPid(folder)
  if (pid !== undefined && (await isPostmasterOf(pid, folder))) {
    logger.warn(`stopping the database server that an earlier run left behind (process ${pid})`)
    await stopServer(pid)
  }
  await endOrphanedWorkers(folder, logger)
  await rm(join(folder, 'postmaster.pid'), { force: true })
}

/** The process number in `postmaster.pid`; the process may be gone. */
export async function postmasterPid(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return Number.isInteger(pid) && pid > 1 ? pid : undefined
}

async function isPostmasterOf(pid: number, folder: string): Promise<boolean> {
  if (!isProcessAlive(pid)) return false
  const command = await processCommand(pid)
  if (command.includes('postgres') && `${command} `.includes(` -D ${folder} `)) return true
  // Covers a server started by hand with a relative path.
  return (await workersOf(folder)).includes(pid)
}

async function stopServer(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGINT')
    if (await isGone(pid, FAST_SHUTDOWN_MS)) return
    // Immediate shutdown loses no acknowledged write: the next start replays the log.
    process.kill(pid, 'SIGQUIT')
    if (await isGone(pid, IMMEDIATE_SHUTDOWN_MS)) return
  } catch (error) {
    if (systemErrorCode(error) === 'ESRCH') return
    throw new EmbeddedPostgresError(
      'leftover-server',
      `A database server of another user (process ${pid}) runs on the data folder and may not be stopped ` +
        `by this one. Start the program as the user who started it before.`,
      { cause: error },
    )
  }
  throw new EmbeddedPostgresError(
    'leftover-server',
    `The database server left behind (process ${pid}) does not stop.`,
  )
}

async function isGone(pid: number, timeoutMs: number): Promise<boolean> {
  for (let waited = 0; waited < timeoutMs; waited += POLL_MS) {
    if (!isProcessAlive(pid) || (await processCommand(pid)) === '') return true
    await sleep(POLL_MS)
  }
  return false
}

/** A killed server's workers may outlive it in long queries, and a new server refuses to start until they exit. */
async function endOrphanedWorkers(folder: string, logger: Logger): Promise<void> {
  for (let waited = 0; waited < WORKERS_NOTICE_MS; waited += POLL_MS) {
    if ((await workersOf(folder)).length === 0) return
    await sleep(POLL_MS)
  }
  for (const pid of await workersOf(folder)) {
    logger.warn(`ending process ${pid}, which outlived its database server`)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process exited in the meantime.
    }
  }
}

/** PostgreSQL processes with this working directory; Linux only. */
async function workersOf(folder: string): Promise<number[]> {
  const entries = await readdir('/proc').catch(() => [])
  const pids = entries.filter((entry) => /^\d+$/.test(entry)).map(Number)
  const isWorker = await Promise.all(
    pids.map(async (pid) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
      return (
        cwd === folder && (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).startsWith('postgres')
      )
    }),
  )
  return pids.filter((_, index) => isWorker[index])
}

/** Lines of `postmaster.pid`: process, data folder, start, port, socket folder. */
const SOCKET_FOLDER_LINE = 4

/** For commands that run next to the service. After a crash, the server at this address may be gone. */
export async function findRunningServer(dataDir: string, application: string): Promise<string | undefined> {
  const note = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const socketFolder = note.split('\n')[SOCKET_FOLDER_LINE]?.trim()
  return socketFolder ? socketConnectionString(socketFolder, application) : undefined
}
