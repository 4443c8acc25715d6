import { lstat, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'

export interface ServerAccount {
  uid: number
  gid: number
  /** True when this program is root, as which PostgreSQL refuses to run. */
  mustSwitch: boolean
}

interface PasswordEntry {
  name: string
  uid: number
  gid: number
}

const UNPRIVILEGED_NAMES = ['nobody', 'daemon', 'www-data']

/** As root, prefers the owner of the data folder or of its nearest parent. `initdb` requires a passwd entry. */
export async function chooseServerAccount(dataDir: string, application: string): Promise<ServerAccount> {
  const uid = process.getuid?.() ?? -1
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? -1, mustSwitch: false }

  const accounts = await readPasswordEntries()
  const ownerUid = await nearestOwner(dataDir)
  const owner = ownerUid === 0 ? undefined : accounts.find((account) => account.uid === ownerUid)
  const names = ['postgres', application, ...UNPRIVILEGED_NAMES]
  const unprivileged = names.map((name) => accounts.find((account) => account.name === name))
  const chosen = owner ?? unprivileged.find((account) => account !== undefined && account.uid !== 0)
  if (!chosen) {
    throw new EmbeddedPostgresError(
      'no-account',
      `PostgreSQL refuses to run as root, and this machine has none of the accounts ${names.join(', ')}. ` +
        `Start the program as an ordinary user.`,
    )
  }
  return { uid: chosen.uid, gid: chosen.gid, mustSwitch: true }
}

async function readPasswordEntries(): Promise<PasswordEntry[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

async function nearestOwner(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  if (found) return found.uid
  const parent = dirname(path)
  return parent === path ? 0 : nearestOwner(parent)
}

/** True when the account may enter every folder up to and including `path`. */
export async function canReach(account: ServerAccount, path: string): Promise<boolean> {
  const entry = await lstat(path).catch(() => undefined)
  if (entry?.isDirectory()) {
    const executeBit = entry.uid === account.uid ? 0o100 : entry.gid === account.gid ? 0o010 : 0o001
    if ((entry.mode & executeBit) === 0) return false
  }
  const parent = dirname(path)
  return parent === path ? true : canReach(account, parent)
}
