import type { ReportType } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { conflict, notFound } from '../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../core/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/activity.service.ts'
import {
  countReportsOfType,
  deleteReportType,
  findReportTypes,
  insertReportType,
  lockReportTypeTitle,
  reportTypeExists,
  updateReportType,
  type NewReportType,
  type ReportTypeChanges,
} from './report-types.repository.ts'

const refuseTakenTitle = (error: unknown): never => {
  throw isUniqueViolation(error, 'report_types_title_key')
    ? conflict('REPORT_TYPE_TITLE_TAKEN', 'title')
    : error
}

export const createReportTypeService = ({ database }: Pick<Context, 'database'>) => {
  const record = (
    tx: Queryable,
    caller: Caller,
    verb: 'create' | 'update' | 'delete',
    id: number,
    done: string,
  ) =>
    recordActivity(tx, caller, {
      action: `report-type.${verb}`,
      object: { type: 'report-type', id },
      summary: done,
    })

  return {
    list: (db: Queryable = database): Promise<ReportType[]> => findReportTypes(db),

    countReports: (caller: Caller, id: number): Promise<number> =>
      countReportsOfType(labScopeOf(caller), database, id),

    /** Locks the type until the transaction ends. */
    exists: (tx: Queryable, id: number): Promise<boolean> => reportTypeExists(tx, id),

    add: (caller: Caller, fields: NewReportType): Promise<ReportType> =>
      database
        .transaction(async (tx) => {
          const type = await insertReportType(tx, fields)
          await record(tx, caller, 'create', type.id, `Added the report type ${type.title}`)
          return type
        })
        .catch(refuseTakenTitle),

    /** Published versions keep their title (migration 0014). */
    update: (caller: Caller, id: number, changes: ReportTypeChanges): Promise<ReportType> =>
      database
        .transaction(async (tx) => {
          const before = await lockReportTypeTitle(tx, id)
          const type = await updateReportType(tx, id, changes)
          if (before === undefined || !type) throw notFound('REPORT_TYPE_NOT_FOUND')
          await record(
            tx,
            caller,
            'update',
            id,
            before === type.title
              ? `Changed the report type ${type.title}`
              : `Renamed the report type ${before} to ${type.title}`,
          )
          return type
        })
        .catch(refuseTakenTitle),

    remove: (caller: Caller, id: number): Promise<void> =>
      database
        .transaction(async (tx) => {
          if (!(await deleteReportType(tx, id))) throw notFound('REPORT_TYPE_NOT_FOUND')
          await record(tx, caller, 'delete', id, `Deleted report type ${id}`)
        })
        .catch((error: unknown) => {
          throw isForeignKeyViolation(error) ? conflict('REPORT_TYPE_IN_USE') : error
        }),
  }
}
export type ReportTypeService = ReturnType<typeof createReportTypeService>
