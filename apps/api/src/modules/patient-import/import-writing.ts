import type { Database, Queryable } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { flagPatients, inSteps } from './import-checking.ts'
import { countDuplicates } from './import-duplicates.repository.ts'
import { askAgain, countApart, showRowsWritten, type PendingImport } from './import-progress.repository.ts'
import { insertPatientsOfRows } from './import-rows.repository.ts'
import { CancelledImportError, moreDuplicates } from './import-text.ts'
import { endImport } from './patient-imports.repository.ts'

const BATCH_ROWS = 500

const summaryOf = (count: number, first: number | null, last: number | null) =>
  count === 0
    ? 'Imported no patients: all rows were possible duplicates'
    : `Imported ${count} ${count === 1 ? 'patient' : 'patients'}, between ZL-${first} and ZL-${last}`

/**
 * Registers the patients of a confirmed import in one transaction: all or none, and once, whoever tries and however
 * often. The row of the import stays free until the end, so that others can see how far it is.
 */
export const createImportWriting =
  ({ database }: { database: Database }) =>
  async (tx: Queryable, pending: PendingImport): Promise<void> => {
    const { id, labId, creator, skipDuplicates } = pending
    // Patients may have been registered since, by another import for one.
    await flagPatients(tx, pending)
    const rowsDuplicate = await countDuplicates(tx, id)
    if (!skipDuplicates && rowsDuplicate > pending.rowsDuplicate) {
      await askAgain(tx, id, { problem: moreDuplicates(rowsDuplicate), rowsDuplicate })
      return
    }
    await countApart(tx)
    let count = 0
    let first: number | null = null
    let last: number | null = null
    await inSteps(tx, id, BATCH_ROWS, async (step) => {
      const added = await insertPatientsOfRows(tx, {
        importId: id,
        labId,
        registeredBy: creator.id,
        skipDuplicates,
        ...step,
      })
      count += added.count
      first ??= added.firstId
      last = added.lastId ?? last
      // Only for whoever looks on: a pool without a free connection must not undo the work.
      await showRowsWritten(database, id, count).catch(() => {})
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
        summary: summaryOf(count, first, last),
      },
    )
    const isEnded = await endImport(tx, id, { state: 'done', from: ['writing'], rowsWritten: count })
    if (!isEnded) throw new CancelledImportError()
  }
