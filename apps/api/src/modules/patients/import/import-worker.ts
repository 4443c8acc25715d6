import type { Clock } from '../../../platform/clock.ts'
import { sqlState, type Database, type Queryable } from '../../../platform/database/database.ts'
import { createImportCheck } from './import-checking.ts'
import { distrustStatistics } from './import-duplicates.repository.ts'
import {
  countAttempt,
  findPendingImport,
  lockImports,
  type PendingImport,
} from './import-progress.repository.ts'
import {
  CancelledImportError,
  FAILED_CHECKING,
  FAILED_WRITING,
  RefusedFileError,
  RegisteredMeanwhileError,
} from './import-text.ts'
import { createImportWriting } from './import-writing.ts'
import { endImport } from './patient-imports.repository.ts'

/** Then an import is given up; until then a later run tries again. */
const MAX_ATTEMPTS = 5

/** What the database refuses for its content (class 22 and 23) it will refuse again. */
const isHopeless = (error: unknown) => /^2[23]/.test(sqlState(error) ?? '')

const failedText = ({ state }: PendingImport) => (state === 'checking' ? FAILED_CHECKING : FAILED_WRITING)

/**
 * Works through the imports that wait, one at a time in all processes: the lock is a transaction's, so it goes with a
 * process that ends. Whatever a run leaves undone, the next one finds.
 */
export const createImportWorker = ({
  database,
  clock,
  timeZone,
  onFailure,
}: {
  database: Database
  clock: Clock
  timeZone: () => Promise<string>
  onFailure: (error: unknown) => void
}) => {
  const check = createImportCheck({ database, clock, timeZone })
  const write = createImportWriting({ database })
  let isRunning = false
  let isAskedAgain = false

  const workOn = async (tx: Queryable, pending: PendingImport) => {
    await countAttempt(database, pending.id)
    await distrustStatistics(tx)
    await (pending.state === 'checking' ? check : write)(tx, pending)
  }

  const settle = async (pending: PendingImport, error: unknown): Promise<void> => {
    // It waits still, and is the next to be worked on.
    if (error instanceof CancelledImportError || error instanceof RegisteredMeanwhileError) return
    if (error instanceof RefusedFileError) {
      await endImport(database, pending.id, { state: 'refused', from: ['checking'], problem: error.message })
      return
    }
    if (!isHopeless(error) && pending.attempts + 1 < MAX_ATTEMPTS) throw error
    onFailure(error)
    await endImport(database, pending.id, {
      state: 'failed',
      from: [pending.state],
      problem: failedText(pending),
    })
  }

  /** Takes up the next import; undefined when there is none or another process is at it. */
  const workOnNext = async (except: number[]): Promise<{ id: number; error?: unknown } | undefined> => {
    let taken: PendingImport | undefined
    try {
      await database.transaction(async (tx) => {
        if (!(await lockImports(tx))) return
        taken = await findPendingImport(tx, except)
        if (!taken) return
        // A process that ends in the middle settles nothing; the attempts tell.
        if (taken.attempts >= MAX_ATTEMPTS)
          throw new Error(`Import ${taken.id} was tried ${taken.attempts} times`)
        await workOn(tx, taken)
      })
      return taken && { id: taken.id }
    } catch (error) {
      if (!taken) throw error
      const { id } = taken
      return settle(taken, error).then(
        () => ({ id }),
        (unsettled: unknown) => ({ id, error: unsettled }),
      )
    }
  }

  /** One import that fails keeps no other waiting; the failure is told at the end, so that the job comes again. */
  const workThrough = async () => {
    const failed: number[] = []
    let error: unknown
    for (;;) {
      const outcome = await workOnNext(failed)
      if (!outcome) break
      if (outcome.error === undefined) continue
      failed.push(outcome.id)
      error = outcome.error
    }
    if (failed.length > 0) throw error
  }

  return {
    /** Returns at once while a run is under way: that one goes on with what has come since. */
    async run(): Promise<void> {
      if (isRunning) {
        isAskedAgain = true
        return
      }
      isRunning = true
      try {
        do {
          isAskedAgain = false
          await workThrough()
        } while (isAskedAgain as boolean)
      } finally {
        isRunning = false
      }
    },
  }
}
