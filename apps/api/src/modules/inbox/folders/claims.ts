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

/** A file that this process moved out of a watched folder. */
export interface Claim {
  folder: FolderPlace
  name: Buffer
  /** Contains only this file. */
  place: FolderPlace
  state: FileState | undefined
  /** Earliest retry, in milliseconds of the local clock. */
  notBefore: number
  /** `attempts` counts unexplained failures, `failures` those caused by this file. */
  attempts: number
  failures: number
  /** The item exists. Only the file is left to remove. */
  isReceived: boolean
}

const CLAIMS = '.zelab'
const HEARTBEAT = 'alive'
const PROCESS_NAME = /^[0-9a-f-]{36}$/
const TAKEN_OVER_MAX = 100
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
  const handle = await folder.open(HEARTBEAT, constants.O_RDONLY).catch(unlessMissing)
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
  const handle = await folder.open(HEARTBEAT, O_WRONLY | O_CREAT | O_TRUNC, 0o660)
  try {
    await handle.writeFile(sign)
  } finally {
    await handle.close()
  }
}

/** Adds a number if needed. Another program may take the name a moment later. */
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

const removeEmpty = (place: FolderPlace): Promise<void> =>
  inFolder(parentOf(place), (parent) => parent.removeFolder(lastOf(place))).catch(() => {})

const isThere = (place: FolderPlace): Promise<boolean> =>
  inFolder(place, () => Promise.resolve(true)).catch(() => false)

interface Sign {
  sign: string
  since: number
}

/**
 * Moves each file atomically to `.zelab/<process>/<number>/<name>`, so that only one process takes it. Each process
 * changes a heartbeat file with every poll. If the file stays unchanged for `deadMs` on the local clock, other
 * processes take its claims over. A process that was only slow does no harm, because the inbox recognizes duplicate
 * content.
 */
export const createClaims = (folder: FolderPlace, deadMs: number, now: () => number) => {
  const all = placeIn(folder, CLAIMS)
  let ownName = ''
  let own = all
  let hasBegun = false
  let beats = 0
  let numbers = 0
  let spare: FolderPlace | undefined
  let others = new Map<string, Sign>()

  const showSign = () => inFolder(own, (opened) => writeSign(opened, String(++beats)))

  const begin = async () => {
    if (hasBegun) return
    // A new name each time. After a share comes back, claims under the old name are taken over.
    ownName = randomUUID()
    own = placeIn(all, ownName)
    spare = undefined
    await inFolder(folder, (opened) => opened.makeFolder(CLAIMS))
    await inFolder(all, (opened) => opened.makeFolder(ownName))
    await showSign().catch(unwritable)
    hasBegun = true
  }

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
      // Another process may have removed this folder. The next claim creates it again.
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
      if (number.toString() === HEARTBEAT) continue
      const place = placeIn(ended, number)
      for (const name of await namesIn(place)) {
        if (taken.length >= limit) return taken
        const claim = await take(place, name)
        if (claim) taken.push(claim)
      }
      await removeEmpty(place)
    }
    await inFolder(ended, (opened) => opened.removeFile(HEARTBEAT)).catch(() => {})
    await removeEmpty(ended)
    return taken
  }

  const takeOverFrom = async (name: Buffer, before: Sign | undefined, limit: number) => {
    const place = placeIn(all, name)
    const sign = await inFolder(place, readSign)
    const entry = { sign: sign ?? '', since: before?.sign === sign ? (before?.since ?? now()) : now() }
    // A process that shuts down in order removes its heartbeat file.
    const hasEnded = sign === undefined || now() - entry.since >= deadMs
    return { entry, taken: hasEnded ? await takeAllOf(place, limit) : [] }
  }

  return {
    takeFile: (name: Buffer, state: FileState): Promise<Claim | undefined> => take(folder, name, state),

    async beat(): Promise<void> {
      if (!hasBegun) return
      await showSign().catch(async (error: unknown) => {
        if (errorCode(error) !== 'ENOENT') return unwritable(error)
        hasBegun = false
      })
    },

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
          if (!(error instanceof FolderProblemError)) unlessMissing(error)
        }
      }
      return taken
    },

    async remove(claim: Claim): Promise<void> {
      await inFolder(claim.place, (opened) => opened.removeFile(claim.name)).catch(unlessMissing)
      await removeEmpty(claim.place)
    },

    forget: (claim: Claim): Promise<void> => removeEmpty(claim.place),

    async putBack(claim: Claim): Promise<void> {
      const name = await freeName(folder, claim.name)
      await moveFile(claim, { place: folder, name }).catch(unlessMissing)
      await removeEmpty(claim.place)
    },

    async end(): Promise<void> {
      if (!hasBegun) return
      hasBegun = false
      if (spare) await removeEmpty(spare)
      spare = undefined
      await inFolder(own, (opened) => opened.removeFile(HEARTBEAT)).catch(() => {})
      await removeEmpty(own)
    },
  }
}
export type Claims = ReturnType<typeof createClaims>
