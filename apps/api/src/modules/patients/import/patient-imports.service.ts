import type {
  DateOrder,
  ImportEncoding,
  ImportRow,
  ImportRowKind,
  Pagination,
  PatientImport,
} from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { AppError, conflict, notFound, refusedField } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import { displayName, readWhole } from '../../../core/file-part.ts'
import { offsetOf, paginate } from '../../../core/pagination.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { createFairQueue, QueueFullError } from '../../../platform/fair-queue.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { recordActivity, type ActivityService } from '../../activity/activity.service.ts'
import { readImportBacklog } from './import-progress.repository.ts'
import { findErrors, findRows, findBadRows, setBadRowsAside, type BadRow } from './import-rows.repository.ts'
import {
  confirmImport,
  deleteOldImports,
  endImport,
  findImport,
  findSurplusImports,
  insertImport,
  isLabInScope,
} from './patient-imports.repository.ts'
import type { RowError } from './reading/row-check.ts'

const IMPORT_KEPT_HOURS = 24

export const WORK_ON_IMPORTS = 'work-on-patient-imports'
export const REMOVE_OLD_IMPORTS = 'remove-old-patient-imports'

/** Per user. Older imports are cancelled. */
const MAX_UNCONFIRMED = 5
const EXPORT_BATCH = 1000

/** Uploads are in memory until they are stored. */
const ARRIVING = { atOnce: 20, perOwner: 1, mostWaiting: 100, mostWaitingPerOwner: 3 }
/** Storing a file occupies a database connection for a second or more. */
const STORING = { atOnce: 1, perOwner: 1, mostWaiting: 100, mostWaitingPerOwner: 1 }
const RETRY_SECONDS = 5

const refuseUpload = (error: unknown, signal: AbortSignal | undefined): never => {
  if (error instanceof QueueFullError)
    throw new AppError('THROTTLED', 'TOO_MANY_UPLOADS', { retryAfterSeconds: RETRY_SECONDS })
  throw signal?.aborted ? new AppError('INVALID', 'UPLOAD_INTERRUPTED') : error
}

interface Upload {
  fileName: string
  content: AsyncIterable<Buffer>
  labId: number | undefined
  dateOrder: DateOrder
  encoding?: ImportEncoding | undefined
}

export type { BadRow }
export type FoundError = RowError & { rowNumber: number }

async function* inBatches<Row extends { rowNumber: number }, Item>(
  findAfter: (after: { rowNumber: number; limit: number }) => Promise<Row[]>,
  itemsOf: (row: Row) => Item[],
): AsyncGenerator<Item[]> {
  for (let rowNumber = 0; ;) {
    const rows = await findAfter({ rowNumber, limit: EXPORT_BATCH })
    const last = rows.at(-1)
    if (!last) return
    yield rows.flatMap(itemsOf)
    rowNumber = last.rowNumber
  }
}

/** Rows exist from the end of the check until the import is written or deleted. Faulty rows stay a day longer. */
const rowCount = (found: PatientImport, kind: ImportRowKind): number => {
  if (found.state === 'done') return kind === 'errors' ? found.rowsWithErrors : 0
  if (found.state !== 'ready' && found.state !== 'writing') return 0
  return { all: found.rowsTotal ?? 0, errors: found.rowsWithErrors, duplicates: found.rowsDuplicate }[kind]
}

