import type { Context } from '../../../core/context.ts'
import { createSingleRun } from '../../../core/single-run.ts'
import { sqlState, type Queryable } from '../../../platform/database/database.ts'
import { createImportCheck } from './import-checking.ts'
import { disableScanningJoins } from './import-duplicates.repository.ts'
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

const MAX_ATTEMPTS = 5

/** Content errors (class 22 and 23) recur on every retry. */
const isPermanentError = (error: unknown) => /^2[23]/.test(sqlState(error) ?? '')

const failedText = ({ state }: PendingImport) => (state === 'checking' ? FAILED_CHECKING : FAILED_WRITING)

/**
 * Processes imports one at a time across all processes. A transaction owns the lock, so it is released when a process
 * ends, and the next run continues.
 */
export const createImportWorker = ({
  database,
  clock,
  timeZone,
  reportFailure,
}: Pick<Context, 'database' | 'clock' | 'timeZone' | 'reportFailure'>) => {
  const check = createImportCheck({ database, clock, timeZone })
  const write = createImportWriting({ database })

  const processImport = async (tx: Queryable, pending: PendingImport) => {
    await countAttempt(database, pending.id)
    await disableScanningJoins(tx)
    await (pending.state === 'checking' ? check : write)(tx, pending)
  }

  const recordFailure = async (pending: PendingImport, error: unknown): Promise<void> => {
    // The import is still pending and is processed next.
    if (error instanceof CancelledImportError || error instanceof RegisteredMeanwhileError) return
    if (error instanceof RefusedFileError) {
      await endImport(database, pending.id, { state: 'refused', from: ['checking'], problem: error.message })
      return
    }
    if (!isPermanentError(error) && pending.attempts + 1 < MAX_ATTEMPTS) throw error
    reportFailure(error, 'a patient import failed for good')
    await endImport(database, pending.id, {
      state: 'failed',
      from: [pending.state],
      problem: failedText(pending),
    })
  }

  const processNext = async (except: number[]): Promise<{ id: number; error?: unknown } | undefined> => {
    let current: PendingImport | undefined
    try {
      await database.transaction(async (tx) => {
        if (!(await lockImports(tx))) return
        current = await findPendingImport(tx, except)
        if (!current) return
        // A killed process records no failure, but the number of attempts reveals it.
        if (current.attempts >= MAX_ATTEMPTS)
          throw new Error(`Import ${current.id} was tried ${current.attempts} times`)
        await processImport(tx, current)
      })
      return current && { id: current.id }
    } catch (error) {
      if (!current) throw error
      const { id } = current
      return recordFailure(current, error).then(
        () => ({ id }),
        (failure: unknown) => ({ id, error: failure }),
      )
    }
  }

  /** Throws failures at the end, so that they do not block other imports and the job is retried. */
  const processAll = async () => {
    const failed: number[] = []
    let error: unknown
    for (;;) {
      const outcome = await processNext(failed)
      if (!outcome) break
      if (outcome.error === undefined) continue
      failed.push(outcome.id)
      error = outcome.error
    }
    if (failed.length > 0) throw error
  }

  return {
    run: createSingleRun(async (wasCalled) => {
      do await processAll()
      while (wasCalled())
    }),
  }
}
