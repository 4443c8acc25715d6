import { createHash } from 'node:crypto'
import type { Context } from '../../core/context.ts'
import { findEntriesBetween, type Seal, type SealState } from './activity-seal.repository.ts'

const BATCH = 5000
export const NO_SEAL: Seal = { id: 0, lastEntryId: 0, entryCount: 0, hash: Buffer.alloc(32) }

export const createSealChain = ({ database, encryption }: Pick<Context, 'database' | 'encryption'>) => {
  const sealOf = async (previous: Seal, lastEntryId: number): Promise<Omit<Seal, 'id'>> => {
    const hash = createHash('sha256').update(previous.hash)
    let afterId = previous.lastEntryId
    let entryCount = 0
    for (;;) {
      const entries = await findEntriesBetween(database, afterId, lastEntryId, BATCH)
      for (const entry of entries) hash.update(`${entry.text}\n`)
      entryCount += entries.length
      if (entries.length < BATCH) break
      afterId = entries.at(-1)?.id ?? lastEntryId
    }
    return { lastEntryId, entryCount, hash: encryption.sign(hash.digest()) }
  }

  const signatureOf = (state: Omit<SealState, 'signature' | 'problem'>): Buffer => {
    const { seals, lastSealId, lastEntryId, hash, resumedAfterSealId } = state
    const parts = [seals, lastSealId, lastEntryId, hash?.toString('hex') ?? '', resumedAfterSealId]
    return encryption.sign(Buffer.from(`zelab end of the chain of seals ${JSON.stringify(parts)}`))
  }

  return {
    sealOf,

    /**
     * Returns one sentence. A seal with an unknown earlier key must still have the right number of entries
     * (`earlierKey`).
     */
    async problemOf(
      previous: Seal,
      seal: Seal,
      { earlierKey = false }: { earlierKey?: boolean } = {},
    ): Promise<string | undefined> {
      const found = await sealOf(previous, seal.lastEntryId)
      if (found.entryCount === seal.entryCount && (earlierKey || found.hash.equals(seal.hash)))
        return undefined
      const between = `entries ${previous.lastEntryId + 1} to ${seal.lastEntryId}`
      const difference = found.entryCount - seal.entryCount
      return difference === 0
        ? `An entry was changed among the ${between}, or a seal before them.`
        : `${Math.abs(difference)} ${difference < 0 ? 'removed from' : 'inserted into'} the ${between}.`
    },

    sign: (state: Omit<SealState, 'signature' | 'problem'>): Omit<SealState, 'problem'> => ({
      ...state,
      signature: signatureOf(state),
    }),

    isSigned: (state: SealState): boolean => state.signature?.equals(signatureOf(state)) ?? false,
  }
}
export type SealChain = ReturnType<typeof createSealChain>
