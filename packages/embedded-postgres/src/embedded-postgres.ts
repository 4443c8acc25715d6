import { mkdir, realpath, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { createDatabase } from './create-database.ts'
import { locateDataFolder, prepareDataFolder } from './data-folder.ts'
import { lockFolder } from './folder-lock.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { clearLeftoverServer } from './leftover-server.ts'
import { silentLogger } from './logger.ts'
import type { Logger } from './logger.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { chooseServerAccount } from './server-account.ts'
import { startServerProcess } from './server-process.ts'
import { chooseSocketFolder, makeSocketFolder, socketConnectionString } from './socket-folder.ts'
import { superviseServer } from './supervised-server.ts'

export interface EmbeddedPostgresOptions {
  dataDir: string
  /**
   * Short name of the program: letters, digits and `-`. It names the database, the socket folder, the preferred account
   * when the program is root, and `/var/lib/<application>`, which holds the data when that account cannot reach
   * `dataDir`.
   */
  application: string
  logger?: Logger
  /** Overrides of the default settings, for example `{ shared_buffers: '32MB' }`. */
  settings?: Record<string, string>
  /** Overrides the folder of the npm package; `null` uses an installed PostgreSQL. */
  packageFolder?: string | null
}

export interface EmbeddedPostgres {
  /** Connects to the application's database as the user postgres; for `pg` and psql. */
  connectionString: string
  socketFolder: string
  logFile: string
  /** Shuts the server down and releases the folder. Close the pools first. Idempotent. */
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL server and restarts it after a crash, until `stop()`. One program at a time may use a folder. A
 * start recovers from a `kill -9` of the program or the server without help.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    // Windows starts and stops PostgreSQL differently, which is untested.
    throw new EmbeddedPostgresError(
      'unsupported-platform',
      'The embedded database does not run on Windows itself. Use WSL 2 or Docker, or install PostgreSQL.',
    )
  }
  const wanted = resolve(options.dataDir)
  await mkdir(dirname(wanted), { recursive: true })
  // Two spellings of the same folder must map to the same lock.
  const path = join(await realpath(dirname(wanted)), basename(wanted))

  const lock = await lockFolder(path)
  try {
    return await startLocked(path, options, () => lock.release())
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function startLocked(
  path: string,
  options: EmbeddedPostgresOptions,
  releaseLock: () => Promise<void>,
): Promise<EmbeddedPostgres> {
  const logger = options.logger ?? silentLogger
  const account = await chooseServerAccount(path, options.application)
  const folder = await locateDataFolder(path, account, logger, `/var/lib/${options.application}`)
  await clearLeftoverServer(folder, logger)
  const binaries = await findPostgresBinaries({
    account,
    copyFolder: dirname(folder),
    packageFolder: options.packageFolder,
    logger,
  })
  await prepareDataFolder(folder, account, binaries, logger)
  const socketFolder = await chooseSocketFolder(folder, account, options.application)
  const logFile = `${path}.log`

  const server = await superviseServer({
    logger,
    clear: () => clearLeftoverServer(folder, logger),
    start: async () => {
      await makeSocketFolder(socketFolder, account)
      return startServerProcess({
        postgresProgram: binaries.postgres,
        account,
        dataFolder: folder,
        socketFolder,
        logFile,
        settings: options.settings ?? {},
        logger,
      })
    },
  })
  const stop = async () => {
    await server.stop()
    await rm(socketFolder, { recursive: true, force: true })
    await releaseLock()
  }
  try {
    await createDatabase(socketConnectionString(socketFolder, 'postgres'), options.application)
  } catch (error) {
    await stop()
    throw error
  }
  let stopping: Promise<void> | undefined
  return {
    connectionString: socketConnectionString(socketFolder, options.application),
    socketFolder,
    logFile,
    stop: () => (stopping ??= stop()),
  }
}
