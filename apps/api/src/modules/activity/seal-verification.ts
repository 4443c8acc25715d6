import type { Context } from '../../core/context.ts'
import {
  countEntriesBeforeFirst,
  countUnsealedEntries,
  findChainEnd,
  findKeyReplacement,
  findSeal,
  findSealsBetween,
  findSealsByHash,
  findSealsByLastEntry,
  type Seal,
} from './activity-seal.repository.ts'
import type { StoredHead } from './chain-heads.ts'
import { NO_SEAL, type SealChain } from './seal-chain.ts'

const SEALS_AT_ONCE = 500
const HEADS_AT_ONCE = 500
const MAX_HEAD_PROBLEMS = 20

export interface Verification {
  isWhole: boolean
  sealedEntries: number
  unsealedEntries: number
  seals: number
  /** Only the number of entries of these seals can be verified. */
  earlierKey: { seals: number; replacedAt: string } | undefined
  /** In hexadecimal. A copy stored elsewhere reveals a chain truncated at its end. */
  head: string
  comparedHeads: number
  problems: string[]
}

type Heads = AsyncIterable<StoredHead> | Iterable<StoredHead>

/** Compares the log with its seals, the seals with the signed end, and the chain with heads stored elsewhere. */
export const createSealVerification = ({
  database,
  chain,
}: Pick<Context, 'database'> & { chain: SealChain }) => {
  type End = Awaited<ReturnType<typeof findChainEnd>>

  const verifyEnd = async ({ state, seals, isNew }: End): Promise<string[]> => {
    if (!state) return ['The record of where the chain of seals ends is gone.']
    if (state.signature === null) {
      if (isNew || state.resumedAfterSealId > 0) return []
      return ['Nothing was sealed for an hour: the record of where the chain of seals ends is not signed.']
    }
    if (!chain.isSigned(state)) return ['The record of where the chain of seals ends was changed.']
    const problems: string[] = []
    if (seals < state.seals)
      problems.push(`${state.seals - seals} of ${state.seals} seals were removed from the chain.`)
    const last = await findSeal(database, state.lastSealId)
    if (!last?.hash.equals(state.hash ?? Buffer.alloc(0)))
      problems.push(`Seal ${state.lastSealId}, the last one that was made, is gone or was changed.`)
    return problems
  }

  /** @param earlierUpToId the last seal with an earlier key, or 0 */
  const verifySeals = async (upToId: number, earlierUpToId: number) => {
    const problems: string[] = []
    let previous: Seal = NO_SEAL
    let sealedEntries = 0
    let seals = 0
    let earlierSeals = 0
    for (;;) {
      const batch = await findSealsBetween(database, previous.id, upToId, SEALS_AT_ONCE)
      for (const seal of batch) {
        const problem = await chain.problemOf(previous, seal, { earlierKey: seal.id <= earlierUpToId })
        if (problem) problems.push(problem)
        sealedEntries += seal.entryCount
        seals += 1
        if (seal.id <= earlierUpToId) earlierSeals += 1
        previous = seal
      }
      if (batch.length === 0)
        return { problems, sealedEntries, seals, earlierSeals, head: previous.hash.toString('hex') }
    }
  }

  const problemsOfHeads = async (heads: StoredHead[]): Promise<string[]> => {
    const known = new Map<string, number>()
    const entryIds = heads.flatMap(({ lastEntryId }) => lastEntryId ?? [])
    const found = [
      ...(entryIds.length > 0 ? await findSealsByLastEntry(database, entryIds) : []),
      ...(entryIds.length < heads.length
        ? await findSealsByHash(
            database,
            heads.map(({ hash }) => hash),
          )
        : []),
    ]
    for (const { hash, lastEntryId } of found) known.set(hash.toString('hex'), lastEntryId)
    return heads
      .filter(({ hash, lastEntryId }) => {
        const endsWith = known.get(hash.toString('hex'))
        return endsWith === undefined || (lastEntryId !== undefined && lastEntryId !== endsWith)
      })
      .map(({ hash, lastEntryId }) => {
        const behind = lastEntryId === undefined ? '' : ` behind entry ${lastEntryId}`
        return `The chain has no seal ${hash.toString('hex')}${behind}: it was truncated or rebuilt.`
      })
  }

  const verifyHeads = async (heads: Heads): Promise<{ problems: string[]; comparedHeads: number }> => {
    const problems: string[] = []
    let comparedHeads = 0
    let waiting: StoredHead[] = []
    let lastEntryId = 0
    const compare = async () => {
      const found = await problemsOfHeads(waiting)
      problems.push(...found.slice(0, MAX_HEAD_PROBLEMS - problems.length))
      comparedHeads += waiting.length
      waiting = []
    }
    for await (const head of heads) {
      if (head.lastEntryId !== undefined) {
        if (head.lastEntryId <= lastEntryId && problems.length < MAX_HEAD_PROBLEMS)
          problems.push(`The kept heads are out of order: ${head.lastEntryId} comes after ${lastEntryId}.`)
        lastEntryId = head.lastEntryId
      }
      waiting.push(head)
      if (waiting.length === HEADS_AT_ONCE) await compare()
    }
    await compare()
    return { problems, comparedHeads }
  }

  return async (heads: Heads = []): Promise<Verification> => {
    const end = await findChainEnd(database)
    const before = await countEntriesBeforeFirst(database)
    const resumedAfter = end.state?.resumedAfterSealId ?? 0
    const replacedAt = resumedAfter > 0 ? await findKeyReplacement(database) : undefined
    const ofSeals = await verifySeals(end.lastSealId, replacedAt ? resumedAfter : 0)
    const ofHeads = await verifyHeads(heads)
    const problems = [
      ...(before > 0 ? [`${before} inserted before the first entry.`] : []),
      ...ofSeals.problems,
      ...(await verifyEnd(end)),
      ...ofHeads.problems,
    ]
    const { sealedEntries, seals, earlierSeals, head } = ofSeals
    const unsealedEntries = await countUnsealedEntries(database)
    const earlierKey = replacedAt && earlierSeals > 0 ? { seals: earlierSeals, replacedAt } : undefined
    const { comparedHeads } = ofHeads
    return {
      isWhole: problems.length === 0,
      sealedEntries,
      unsealedEntries,
      seals,
      earlierKey,
      head,
      comparedHeads,
      problems,
    }
  }
}
