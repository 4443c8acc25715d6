import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { open, rename, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedPostgresError } from './errors.ts'
import type { Logger } from './logger.ts'
import { spawnOptions } from './run-program.ts'
import type { ServerAccount } from './server-account.ts'
import { socketConnectionString } from './socket-folder.ts'

export interface ServerProcessOptions {
  postgresProgram: string
  account: ServerAccount
  dataFolder: string
  socketFolder: string
  logFile: string
  settings: Record<string, string>
  logger: Logger
}

export interface ServerProcess {
  ended: Promise<string>
  stop(): Promise<void>
  /** Synchronous, for the exit handler of this program. */
  signalStop(): void
}

const DEFAULT_SETTINGS: Record<string, string> = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  shared_buffers: '256MB',
  work_mem: '8MB',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  // The log must not contain personal data: no statements, no "Key (email)=(…)", no rejected values.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_destination: 'stderr',
  logging_collector: 'off',
}

const POLL_MS = 25
const SLOW_START_MS = 10_000
const FAST_SHUTDOWN_MS = 30_000
const IMMEDIATE_SHUTDOWN_MS = 10_000
const LARGEST_LOG_BYTES = 10 * 1024 * 1024

/** Starts PostgreSQL and waits until it accepts connections. Crash recovery has no time limit. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  await rotateLog(options.logFile)
  const log = await open(options.logFile, 'a', 0o600)
  const logStart = (await log.stat()).size
  const settings = {
    ...DEFAULT_SETTINGS,
    ...options.settings,
    unix_socket_directories: options.socketFolder,
  }
  const settingArguments = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(options.postgresProgram, ['-D', options.dataFolder, ...settingArguments], {
    ...spawnOptions(options.account),
    stdio: ['ignore', log.fd, log.fd],
    // A separate session: Ctrl-C must reach only this program, so that requests can finish.
    detached: true,
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  await log.close()
  // A command that leaves the database running must still be able to exit.
  child.unref()

  await waitUntilReady(child, ended, options, logStart)
  return { ended, stop: () => stopProcess(child, ended), signalStop: () => void child.kill('SIGINT') }
}

async function waitUntilReady(
  child: ChildProcess,
  ended: Promise<string>,
  options: ServerProcessOptions,
  logStart: number,
): Promise<void> {
  let failure: string | undefined
  void ended.then((reason) => (failure = reason))
  const startedAt = Date.now()
  let nextNotice = SLOW_START_MS
  while (!(await answers(options.socketFolder))) {
    if (failure !== undefined || child.exitCode !== null) {
      throw new EmbeddedPostgresError(
        'start-failed',
        `PostgreSQL did not start (${failure}). Its log ${options.logFile} says: ` +
          (await logSince(options.logFile, logStart)),
      )
    }
    if (Date.now() - startedAt > nextNotice) {
      options.logger.warn(`PostgreSQL is still starting after ${nextNotice / 1000} s, see ${options.logFile}`)
      nextNotice += SLOW_START_MS
    }
    // Each attempt adds a line to the server's log, so the interval grows with the recovery time.
    await sleep(POLL_MS + (Date.now() - startedAt) / 20)
  }
}

async function answers(socketFolder: string): Promise<boolean> {
  const connectionString = socketConnectionString(socketFolder, 'postgres')
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

async function stopProcess(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.ref()
  const steps = [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
  ] as const
  for (const [signal, timeoutMs] of steps) {
    child.kill(signal)
    const timeout = new AbortController()
    const timer = sleep(timeoutMs, false, { signal: timeout.signal }).catch(() => false)
    const isEnded = await Promise.race([ended.then(() => true), timer])
    timeout.abort()
    if (isEnded) return
  }
  child.kill('SIGKILL')
  await ended
}

async function rotateLog(logFile: string): Promise<void> {
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0
  if (size > LARGEST_LOG_BYTES) await rename(logFile, `${logFile}.1`)
}

async function logSince(logFile: string, start: number): Promise<string> {
  const handle = await open(logFile, 'r')
  try {
    const { size } = await handle.stat()
    const buffer = Buffer.alloc(Math.min(size - start, 4_000))
    await handle.read(buffer, 0, buffer.length, size - buffer.length)
    return buffer.toString('utf8').trim() || 'nothing'
  } finally {
    await handle.close()
  }
}
