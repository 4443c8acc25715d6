import { mkdir, realpath, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { createApplicationDatabase } from './application-database.ts'
import { locateDataFolder, prepareDataFolder } from './data-folder.ts'
import { lockFolder } from './folder-lock.ts'
import { EmbeddedPostgresError, silentLogger } from './launcher-error.ts'
import type { LauncherLogger } from './launcher-error.ts'
import { clearLeftoverServer } from './leftover-server.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { chooseServerAccount } from './server-account.ts'
import { startServerProcess } from './server-process.ts'
import { chooseSocketFolder, makeSocketFolder, socketConnectionString } from './socket-folder.ts'
import { superviseServer } from './supervised-server.ts'

export interface EmbeddedPostgresOptions {
  /** The folder of the database, for example `data/postgres`. Made on the first start. */
  dataDir: string
  logger?: LauncherLogger
  /** Server settings that differ from the defaults, for example `{ shared_buffers: '32MB' }`. */
  settings?: Record<string, string>
  /** Another folder of the npm package of binaries; `null` uses a PostgreSQL installed on the machine. */
  packageFolder?: string | null
}

export interface EmbeddedPostgres {
  /** Leads to the database `zelab` as the user postgres; good for `pg` and for psql. */
  connectionString: string
  socketFolder: string
  logFile: string
  /** Shuts the server down in order and frees the folder. Close the pools first. May be called twice. */
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL of our own on a data folder and keeps it running until `stop()`: should it die, it is
 * started again. One program at a time may use a folder; after a `kill -9` of anything the next start
 * simply goes on.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    // PostgreSQL needs another way to be started and stopped there, and we cannot prove it safe.
    throw new EmbeddedPostgresError(
      'The embedded database does not run on Windows itself. Use WSL 2 or Docker, or install PostgreSQL ' +
        'and set DATABASE_URL.',
    )
  }
  const wanted = resolve(options.dataDir)
  await mkdir(dirname(wanted), { recursive: true })
  // Two ways to write the same folder must meet at the same lock.
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
  const account = await chooseServerAccount(path)
  const folder = await locateDataFolder(path, account, logger)
  await clearLeftoverServer(folder, logger)
  const binaries = await findPostgresBinaries({
    account,
    copyFolder: dirname(folder),
    packageFolder: options.packageFolder,
    logger,
  })
  await prepareDataFolder(folder, account, binaries, logger)
  const socketFolder = await chooseSocketFolder(folder, account)
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
    await createApplicationDatabase(socketConnectionString(socketFolder, 'postgres'))
  } catch (error) {
    await stop()
    throw error
  }
  let stopping: Promise<void> | undefined
  return {
    connectionString: socketConnectionString(socketFolder, 'zelab'),
    socketFolder,
    logFile,
    stop: () => (stopping ??= stop()),
  }
}
