import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import type { FileState } from './folder-reading.ts'
import { errorCode, nameWith } from './folder-paths.ts'
import {
  FolderProblemError,
  inFolder,
  moveFile,
  placeIn,
  unlessMissing,
  unwritable,
  type FolderPlace,
  type OpenedFolder,
} from './opened-folder.ts'

/** A file that this process took out of a watched folder. */
export interface Claim {
  /** The watched folder. */
  folder: FolderPlace
  /** As in the watched folder. */
  name: Buffer
  /** A folder with nothing but this file. */
  place: FolderPlace
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
/** Entries of a folder of claims that are looked at. A process has far fewer claims. */
const ENTRIES_MAX = 1_000
const FREE_NAMES_TRIED = 1_000

const namesIn = async (place: FolderPlace): Promise<Buffer[]> => {
  const names: Buffer[] = []
  await inFolder(place, async (folder) => {
    for await (const { name } of folder.entries(ENTRIES_MAX)) names.push(name)
  }).catch(unlessMissing)
  return names
}

const readSign = async (folder: OpenedFolder): Promise<string | undefined> => {
  const handle = await folder.open(SIGN_OF_LIFE, constants.O_RDONLY).catch(unlessMissing)
  if (!handle) return undefined
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

const writeSign = async (folder: OpenedFolder, sign: string): Promise<void> => {
  const { O_WRONLY, O_CREAT, O_TRUNC } = constants
  const handle = await folder.open(SIGN_OF_LIFE, O_WRONLY | O_CREAT | O_TRUNC, 0o660)
  try {
    await handle.writeFile(sign)
  } finally {
    await handle.close()
  }
}

/** A name that is free in a folder, with a number where needed. Another program may take it a moment later. */
const freeName = (place: FolderPlace, name: Buffer): Promise<Buffer> =>
  inFolder(place, async (folder) => {
    for (let number = 1; number <= FREE_NAMES_TRIED; number++) {
      const candidate = number === 1 ? name : nameWith(name, ` (${number})`)
      if (!(await folder.status(candidate))) return candidate
    }
    return nameWith(name, ` (${randomUUID()})`)
  })

const lastOf = ({ below = [] }: FolderPlace): Buffer => below.at(-1) ?? Buffer.from('')
const parentOf = ({ below = [], ...place }: FolderPlace): FolderPlace => ({
  ...place,
  below: below.slice(0, -1),
})

/** Removes an empty folder. Not empty when another program put something there. */
const removeEmpty = (place: FolderPlace): Promise<void> =>
  inFolder(parentOf(place), (parent) => parent.removeFolder(lastOf(place))).catch(() => {})

const isThere = (place: FolderPlace): Promise<boolean> =>
  inFolder(place, () => Promise.resolve(true)).catch(() => false)

/** A sign of life, and since when it is the same. */
interface Sign {
  sign: string
  since: number
}

/**
 * Takes files of one watched folder, so that several processes never take the same one. A file is moved to
 * `.zelab/<process>/<number>/<name>` by an atomic rename. Each process that holds claims changes a small file there with
 * every poll; when it stays unchanged for `deadMs` on our own clock, the process has ended and its claims are taken over.
 * A process that was only slow does no harm: the inbox recognizes the same content.
 */
export const createClaims = (folder: FolderPlace, deadMs: number, now: () => number) => {
  const all = placeIn(folder, CLAIMS)
  let ownName = ''
  let own = all
  let hasBegun = false
  let beats = 0
  let numbers = 0
  /** An empty place, prepared for the next claim. */
  let spare: FolderPlace | undefined
  let others = new Map<string, Sign>()

  const showSign = () => inFolder(own, (opened) => writeSign(opened, String(++beats)))

  const begin = async () => {
    if (hasBegun) return
    // A new name each time: when a share comes back, what was left there under the old one is taken over.
    ownName = randomUUID()
    own = placeIn(all, ownName)
    spare = undefined
    await inFolder(folder, (opened) => opened.makeFolder(CLAIMS))
    await inFolder(all, (opened) => opened.makeFolder(ownName))
    await showSign().catch(unwritable)
    hasBegun = true
  }

  /** Moves a file into a separate place; undefined when it is gone, in use or not a file. */
  const take = async (from: FolderPlace, name: Buffer, state?: FileState): Promise<Claim | undefined> => {
    await begin()
    const place = spare ?? placeIn(own, String(++numbers))
    spare = undefined
    try {
      await inFolder(own, (opened) => opened.makeFolder(lastOf(place)))
      if (!(await moveFile({ place: from, name }, { place, name }))) {
        spare = place
        return undefined
      }
    } catch (error) {
      const code = errorCode(error)
      // Another process may have removed our folder: it is created again with the next file.
      if (code === 'ENOENT') hasBegun = await isThere(own)
      if (hasBegun) spare = place
      if (code === 'ENOENT' || code === 'EBUSY' || code === 'ETXTBSY') return undefined
      return unwritable(error)
    }
    return {
      folder,
      name,
      place,
      state,
      notBefore: now(),
      attempts: 0,
      failures: 0,
      isReceived: false,
    }
  }

  const takeAllOf = async (ended: FolderPlace, limit: number): Promise<Claim[]> => {
    const taken: Claim[] = []
    for (const number of await namesIn(ended)) {
      if (number.toString() === SIGN_OF_LIFE) continue
      const place = placeIn(ended, number)
      for (const name of await namesIn(place)) {
        if (taken.length >= limit) return taken
        const claim = await take(place, name)
        if (claim) taken.push(claim)
      }
      await removeEmpty(place)
    }
    await inFolder(ended, (opened) => opened.removeFile(SIGN_OF_LIFE)).catch(() => {})
    await removeEmpty(ended)
    return taken
  }

  /** Takes over the claims of one process if it has ended. */
  const takeOverFrom = async (name: Buffer, before: Sign | undefined, limit: number) => {
    const place = placeIn(all, name)
    const sign = await inFolder(place, readSign)
    const entry = { sign: sign ?? '', since: before?.sign === sign ? (before?.since ?? now()) : now() }
    // A process that stops in order removes its sign.
    const hasEnded = sign === undefined || now() - entry.since >= deadMs
    return { entry, taken: hasEnded ? await takeAllOf(place, limit) : [] }
  }

  return {
    /** Takes a file of the folder, in the state in which it was found unchanged. */
    takeFile: (name: Buffer, state: FileState): Promise<Claim | undefined> => take(folder, name, state),

    /** Shows the other processes that this one is at work. */
    async beat(): Promise<void> {
      if (!hasBegun) return
      await showSign().catch(async (error: unknown) => {
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
        try {
          const found = await takeOverFrom(name, known.get(key), TAKEN_OVER_MAX - taken.length)
          taken.push(...found.taken)
          others.set(key, found.entry)
        } catch (error) {
          // A link in the way, or removed by the process itself.
          if (!(error instanceof FolderProblemError)) unlessMissing(error)
        }
      }
      return taken
    },

    /** Removes the file for good: it is in the inbox. */
    async remove(claim: Claim): Promise<void> {
      await inFolder(claim.place, (opened) => opened.removeFile(claim.name)).catch(unlessMissing)
      await removeEmpty(claim.place)
    },

    forget: (claim: Claim): Promise<void> => removeEmpty(claim.place),

    /** Moves the file back to where it was. */
    async putBack(claim: Claim): Promise<void> {
      const name = await freeName(folder, claim.name)
      await moveFile(claim, { place: folder, name }).catch(unlessMissing)
      await removeEmpty(claim.place)
    },

    /** Ends this process's part: others may take over at once what it still holds. */
    async end(): Promise<void> {
      if (!hasBegun) return
      hasBegun = false
      if (spare) await removeEmpty(spare)
      spare = undefined
      await inFolder(own, (opened) => opened.removeFile(SIGN_OF_LIFE)).catch(() => {})
      await removeEmpty(own)
    },
  }
}
export type Claims = ReturnType<typeof createClaims>
