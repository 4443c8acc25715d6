import { createHash } from 'node:crypto'
import { chmod, lchown, lstat, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts'
import { canReach } from './server-account.ts'
import type { ServerAccount } from './server-account.ts'

const LONGEST_SOCKET_PATH = 103
const SOCKET_FILE = '.s.PGSQL.5432'

/** Derives the name from the data folder, so that the path stays short and killed runs leave at most one folder. */
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

/** The folder's permissions are the only access control of the database. */
export async function makeSocketFolder(folder: string, account: ServerAccount): Promise<void> {
  // A killed server leaves a socket lock, which blocks the next server if its process number is reused.
  await rm(folder, { recursive: true, force: true }).catch(() => {})
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'EEXIST') throw error
  })
  // Does not follow a link that another user may have placed here.
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

/** Complete, so that PG* variables have no effect. */
export function socketConnectionString(socketFolder: string, database: string): string {
  const host = encodeURIComponent(socketFolder)
  return `postgres://postgres@localhost:5432/${database}?host=${host}&sslmode=disable`
}
