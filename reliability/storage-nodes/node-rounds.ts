import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { newFileName } from '../../apps/api/src/platform/file-storage/file-name.ts'
import {
  StorageUnavailableError,
  storeFile,
  type FileStorage,
} from '../../apps/api/src/platform/file-storage/file-storage.ts'
import { openIncomingFiles } from '../../apps/api/src/platform/file-storage/incoming-files.ts'
import { createS3Storage } from '../../apps/api/src/platform/file-storage/s3-storage.ts'
import { locationOn } from '../../apps/api/src/testing/s3/s3-server.ts'
import { startSwiftCluster } from '../../apps/api/src/testing/s3/swift.ts'

const NODES = 3
const UPLOADS_AT_ONCE = 4
/** The last one is sent in parts. */
const SIZES = [2_000, 300_000, 3_000_000, 9_000_000]

export interface NodesOutcome {
  kills: number
  /** Acknowledged uploads: all, and those acknowledged while a node was down. */
  acknowledged: number
  whileAway: number
  interrupted: number
  refused: number
  lost: string[]
}

const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex')

const uploadUntil = async (storage: FileStorage, isOver: () => boolean, isAway: () => boolean) => {
  const kept = new Map<string, string>()
  const sums = { refused: 0, whileAway: 0, running: 0 }
  const work = async () => {
    while (!isOver()) {
      const content = randomBytes(SIZES[randomInt(SIZES.length)] ?? 0)
      const name = newFileName('.pdf')
      sums.running += 1
      await storeFile(storage, name, Readable.from([content])).then(
        () => {
          kept.set(name, digest(content))
          if (isAway()) sums.whileAway += 1
        },
        (error: unknown) => {
          if (!(error instanceof StorageUnavailableError)) throw error
          sums.refused += 1
        },
      )
      sums.running -= 1
    }
  }
  return { kept, sums, ended: Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, work)) }
}

export const findLost = async (
  storage: Pick<FileStorage, 'open'>,
  kept: ReadonlyMap<string, string>,
): Promise<string[]> => {
  const lost: string[] = []
  for (const [name, sha256] of kept) {
    const found = await storage
      .open(name)
      .then(async (content) => digest(Buffer.concat((await content.toArray()) as Buffer[])))
      .catch((error: unknown) => String(error))
    if (found !== sha256) lost.push(`${name}: ${found}`)
  }
  return lost
}

/** @param filesInEach files uploaded before each kill, and while the node is down */
export const loseNodes = async (rounds: number, filesInEach: number): Promise<NodesOutcome> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'zelab-storage-nodes-'))
  const swift = await startSwiftCluster(NODES)
  const incoming = await openIncomingFiles(path.join(folder, 'incoming'))
  const storage = await createS3Storage(locationOn(swift), incoming)
  const lost = new Set<string>()
  let kills = 0
  let interrupted = 0
  let isAway = false
  let isOver = false
  try {
    const uploads = await uploadUntil(
      storage,
      () => isOver,
      () => isAway,
    )
    let failure: unknown
    uploads.ended.catch((error: unknown) => (failure = error))
    const untilFurther = async (files: number) => {
      const wanted = uploads.kept.size + files
      while (uploads.kept.size < wanted && !failure) await sleep(20)
    }
    for (let round = 0; round < rounds && !failure; round++) {
      await untilFurther(filesInEach)
      interrupted += uploads.sums.running
      await swift.killNode(round % NODES)
      isAway = true
      kills += 1
      await untilFurther(filesInEach)
      if (round === rounds - 1) break
      isAway = false
      await swift.startNode(round % NODES)
    }
    isOver = true
    await uploads.ended
    // Once while the last node is down, and once after its restart, when it lacks newer files.
    for (const name of await findLost(storage, uploads.kept)) lost.add(name)
    await swift.startNode((rounds - 1) % NODES)
    for (const name of await findLost(storage, uploads.kept)) lost.add(name)
    const { refused, whileAway } = uploads.sums
    return { kills, acknowledged: uploads.kept.size, whileAway, interrupted, refused, lost: [...lost] }
  } finally {
    isOver = true
    await storage.close()
    await swift.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
