import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'

/** Files are read on demand, so that a replaced file takes effect at once. */
export interface SealKeyFiles {
  /** May contain a key `{owner}.p12` per owner, such as a laboratory, and its password in `{owner}.password`. */
  ownersFolder: string
  common: {
    p12File: string
    /** False for the default location, where a missing file means no seal. */
    isRequired: boolean
    password: string | undefined
    passwordFile: string | undefined
  }
}

export type KeyFileProblem = 'missing' | 'not-readable' | 'too-large' | 'password-not-readable'

export type KeyFileWarning = 'p12-readable-by-others' | 'password-readable-by-others'

export interface KeyFile {
  p12: Uint8Array
  password: string
  isOwn: boolean
  warnings: KeyFileWarning[]
}

const P12_LIMIT_BYTES = 1024 * 1024
const PASSWORD_LIMIT_BYTES = 4096
const OTHERS = 0o077
const OWNER = /^[A-Za-z0-9_-]{1,64}$/

type ReadFile = { content: Buffer; isReadableByOthers: boolean } | { problem: KeyFileProblem }

const readOpen = async (file: FileHandle, limitBytes: number): Promise<ReadFile> => {
  const stats = await file.stat()
  if (!stats.isFile()) return { problem: 'not-readable' }
  if (stats.size > limitBytes) return { problem: 'too-large' }
  const { buffer, bytesRead } = await file.read(Buffer.alloc(stats.size), 0, stats.size, 0)
  return { content: buffer.subarray(0, bytesRead), isReadableByOthers: (stats.mode & OTHERS) !== 0 }
}

const readBounded = async (name: string, limitBytes: number): Promise<ReadFile> => {
  let file: FileHandle | undefined
  try {
    // O_NONBLOCK: a named pipe at this path must not block the process.
    file = await open(name, constants.O_RDONLY | constants.O_NONBLOCK)
    return await readOpen(file, limitBytes)
  } catch (error) {
    return { problem: (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'not-readable' }
  } finally {
    await file?.close()
  }
}

const withoutLastNewline = (text: string) => text.replace(/\r?\n$/, '')

interface Place {
  p12File: string
  password: string | undefined
  passwordFile: string | undefined
  /** A missing password file means an empty password. */
  isPasswordOptional: boolean
  isOwn: boolean
}

const readPlace = async (place: Place): Promise<KeyFile | { problem: KeyFileProblem }> => {
  const p12 = await readBounded(place.p12File, P12_LIMIT_BYTES)
  if ('problem' in p12) return p12
  const warnings: KeyFileWarning[] = p12.isReadableByOthers ? ['p12-readable-by-others'] : []
  const found = { p12: p12.content, isOwn: place.isOwn, warnings }
  if (place.passwordFile === undefined) return { ...found, password: place.password ?? '' }

  const password = await readBounded(place.passwordFile, PASSWORD_LIMIT_BYTES)
  if ('problem' in password)
    return place.isPasswordOptional && password.problem === 'missing'
      ? { ...found, password: '' }
      : { problem: 'password-not-readable' }
  if (password.isReadableByOthers) warnings.push('password-readable-by-others')
  return { ...found, password: withoutLastNewline(password.content.toString('utf8')) }
}

/** An unreadable owner key is a problem and never replaced by the common one. */
export const readKeyFile = async (
  { ownersFolder, common }: SealKeyFiles,
  owner: string,
): Promise<KeyFile | { problem: KeyFileProblem } | undefined> => {
  if (!OWNER.test(owner)) throw new Error('The owner of a seal key is not a plain id')
  const own = await readPlace({
    p12File: path.join(ownersFolder, `${owner}.p12`),
    password: undefined,
    passwordFile: path.join(ownersFolder, `${owner}.password`),
    isPasswordOptional: true,
    isOwn: true,
  })
  if (!('problem' in own) || own.problem !== 'missing') return own
  const shared = await readPlace({ ...common, isPasswordOptional: false, isOwn: false })
  return 'problem' in shared && shared.problem === 'missing' && !common.isRequired ? undefined : shared
}
