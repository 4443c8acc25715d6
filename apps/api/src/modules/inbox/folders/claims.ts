import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rmdir, unlink } from 'node:fs/promises'
import { FolderProblemError, type FileState } from './folder-reading.ts'
import { errorCode, joinPath, nameWith } from './folder-paths.ts'

/** A file that this process took out of a watched folder. */
export interface Claim {
  folder: Buffer
  /** As in the watched folder. */
  name: Buffer
  /** A folder with nothing but this file. */
  place: Buffer
  path: Buffer
  /** The state in which it was found unchanged; undefined until it was observed. */
  state: FileState | undefined
  /** Not before this moment, on our own clock. */
  notBefore: number
  /** Attempts that failed for a reason that is not known, and those of them that are the fault of this file. */
  attempts: number
  failures: number
  /** Whether the item exists, so that the file only has to be removed. */
  isReceived: boolean
}

const CLAIMS = '.zelab'
const SIGN_OF_LIFE = 'alive'
const PROCESS_NAME = /^[0-9a-f-]{36}$/
/** Claims of ended processes taken over at a time, and processes looked at. */
const TAKEN_OVER_MAX = 100
const FREE_NAMES_TRIED = 1_000

const NOT_WRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EXDEV']

const unlessMissing = (error: unknown): undefined => {
  if (errorCode(error) === 'ENOENT') return undefined
  throw error
}

const unwritable = (error: unknown): never => {
  throw NOT_WRITABLE.includes(errorCode(error) ?? '')
    ? new FolderProblemError('folder-not-writable', error)
    : error
}

/** Creates a folder, never those above it. A link in its place would lead the files elsewhere. */
export const makeFolder = async (folder: Buffer): Promise<void> => {
  await mkdir(folder, { mode: 0o770 }).catch(async (error: unknown) => {
    if (errorCode(error) !== 'EEXIST') return unwritable(error)
    if (!(await lstat(folder)).isDirectory()) throw new FolderProblemError('folder-not-writable', error)
  })
}

const namesIn = async (folder: Buffer): Promise<Buffer[]> =>
  (await readdir(folder, { encoding: 'buffer' }).catch(unlessMissing)) ?? []

