import { randomUUID } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError, type Config } from '../config/config.ts'
import { withAvailability } from '../platform/database/connection-failure.ts'
import { DatabaseUnavailableError, sqlState } from '../platform/database/database.ts'
import { freeBytesOf, LEAST_FREE_BYTES, makeFolder } from '../platform/disk-space.ts'
import { openSealKey } from '../platform/pdf-seal/open-seal-key.ts'

const WAIT_MS = 60_000
const CONNECT_MS = 5_000
const PAUSE_MS = 1_000
/** An unavailable network drive may not respond at all. */
const TRY_MS = 5_000
/** The server is starting; every other error is final. */
const STARTING = '57P03'

/**
 * Creates the folder for its owner alone; started as root, the embedded PostgreSQL runs as another account and passes
 * through it. Throws when the disk has no space for the database.
 */
export const prepareDataFolder = async (
  folder: string,
  { isPassedThrough }: { isPassedThrough: boolean },
): Promise<void> => {
  await makeFolder(folder, isPassedThrough ? 0o711 : 0o700)
  const free = await freeBytesOf(folder)
  if (free < LEAST_FREE_BYTES)
    throw new ConfigError([
      `DATA_DIR ${folder} is on a disk with ${Math.floor(free / 1024 / 1024)} MB free. ` +
        `At least ${LEAST_FREE_BYTES / 1024 / 1024} MB are needed: free some space and start again.`,
    ])
}

const connectOnce = async (connectionString: string) => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
  } finally {
    await client.end().catch(() => {})
  }
}

/** Waits up to a minute for a database that starts together with this process. */
export const waitForDatabase = async (
  connectionString: string,
  { say, waitMs = WAIT_MS }: { say: (text: string) => void; waitMs?: number },
): Promise<void> => {
  const end = performance.now() + waitMs
  for (let attempt = 1; ; attempt += 1)
    try {
      return await connectOnce(connectionString)
    } catch (error) {
      const state = sqlState(error)
      const isFinal = state
        ? state !== STARTING
        : !(withAvailability(error) instanceof DatabaseUnavailableError)
      if (isFinal || performance.now() > end) throw new DatabaseUnavailableError(error)
      if (attempt === 1)
        say(`Waiting up to ${Math.ceil(waitMs / 1000)} seconds for the database: ${(error as Error).message}`)
      await sleep(PAUSE_MS)
    }
}

const withinTime = (problem: Promise<string | undefined>) =>
  Promise.race([problem, sleep(TRY_MS, `no answer within ${TRY_MS / 1000} seconds`, { ref: false })])

const appendProblem = async (file: string) => {
  try {
    await (await open(file, 'a')).close()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const folderProblem = async (folder: string) => {
  try {
    await makeFolder(folder)
    // Several processes may probe the folder at once, and in containers they have the same id.
    const probe = path.join(folder, `.zelab-probe-${randomUUID()}`)
    await (await open(probe, 'wx')).close()
    await rm(probe)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465, 'tcp:': 3310 }

const connectionProblem = (address: string) =>
  new Promise<string | undefined>((resolve) => {
    const { protocol, hostname, port, pathname } = new URL(address)
    const socket = connect(
      protocol === 'unix:'
        ? { path: decodeURIComponent(pathname) }
        : { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || DEFAULT_PORTS[protocol]) },
    )
    const end = (problem?: string) => {
      socket.destroy()
      resolve(problem)
    }
    socket.setTimeout(TRY_MS, () => end(`no answer within ${TRY_MS / 1000} seconds`))
    socket.once('connect', () => end())
    socket.on('error', (error: NodeJS.ErrnoException) => end(error.message || error.code))
  })

const OTHERS_MAY_READ = 0o004

const isReadableByOthers = (folder: string) =>
  stat(folder).then(
    ({ mode }) => (mode & OTHERS_MAY_READ) > 0,
    () => false,
  )

/** The service starts anyway: an unavailable backup drive must not keep a lab from its reports. */
export const findLaterProblems = async ({
  dataDir,
  backup,
  auditHeadFile,
  seal,
  smtpUrl,
  clamdUrl,
}: Pick<Config, 'dataDir' | 'backup' | 'auditHeadFile' | 'seal' | 'smtpUrl' | 'clamdUrl'>): Promise<
  string[]
> => {
  const [backupProblem, headProblem, mailProblem, scannerProblem] = await Promise.all([
    backup.folder && withinTime(folderProblem(backup.folder)),
    auditHeadFile && withinTime(appendProblem(auditHeadFile)),
    smtpUrl && connectionProblem(smtpUrl),
    clamdUrl && connectionProblem(clamdUrl),
  ])
  const key = await openSealKey(seal.keys, 'none', new Date())
  return [
    ...((await isReadableByOthers(dataDir))
      ? [`DATA_DIR can be read by every account of this machine: chmod o-r ${dataDir}`]
      : []),
    ...(backupProblem ? [`BACKUP_DIR cannot be written, so there will be no backup: ${backupProblem}`] : []),
    ...(headProblem ? [`AUDIT_HEAD_FILE cannot be written, so no heads are kept: ${headProblem}`] : []),
    ...(mailProblem ? [`SMTP_URL cannot be reached, so emails wait: ${mailProblem}`] : []),
    ...(scannerProblem
      ? [`CLAMD_URL cannot be reached, so no file is accepted until it answers: ${scannerProblem}`]
      : []),
    ...(key && 'problem' in key
      ? [`SEAL_P12 cannot be used (${key.problem}), so copies of reports will have no seal.`]
      : []),
  ]
}
