import { createHash } from 'node:crypto'
import { chmod, lchown, lstat, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts'
import { canReach } from './server-account.ts'
import type { ServerAccount } from './server-account.ts'

/** Unix sockets allow 107 bytes on Linux and 103 on macOS. */
const LONGEST_SOCKET_PATH = 103
const SOCKET_FILE = '.s.PGSQL.5432'

/**
 * Names the folder of the server's socket after the data folder, so that the path is short for any depth of the data
 * folder, and killed runs leave one folder at most.
 */
export async function chooseSocketFolder(
  dataFolder: string,
  account: ServerAccount,
  application: string,
): Promise<string> {
  const hash = createHash('sha256').update(`${account.uid}:${dataFolder}`).digest('hex').slice(0, 16)
  const wanted = join(tmpdir(), `${application}-${hash}`)
  const isUsable =
    join(wanted, SOCKET_FILE).length <= LONGEST_SOCKET_PATH && (await canReach(account, tmpdir()))
  return isUsable ? wanted : join('/tmp', `${application}-${hash}`)
}

/**
 * Creates the socket folder again at every start. Its permissions are the only access control of the database, so it
 * belongs to the server's account alone.
 */
export async function makeSocketFolder(folder: string, account: ServerAccount): Promise<void> {
  // A killed server leaves a lock beside its socket, which stops the next one if its process number is in use again.
  // The lock of the data folder guarantees that no other server uses this folder.
  await rm(folder, { recursive: true, force: true }).catch(() => {})
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'EEXIST') throw error
  })
  // Not through a link that another user may have placed here.
  if (account.mustSwitch) await lchown(folder, account.uid, account.gid)

  const made = await lstat(folder)
  if (made.uid !== account.uid || !made.isDirectory()) {
    throw new EmbeddedPostgresError(
      'socket-folder-taken',
      `${folder} belongs to another user. Remove it, or set TMPDIR.`,
    )
  }
  await chmod(folder, 0o700)
}

/** The address for the `pg` driver and for psql. It is complete, so that PG* variables have no effect. */
export function socketConnectionString(socketFolder: string, database: string): string {
  const host = encodeURIComponent(socketFolder)
  return `postgres://postgres@localhost:5432/${database}?host=${host}&sslmode=disable`
}
