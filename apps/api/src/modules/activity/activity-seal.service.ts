import type { Context } from '../../core/context.ts'
import type { Queryable } from '../../platform/database/database.ts'
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

/** Seals of older processes that one run verifies. */
const CATCH_UP = 500

/** The chain is broken at its end. */
class BrokenChainError extends Error {
  constructor(problem: string) {
    super(`The activity log is not sealed any more: ${problem} See docs/operations.md, ZelabLogBroken.`)
    this.name = 'BrokenChainError'
  }
}

class ConcurrentSealError extends Error {}

interface End {
  state: SealState
  last: Seal
  seals: number
}

/**
 * Seals the activity log in a hash chain signed with the installation's key: a changed, removed or inserted entry
 * invalidates all later seals. The signature of the end detects deleted seals.
 */
export const createActivitySealService = ({
  database,
  encryption,
  auditHeadFile,
  reportFailure,
}: Pick<Context, 'database' | 'encryption'> & Partial<Pick<Context, 'auditHeadFile' | 'reportFailure'>>) => {
  const chain = createSealChain({ database, encryption })

  const storeHead = async (head: ChainHead) => {
    if (auditHeadFile)
      await appendHead(auditHeadFile, head).catch((error: unknown) =>
        reportFailure?.(error, 'the head of the seals could not be written to AUDIT_HEAD_FILE'),
      )
  }

  const refuse = (problem: string): never => {
    throw new BrokenChainError(problem)
  }

  const verifyLast = async (resumedAfterSealId: number): Promise<Seal> => {
    const [last = NO_SEAL, previous = NO_SEAL] = await findLastSeals(database, 2)
    if (last.id > resumedAfterSealId) {
      const problem = await chain.problemOf(previous, last)
      if (problem) refuse(problem)
    }
    return last
  }

  /** After an upgrade or a manual resume, a chain is valid if its last seal has this installation's signature. */
  const adopt = async (state: SealState): Promise<End> => {
    const last = await verifyLast(state.resumedAfterSealId)
    return { state, last, seals: await countSeals(database) }
  }

  /** Verifies each seal that processes of an earlier version added after the signed end. */
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
    // Precedes any new seal. Seals after it were verified above.
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
    async seal(): Promise<void> {
      const lastEntryId = await findSettledEntryId(database)
      try {
        const end = await findEnd()
        if (lastEntryId > end.last.lastEntryId) await sealOn(end, lastEntryId)
        if (end.state.problem !== null) await clearBreak(database)
      } catch (error) {
        if (!(error instanceof BrokenChainError)) throw error
        await recordBreak(database, error.message)
        reportFailure?.(error, 'the chain of seals is broken')
      }
    },

    /** Skips the break and records the resume in the activity log. */
    resume: (reason: string): Promise<void> =>
      database.transaction(async (tx) => {
        await resumeAfterLastSeal(tx)
        const summary = `Resumed the seals of the activity log after a break: ${reason}`
        await recordActivity(tx, 'system', { action: 'log.resume', summary })
      }),

    unsealedSeconds: (tx: Queryable): Promise<number> => readUnsealedSeconds(tx),

    isBroken: (tx: Queryable): Promise<boolean> => isChainBroken(tx),

    /** @param heads stored outside of the database, all of which the chain must contain */
    verify: (heads?: AsyncIterable<StoredHead> | Iterable<StoredHead>): Promise<Verification> =>
      createSealVerification({ database, chain })(heads),
  }
}
export type ActivitySealService = ReturnType<typeof createActivitySealService>
