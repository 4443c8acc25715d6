import { IMPORT_ENCODINGS, todayIn } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import {
  countDuplicates,
  flagEarlierRows,
  flagKnownPatients,
  flagMergedPatients,
} from './import-duplicates.repository.ts'
import { readContent } from './patient-imports.repository.ts'
import {
  finishReading,
  showRowsChecked,
  startReading,
  type PendingImport,
} from './import-progress.repository.ts'
import { findStep, insertRows } from './import-rows.repository.ts'
import { CancelledImportError, uncertainEncoding } from './import-text.ts'
import { readInThread } from './reading/reading-thread.ts'
import { BATCH_ROWS } from './reading/file-reading.ts'

export const inSteps = async (
  tx: Queryable,
  importId: number,
  rows: number,
  work: (step: { after: number; upTo: number }) => Promise<void>,
): Promise<void> => {
  let after = 0
  for (;;) {
    const upTo = await findStep(tx, importId, after, rows)
    if (upTo === undefined) return
    await work({ after, upTo })
    after = upTo
  }
}

export const flagPatients = (tx: Queryable, { id, labId }: PendingImport): Promise<void> =>
  inSteps(tx, id, BATCH_ROWS, async (step) => {
    await flagKnownPatients({ everyLab: false, labId }, tx, { importId: id, ...step })
    await flagMergedPatients({ everyLab: false, labId }, tx, { importId: id, ...step })
  })

/**
 * Reads, checks and flags all rows in one transaction, so that an interruption leaves nothing behind. Other
 * connections write the progress.
 */
export const createImportCheck =
  ({ database, clock, timeZone }: Pick<Context, 'database' | 'clock' | 'timeZone'>) =>
  async (tx: Queryable, pending: PendingImport): Promise<void> => {
    const { id } = pending
    const expectStillActive = (isStillActive: boolean) => {
      if (!isStillActive) throw new CancelledImportError()
    }
    const slices: Buffer[] = []
    for await (const slice of readContent(tx, id)) slices.push(slice)
    const content = new Uint8Array(Buffer.concat(slices))
    const today = todayIn(await timeZone(), clock.now())
    let checked = 0
    let withErrors = 0
    const chosen = IMPORT_ENCODINGS.find((one) => one === pending.encoding)
    let problem: string | null = null
    const task = { content, dateOrder: pending.dateOrder, encoding: chosen, today }
    for await (const part of readInThread(task)) {
      if (part.kind === 'survey') {
        const { separator, unknownColumns, rowsTotal } = part
        const encoding = part.isCertain ? part.encoding : `${part.encoding} (uncertain)`
        if (!part.isCertain) problem = uncertainEncoding(part.encoding)
        expectStillActive(
          await startReading(database, id, { encoding, separator, unknownColumns, rowsTotal }),
        )
        continue
      }
      await insertRows(tx, id, part.rows)
      checked += part.rows.length
      withErrors += part.rows.filter((row) => row.errors.length > 0).length
      expectStillActive(await showRowsChecked(database, id, { checked, withErrors }))
    }
    await flagEarlierRows(tx, id)
    await flagPatients(tx, pending)
    expectStillActive(await finishReading(tx, id, { problem, rowsDuplicate: await countDuplicates(tx, id) }))
  }
