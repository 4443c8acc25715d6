import { createHash } from 'node:crypto'
import type { Database, Queryable } from '../../platform/database/database.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import {
  findEntriesBetween,
  findLastSeal,
  findSealsAfter,
  findSettledEntryId,
  insertSeal,
  readUnsealedSeconds,
  type Seal,
} from './activity-seal.repository.ts'

const BATCH = 5000
const NO_SEAL: Seal = { id: 0, lastEntryId: 0, entryCount: 0, hash: Buffer.alloc(32) }

export interface Verification {
  isWhole: boolean
  sealedEntries: number
  seals: number
  /** The head of the chain in hexadecimal: keep it elsewhere to notice a chain cut off at its end. */
  head: string
  /** What is wrong, in plain sentences. */
  problems: string[]
}

/**
 * Seals the activity log in a hash chain, signed with the installation's key: who changes, removes or inserts an
 * entry in the database would have to make every later seal anew, and cannot sign it.
 */
export const createActivitySealService = ({
  database,
  secretBox,
}: {
  database: Database
  secretBox: SecretBox
}) => {
  const hashBetween = async (previous: Seal, upToId: number) => {
    const hash = createHash('sha256').update(previous.hash)
    let afterId = previous.lastEntryId
    let entryCount = 0
    for (;;) {
      const entries = await findEntriesBetween(database, afterId, upToId, BATCH)
      for (const entry of entries) hash.update(`${entry.text}\n`)
      entryCount += entries.length
      if (entries.length < BATCH) break
      afterId = entries.at(-1)?.id ?? upToId
    }
    return { entryCount, hash: secretBox.sign(hash.digest()) }
  }

  return {
    /** The recurring job: seals what is settled since the last time. */
    async seal(): Promise<void> {
      const previous = (await findLastSeal(database)) ?? NO_SEAL
      const lastEntryId = await findSettledEntryId(database)
      if (lastEntryId <= previous.lastEntryId) return
      await insertSeal(database, { lastEntryId, ...(await hashBetween(previous, lastEntryId)) })
    },

    /** For how long the oldest entry without a seal has been waiting for it. */
    unsealedSeconds: (tx: Queryable): Promise<number> => readUnsealedSeconds(tx),

    /** Goes through the whole chain once more. */
    async verify(): Promise<Verification> {
      const problems: string[] = []
      let previous = NO_SEAL
      let sealedEntries = 0
      let seals = 0
      for (;;) {
        const batch = await findSealsAfter(database, previous.id, 500)
        for (const seal of batch) {
          const found = await hashBetween(previous, seal.lastEntryId)
          if (found.entryCount !== seal.entryCount || !found.hash.equals(seal.hash)) {
            const between = `entries ${previous.lastEntryId + 1} to ${seal.lastEntryId}`
            const difference = found.entryCount - seal.entryCount
            problems.push(
              difference === 0
                ? `An entry was changed among the ${between}.`
                : `${Math.abs(difference)} ${difference < 0 ? 'removed from' : 'inserted into'} the ${between}.`,
            )
          }
          sealedEntries += seal.entryCount
          seals += 1
          previous = seal
        }
        if (batch.length === 0) break
      }
      return {
        isWhole: problems.length === 0,
        sealedEntries,
        seals,
        head: previous.hash.toString('hex'),
        problems,
      }
    },
  }
}
export type ActivitySealService = ReturnType<typeof createActivitySealService>