const readSign = async (file: Buffer): Promise<string | undefined> => {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(unlessMissing)
  if (!handle) return undefined
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

const writeSign = async (file: Buffer, sign: string): Promise<void> => {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants
  const handle = await open(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o660)
  try {
    await handle.writeFile(sign)
  } finally {
    await handle.close()
  }
}

/** A name that is free in a folder, with a number where needed. Another program may take it a moment later. */
const freeName = async (folder: Buffer, name: Buffer): Promise<Buffer> => {
  for (let number = 1; number <= FREE_NAMES_TRIED; number++) {
    const candidate = number === 1 ? name : nameWith(name, ` (${number})`)
    if (!(await lstat(joinPath(folder, candidate)).catch(unlessMissing))) return candidate
  }
  return nameWith(name, ` (${randomUUID()})`)
}

/**
 * Takes files of one watched folder, so that several processes never take the same one. A file is moved to
 * `.zelab/<process>/<number>/<name>` by an atomic rename. Each process that holds claims changes a small file there with
 * every poll; when it stays unchanged for `deadMs` on our own clock, the process has ended and its claims are taken over.
 * A process that was only slow does no harm: the inbox recognizes the same content.
 */
export const createClaims = (folder: Buffer, deadMs: number, now: () => number) => {
  const all = joinPath(folder, CLAIMS)
  let ownName = ''
  let own = all
  let hasBegun = false
  let beats = 0
  let numbers = 0
  /** An empty place, prepared for the next claim. */
  let spare: Buffer | undefined
  let others = new Map<string, { sign: string; since: number }>()

  const ownSign = () => joinPath(own, SIGN_OF_LIFE)

  const begin = async () => {
    if (hasBegun) return
    // A new name each time: when a share comes back, what was left there under the old one is taken over.
    ownName = randomUUID()
    own = joinPath(all, ownName)
    spare = undefined
    await makeFolder(all)
    await makeFolder(own)
    await writeSign(ownSign(), String(++beats)).catch(unwritable)
    hasBegun = true
  }

  /** Moves a file into a separate place; undefined when it is gone or in use. */
  const take = async (path: Buffer, name: Buffer, state?: FileState): Promise<Claim | undefined> => {
    await begin()
    const place = spare ?? joinPath(own, String(++numbers))
    spare = undefined
    const claimed = joinPath(place, name)
    try {
      await makeFolder(place)
      await rename(path, claimed)
    } catch (error) {
      const code = errorCode(error)
      // Another process may have removed our folder: it is created again with the next file.
      if (code === 'ENOENT') hasBegun = (await lstat(own).catch(() => undefined)) !== undefined
      if (hasBegun) spare = place
      if (code === 'ENOENT' || code === 'EBUSY' || code === 'ETXTBSY') return undefined
      return unwritable(error)
    }
    return {
      folder,
      name,
      place,
      path: claimed,
      state,
      notBefore: now(),
      attempts: 0,
      failures: 0,
      isReceived: false,
    }
  }

  const takeAllOf = async (ended: Buffer, limit: number): Promise<Claim[]> => {
    const taken: Claim[] = []
    for (const number of await namesIn(ended)) {
      if (number.toString() === SIGN_OF_LIFE) continue
      const place = joinPath(ended, number)
      for (const name of await namesIn(place)) {
        if (taken.length >= limit) return taken
        const claim = await take(joinPath(place, name), name)
        if (claim) taken.push(claim)
      }
      await rmdir(place).catch(() => {})
    }
    await unlink(joinPath(ended, SIGN_OF_LIFE)).catch(() => {})
    await rmdir(ended).catch(() => {})
    return taken
  }

  const forget = async ({ place }: Claim) => {
    // Not empty when another program put something there.
    await rmdir(place).catch(() => {})
  }

  return {
    /** Takes a file of the folder, in the state in which it was found unchanged. */
    takeFile: (name: Buffer, state: FileState): Promise<Claim | undefined> =>
      take(joinPath(folder, name), name, state),

    /** Shows the other processes that this one is at work. */
    async beat(): Promise<void> {
      if (!hasBegun) return
      await writeSign(ownSign(), String(++beats)).catch(async (error: unknown) => {
        if (errorCode(error) !== 'ENOENT') return unwritable(error)
        hasBegun = false
      })
    },

    /** Takes over what processes left behind that ended. */
    async takeOver(): Promise<Claim[]> {
      const taken: Claim[] = []
      const known = others
      others = new Map()
      for (const name of (await namesIn(all)).slice(0, TAKEN_OVER_MAX)) {
        const key = name.toString()
        if ((hasBegun && key === ownName) || !PROCESS_NAME.test(key)) continue
        const sign = await readSign(joinPath(joinPath(all, name), SIGN_OF_LIFE))
        const before = known.get(key)
        const entry = { sign: sign ?? '', since: before?.sign === sign ? (before?.since ?? now()) : now() }
        // A process that stops in order removes its sign.
        if (sign === undefined || now() - entry.since >= deadMs)
          taken.push(...(await takeAllOf(joinPath(all, name), TAKEN_OVER_MAX - taken.length)))
        others.set(key, entry)
      }
      return taken
    },

    /** Removes the file for good: it is in the inbox. */
    async remove(claim: Claim): Promise<void> {
      await unlink(claim.path).catch(unlessMissing)
      await forget(claim)
    },

    forget,

    /** Moves the file back to where it was. */
    async putBack(claim: Claim): Promise<void> {
      await rename(claim.path, joinPath(folder, await freeName(folder, claim.name))).catch(unlessMissing)
      await forget(claim)
    },

    /** Ends this process's part: others may take over at once what it still holds. */
    async end(): Promise<void> {
      if (!hasBegun) return
      hasBegun = false
      if (spare) await rmdir(spare).catch(() => {})
      spare = undefined
      await unlink(ownSign()).catch(() => {})
      await rmdir(own).catch(() => {})
    },
  }
}
export type Claims = ReturnType<typeof createClaims>
