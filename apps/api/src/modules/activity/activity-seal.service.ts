import type { Database, Queryable } from '../../platform/database/database.ts'
import type { Encryption } from '../../platform/encryption.ts'
import {
  clearBreak,
  countEntriesBeforeFirst,
  countSeals,
  findLastSeals,
  findSeal,
  findSealsBetween,
  findSealState,
  findSettledEntryId,
  insertSeal,
  isChainBroken,
  recordBreak,
  readUnsealedSeconds,
  resumeAfterLastSeal,
  updateSealState,
  type Seal,
  type SealState,
} from './activity-seal.repository.ts'
import { recordActivity } from './activity.service.ts'
import { appendHead, type ChainHead, type StoredHead } from './chain-heads.ts'
import { createSealChain, NO_SEAL } from './seal-chain.ts'
import { createSealVerification, type Verification } from './seal-verification.ts'

/** Limit on seals of older processes that one run verifies. */
const CATCH_UP = 500

/** The chain of seals is broken where the next seal would be appended. */
class BrokenChainError extends Error {
  constructor(problem: string) {
    super(`The activity log is not sealed any more: ${problem} See docs/operations.md, ZelabLogBroken.`)
    this.name = 'BrokenChainError'
  }
}

/** Another process sealed in the meantime. */
class ConcurrentSealError extends Error {}

/** Where the next seal is appended: the last seal and the number of seals. */
interface End {
  state: SealState
  last: Seal
  seals: number
}

/**
 * Seals the activity log in a hash chain, signed with the installation's key: changing, removing or inserting
 * an entry invalidates every later seal. The end of the chain is signed too, so that deleted seals are
 * detected.
 */
export const createActivitySealService = ({
  database,
  encryption,
  headFile,
  onHeadFailure,
  onBroken,
}: {
  database: Database
  encryption: Encryption
  /** Each new chain head is appended to this file, outside of the database. */
  headFile?: string | undefined
  onHeadFailure?: (error: unknown) => void
  /** Called on every run that finds a broken chain and creates no seal. */
  onBroken?: (error: unknown) => void
}) => {
  const chain = createSealChain({ database, encryption })

  const storeHead = async (head: ChainHead) => {
    if (headFile) await appendHead(headFile, head).catch((error: unknown) => onHeadFailure?.(error))
  }

  const refuse = (problem: string): never => {
    throw new BrokenChainError(problem)
  }

  /** The last seal, verified together with the entries it covers. */
  const verifyLast = async (resumedAfterSealId: number): Promise<Seal> => {
    const [last = NO_SEAL, previous = NO_SEAL] = await findLastSeals(database, 2)
    if (last.id > resumedAfterSealId) {
      const problem = await chain.problemOf(previous, last)
      if (problem) refuse(problem)
    }
    return last
  }

  /** After an upgrade or a manual resume, the chain is accepted if its last seal has our signature. */
  const adopt = async (state: SealState): Promise<End> => {
    const last = await verifyLast(state.resumedAfterSealId)
    return { state, last, seals: await countSeals(database) }
  }

  /** Processes of an earlier version may have sealed past the signed end: each such seal is verified. */
  const follow = async (state: SealState, known: Seal): Promise<End> => {
    let last = known
    let seals = state.seals
    const later = await findSealsBetween(database, known.id, Number.MAX_SAFE_INTEGER, CATCH_UP)
    for (const seal of later) {
      const problem = await chain.problemOf(last, seal)
      if (problem) refuse(problem)
      last = seal
      seals += 1
    }
    return { state, last, seals }
  }

  const findEnd = async (): Promise<End> => {
    const state = await findSealState(database)
    if (!state) return refuse('The record of where the chain ends is gone.')
    if ((await countEntriesBeforeFirst(database)) > 0) refuse('An entry stands before the first one.')
    if (state.signature === null) return adopt(state)
    if (!chain.isSigned(state)) refuse('The record of where the chain ends was changed.')
    const known = state.lastSealId === 0 ? NO_SEAL : await findSeal(database, state.lastSealId)
    if (!known?.hash.equals(state.hash ?? Buffer.alloc(0)) || known.lastEntryId !== state.lastEntryId)
      return refuse(`Seal ${state.lastSealId}, the last one that was made, is gone or was changed.`)
    return follow(state, known)
  }

  const sealOn = async ({ state, last, seals }: End, lastEntryId: number): Promise<void> => {
    // Runs before anything is built on the end; the seals after it were verified above.
    if (last.id === state.lastSealId) await verifyLast(state.resumedAfterSealId)
    const made = await chain.sealOf(last, lastEntryId)
    const isOurs = await database
      .transaction(async (tx) => {
        const id = await insertSeal(tx, made)
        if (id === undefined) return false
        const { resumedAfterSealId } = state
        const end = { seals: seals + 1, lastSealId: id, lastEntryId, hash: made.hash, resumedAfterSealId }
        if (!(await updateSealState(tx, state, chain.sign(end)))) throw new ConcurrentSealError()
        return true
      })
      .catch((error: unknown) => {
        if (error instanceof ConcurrentSealError) return false
        throw error
      })
    if (isOurs) await storeHead({ seals: seals + 1, lastEntryId, hash: made.hash })
  }

  return {
    /** The recurring job: seals the entries committed since the last run, if the chain is valid. */
    async seal(): Promise<void> {
      const lastEntryId = await findSettledEntryId(database)
      try {
        const end = await findEnd()
        if (lastEntryId > end.last.lastEntryId) await sealOn(end, lastEntryId)
        if (end.state.problem !== null) await clearBreak(database)
      } catch (error) {
        if (!(error instanceof BrokenChainError)) throw error
        await recordBreak(database, error.message)
        onBroken?.(error)
      }
    },

    /** Manual resume after a break: continues after the last seal and records it in the activity log. */
    resume: (reason: string): Promise<void> =>
      database.transaction(async (tx) => {
        await resumeAfterLastSeal(tx)
        const summary = `Resumed the seals of the activity log after a break: ${reason}`
        await recordActivity(tx, 'system', { action: 'log.resume', summary })
      }),

    /** Age of the oldest entry without a seal. */
    unsealedSeconds: (tx: Queryable): Promise<number> => readUnsealedSeconds(tx),

    isBroken: (tx: Queryable): Promise<boolean> => isChainBroken(tx),

    /**
     * Verifies the whole chain.
     * @param heads stored outside of the database; the chain must contain each of them
     */
    verify: (heads?: AsyncIterable<StoredHead> | Iterable<StoredHead>): Promise<Verification> =>
      createSealVerification({ database, chain })(heads),
  }
}
export type ActivitySealService = ReturnType<typeof createActivitySealService>
