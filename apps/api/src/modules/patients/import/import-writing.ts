import type { Database, Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { lockRegistrations } from '../registry/patients.repository.ts'
import { flagPatients, inSteps } from './import-checking.ts'
import { countDuplicates, findLastPatientId, resemblesLaterPatient } from './import-duplicates.repository.ts'
import { askAgain, countApart, showRowsWritten, type PendingImport } from './import-progress.repository.ts'
import { insertPatientsOfRows } from './import-rows.repository.ts'
import { CancelledImportError, moreDuplicates, RegisteredMeanwhileError } from './import-text.ts'
import { endImport } from './patient-imports.repository.ts'

const BATCH_ROWS = 500

const summaryOf = (ids: number[]) =>
  ids.length === 0
    ? 'Imported no patients: all rows were possible duplicates'
    : `Imported ${ids.length} ${ids.length === 1 ? 'patient' : 'patients'}, between ZL-${ids[0]} and ZL-${ids.at(-1)}`

/** The last patient of all when no registration was under way in the lab. */
const lastRegistered = (database: Database, labId: number): Promise<number> =>
  database.transaction(async (tx) => {
    await lockRegistrations(tx, labId, 'exclusive')
    return findLastPatientId(tx)
  })

/**
 * Registers the patients of a confirmed import in one transaction: all or none, and once, whoever tries and however
 * often. The row of the import stays free until the end, so that others can see how far it is.
 *
 * Registrations of the lab do not see what is written here before it is committed. They need not wait for all of it: at
 * the end, with registrations locked, the patients registered in the meantime are compared with the rows. If one is
 * similar, the import starts again and locks registrations from its beginning.
 */
export const createImportWriting =
  ({ database }: { database: Database }) =>
  async (tx: Queryable, pending: PendingImport): Promise<void> => {
    const { id, labId, creator, skipDuplicates } = pending
    const isTriedAgain = pending.attempts > 0
    if (isTriedAgain) await lockRegistrations(tx, labId, 'exclusive')
    const lastBefore = isTriedAgain ? undefined : await lastRegistered(database, labId)
    // Patients may have been registered since, by another import for one.
    await flagPatients(tx, pending)
    const rowsDuplicate = await countDuplicates(tx, id)
    if (!skipDuplicates && rowsDuplicate > pending.rowsDuplicate) {
      await askAgain(tx, id, { problem: moreDuplicates(rowsDuplicate), rowsDuplicate })
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
      // Only for whoever looks on: a pool without a free connection must not undo the work.
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
        summary: summaryOf(ids),
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
