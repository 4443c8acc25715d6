import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  open,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { basename, dirname, join, resolve } from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'
import type { Logger } from './logger.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { runProgram } from './run-program.ts'
import { canReach } from './server-account.ts'
import type { ServerAccount } from './server-account.ts'

/**
 * Returns the real location of the data, normally `path`. When PostgreSQL runs as an account that may not enter a
 * parent folder (typically `/root`), the data goes below `reachableFolder`, and `path` becomes a link to it.
 * Permissions of a home folder are never changed.
 */
export async function locateDataFolder(
  path: string,
  account: ServerAccount,
  logger: Logger,
  reachableFolder: string,
): Promise<string> {
  const entry = await lstat(path).catch(() => undefined)
  const folder = entry?.isSymbolicLink() ? resolve(dirname(path), await readlink(path)) : path
  if (!account.mustSwitch || (await canReach(account, dirname(folder)))) return folder
  if (entry) {
    throw new EmbeddedPostgresError(
      'folder-unreachable',
      `PostgreSQL cannot run as root, and the account it runs as (uid ${account.uid}) cannot reach ` +
        `${folder}. Start the program as an ordinary user, or move the folder.`,
    )
  }
  const reachable = join(reachableFolder, `postgres-${randomBytes(6).toString('hex')}`)
  await mkdir(reachableFolder, { recursive: true })
  // Other accounts must pass through this folder, regardless of the umask.
  await chmod(reachableFolder, 0o755)
  await symlink(reachable, path)
  logger.warn(`the database is in ${reachable}, linked from ${path}, which its account cannot reach`)
  return reachable
}

/** Creates the data folder on the first start; later, checks that this PostgreSQL version can use it. */
export async function prepareDataFolder(
  folder: string,
  account: ServerAccount,
  binaries: PostgresBinaries,
  logger: Logger,
): Promise<void> {
  await removeUnfinished(folder)
  const isComplete = await stat(join(folder, 'global', 'pg_control')).then(
    () => true,
    () => false,
  )
  if (!isComplete) return initialize(folder, account, binaries, logger)

  await checkVersion(folder, binaries)
  const { uid, mode } = await stat(folder)
  if (uid !== account.uid) {
    if (!account.mustSwitch) {
      throw new EmbeddedPostgresError(
        'folder-of-another-user',
        `The data folder ${folder} belongs to another user (uid ${uid}). Start the program as that user.`,
      )
    }
    await changeOwner(folder, account)
  }
  // PostgreSQL refuses a folder that others can read.
  if ((mode & 0o027) !== 0) await chmod(folder, 0o700)
}

async function checkVersion(folder: string, binaries: PostgresBinaries): Promise<void> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')
  if (version.trim() === String(binaries.major)) return
  if (version.trim() === '') {
    throw new EmbeddedPostgresError(
      'folder-damaged',
      `The data folder ${folder} is damaged: PG_VERSION is missing. Restore it from a backup.`,
    )
  }
  throw new EmbeddedPostgresError(
    'folder-of-another-version',
    `The data folder ${folder} was made by PostgreSQL ${version.trim()}, this program brings PostgreSQL ` +
      `${binaries.major}. Nothing was changed. Make a backup with the version of the program that made it, ` +
      `move the folder aside, start again and restore the backup.`,
  )
}

/** Works in a temporary folder and renames it at the end, so that an interrupted start leaves no partial database. */
async function initialize(
  folder: string,
  account: ServerAccount,
  binaries: PostgresBinaries,
  logger: Logger,
): Promise<void> {
  logger.info(`creating a database in ${folder}`)
  const unfinished = `${folder}.unfinished-${process.pid}`
  await mkdir(unfinished, { mode: 0o700 })
  if (account.mustSwitch) await chown(unfinished, account.uid, account.gid)
  // macOS has no C.UTF-8, but its UTF-8 locales also sort by code point.
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const initdbArguments = [
    '-D',
    unfinished,
    '-U',
    'postgres',
    '--auth=trust',
    '-E',
    'UTF8',
    `--locale=${locale}`,
  ]
  const { exitCode, output } = await runProgram(binaries.initdb, initdbArguments, account)
  if (exitCode !== 0) {
    await rm(unfinished, { recursive: true, force: true })
    throw new EmbeddedPostgresError(
      'initdb-failed',
      `The database in ${folder} could not be created: ${output}`,
    )
  }
  await setAside(folder, logger)
  await rename(unfinished, folder)
  await syncFolder(dirname(folder))
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder)).catch(() => [])) {
    if (!name.startsWith(`${basename(folder)}.unfinished-`)) continue
    // An orphaned `initdb` may still be writing; the next start removes the rest.
    await rm(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

/** Without `pg_control` the folder never held a database, but it is kept because it may contain other files. */
async function setAside(folder: string, logger: Logger): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return
  const aside = `${folder}.incomplete-${Date.now()}`
  await rename(folder, aside)
  logger.warn(`${folder} held a half-made database; it was moved to ${aside}`)
}

/** Children first: an interrupted change is detected by the owner of the folder itself. */
async function changeOwner(folder: string, account: ServerAccount): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await changeOwner(path, account)
    else await lchown(path, account.uid, account.gid)
  }
  await chown(folder, account.uid, account.gid)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
