import type { Context } from '../../../core/context.ts'
import type { Database, Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { lockRegistrations } from '../directory/patients.repository.ts'
import { flagPatients, inSteps } from './import-checking.ts'
import { countDuplicates, findLastPatientId, resemblesLaterPatient } from './import-duplicates.repository.ts'
import {
  requireConfirmation,
  countApart,
  showRowsWritten,
  type PendingImport,
} from './import-progress.repository.ts'
import { insertPatientsOfRows } from './import-rows.repository.ts'
import { CancelledImportError, moreDuplicates, RegisteredMeanwhileError } from './import-text.ts'
import { endImport } from './patient-imports.repository.ts'

const BATCH_ROWS = 500

const summaryOf = (ids: number[], leftOut: number) =>
  ids.length === 0
    ? `Imported no patients: all ${leftOut > 0 ? 'valid ' : ''}rows were possible duplicates`
    : `Imported ${ids.length} ${ids.length === 1 ? 'patient' : 'patients'}, between ZL-${ids[0]} and ZL-${ids.at(-1)}${leftOut > 0 ? `; left out ${leftOut} ${leftOut === 1 ? 'row' : 'rows'} with errors` : ''}`

const lastRegistered = (database: Database, labId: number): Promise<number> =>
  database.transaction(async (tx) => {
    await lockRegistrations(tx, labId, 'exclusive')
    return findLastPatientId(tx)
  })

/**
 * Registers all patients in one transaction, exactly once. Registrations of the lab continue until the end, then are
 * locked and compared with the rows. On a match, the import restarts and locks registrations from the beginning.
 */
export const createImportWriting =
  ({ database }: Pick<Context, 'database'>) =>
  async (tx: Queryable, pending: PendingImport): Promise<void> => {
    const { id, labId, creator, skipDuplicates } = pending
    const isTriedAgain = pending.attempts > 0
    if (isTriedAgain) await lockRegistrations(tx, labId, 'exclusive')
    const lastBefore = isTriedAgain ? undefined : await lastRegistered(database, labId)
    await flagPatients(tx, pending)
    const rowsDuplicate = await countDuplicates(tx, id)
    if (!skipDuplicates && rowsDuplicate > pending.rowsDuplicate) {
      await requireConfirmation(tx, id, { problem: moreDuplicates(rowsDuplicate), rowsDuplicate })
      return
    }
    await countApart(tx)
    const ids: number[] = []
    await inSteps(tx, id, BATCH_ROWS, async (step) => {
      const added = await insertPatientsOfRows(tx, {
        importId: id,
        labId,
        registeredBy: creator.id,
        skipDuplicates,
        ...step,
      })
      ids.push(...added.ids)
      await showRowsWritten(database, id, ids.length).catch(() => {})
    })
    await recordActivity(
      tx,
      {
        user: creator,
        ...(pending.confirmedAddress !== null && { address: pending.confirmedAddress }),
        ...(pending.confirmedRequestId !== null && { requestId: pending.confirmedRequestId }),
      },
      {
        action: 'patient.import',
        object: { type: 'lab', id: labId },
        labId,
        summary: summaryOf(ids, pending.rowsWithErrors),
      },
    )
    if (lastBefore !== undefined) {
      await lockRegistrations(tx, labId, 'exclusive')
      const later = { importId: id, than: lastBefore, ownIds: ids }
      if (await resemblesLaterPatient({ everyLab: false, labId }, tx, later))
        throw new RegisteredMeanwhileError()
    }
    const isEnded = await endImport(tx, id, { state: 'done', from: ['writing'], rowsWritten: ids.length })
    if (!isEnded) throw new CancelledImportError()
  }