export const createPatientImportService = ({
  database,
  activity,
}: Pick<Context, 'database'> & { activity: ActivityService }) => {
  const arriving = createFairQueue<number>(ARRIVING)
  const storing = createFairQueue<number>(STORING)

  const find = async (caller: Caller, id: number, db: Queryable = database): Promise<PatientImport> => {
    const found = await findImport(labScopeOf(caller), db, { id, createdBy: caller.user.id })
    if (!found) throw notFound('IMPORT_NOT_FOUND')
    return found
  }

  const labOf = async (caller: Caller, named: number | undefined): Promise<number> => {
    const scope = labScopeOf(caller)
    const labId = scope.everyLab ? named : scope.labId
    if (labId === undefined || !(await isLabInScope(scope, database, labId)))
      throw refusedField('labId', 'IMPORT_LAB_REQUIRED')
    return labId
  }

  const cancelSurplusImports = async (tx: Queryable, caller: Caller) => {
    for (const { id } of await findSurplusImports(tx, caller.user.id, MAX_UNCONFIRMED))
      await endImport(tx, id, { state: 'cancelled', from: ['checking', 'ready'] })
  }

  const store = (
    caller: Caller,
    {
      labId,
      content,
      fileName,
      dateOrder,
      encoding,
    }: Omit<Upload, 'content'> & { labId: number; content: Buffer },
  ): Promise<PatientImport> =>
    database.transaction(async (tx) => {
      const id = await insertImport(tx, {
        labId,
        createdBy: caller.user.id,
        fileName: displayName(fileName),
        content,
        dateOrder,
        encoding,
      })
      await cancelSurplusImports(tx, caller)
      await recordActivity(tx, caller, {
        action: 'file.upload',
        labId,
        summary: `Uploaded a file of patients, import ${id}`,
      })
      await enqueueJob(tx, WORK_ON_IMPORTS, {}, caller.requestId)
      return find(caller, id, tx)
    })

  return {
    async start(caller: Caller, upload: Upload, signal?: AbortSignal): Promise<PatientImport> {
      const labId = await labOf(caller, upload.labId)
      const owner = caller.user.id
      const acceptUpload = async () => {
        const content = await readWhole(upload.content)
        return storing.run(owner, () => store(caller, { ...upload, labId, content }), signal)
      }
      return arriving.run(owner, acceptUpload, signal).catch((error: unknown) => refuseUpload(error, signal))
    },

    get: (caller: Caller, id: number): Promise<PatientImport> => find(caller, id),

    async listRows(
      caller: Caller,
      id: number,
      query: { page: number; limit: number; kind: ImportRowKind },
    ): Promise<{ data: ImportRow[]; pagination: Pagination }> {
      const found = await find(caller, id)
      const pagination = paginate(query, rowCount(found, query.kind))
      const scope = { everyLab: false as const, labId: found.lab.id }
      const data = await findRows(scope, database, id, query.kind, {
        limit: pagination.limit,
        offset: offsetOf(pagination),
      })
      return { data, pagination }
    },

    async exportErrors(caller: Caller, id: number): Promise<AsyncGenerator<FoundError[]>> {
      await find(caller, id)
      return inBatches(
        (after) => findErrors(database, id, after),
        ({ rowNumber, errors }) => errors.map((error) => ({ rowNumber, ...error })),
      )
    },

    recordErrorExport: (caller: Caller, id: number, what: 'errors' | 'faulty rows'): Promise<void> =>
      activity.record(caller, { action: 'data.export', summary: `Exported the ${what} of import ${id}` }),

    async exportBadRows(caller: Caller, id: number): Promise<AsyncGenerator<BadRow[]>> {
      await find(caller, id)
      return inBatches(
        (after) => findBadRows(database, id, after),
        (row) => [row],
      )
    },

    /** All or nothing. `skipInvalid` limits this to valid rows. */
    confirm: (
      caller: Caller,
      id: number,
      choice: { skipDuplicates: boolean; skipInvalid: boolean },
    ): Promise<PatientImport> =>
      database.transaction(async (tx) => {
        await find(caller, id, tx)
        const { address, requestId } = caller
        if (!(await confirmImport(tx, id, { ...choice, address, requestId }))) {
          const { state, rowsWithErrors } = await find(caller, id, tx)
          throw conflict(state === 'ready' && rowsWithErrors > 0 ? 'IMPORT_HAS_ERRORS' : 'IMPORT_NOT_READY')
        }
        if (choice.skipInvalid) await setBadRowsAside(tx, id)
        await enqueueJob(tx, WORK_ON_IMPORTS, {}, caller.requestId)
        return find(caller, id, tx)
      }),

    cancel: (caller: Caller, id: number): Promise<PatientImport> =>
      database.transaction(async (tx) => {
        await find(caller, id, tx)
        const isEnded = await endImport(tx, id, { state: 'cancelled', from: ['checking', 'ready'] })
        const found = await find(caller, id, tx)
        if (found.state === 'writing') throw conflict('IMPORT_RUNNING')
        if (found.state === 'done') throw conflict('IMPORT_ALREADY_WRITTEN')
        if (isEnded)
          await recordActivity(tx, caller, {
            action: 'file.remove',
            labId: found.lab.id,
            summary: `Cancelled import ${id}`,
          })
        return found
      }),

    backlog: (tx: Queryable): Promise<{ pending: number; oldestSeconds: number }> => readImportBacklog(tx),

    removeOld: (): Promise<void> => deleteOldImports(database, IMPORT_KEPT_HOURS),
  }
}
export type PatientImportService = ReturnType<typeof createPatientImportService>
