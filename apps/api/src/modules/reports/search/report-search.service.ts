import type { FoundReport } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { labScopeOf, type Caller, type LabScope } from '../../../core/caller.ts'
import type { Database } from '../../../platform/database/database.ts'
import { hasLetter, isIndexed } from '../../../core/patient-search-text.ts'
import { findReportsByIds, findReportsByTitle } from './report-search.repository.ts'
import { FOUND_ROWS } from '../../../core/pagination.ts'
import { reportIdIn } from '../list/report-filter.repository.ts'

const findTyped = async (scope: LabScope, db: Database, typed: string): Promise<FoundReport[]> => {
  const id = reportIdIn(typed)
  const byId = id === undefined ? [] : await findReportsByIds(scope, db, [id])
  // One or two digits are not useful for titles.
  const byTitle =
    isIndexed(typed) || hasLetter(typed)
      ? await findReportsByTitle(scope, db, { typed, isIndexed: isIndexed(typed) }, FOUND_ROWS)
      : []
  return [...byId, ...byTitle.filter((report) => report.id !== id)].slice(0, FOUND_ROWS)
}

export const createReportSearchService = ({
  database,
  readList,
}: Pick<Context, 'database' | 'readList'>) => ({
  find: (caller: Caller, typed: string): Promise<FoundReport[]> =>
    readList(caller, (db) => findTyped(labScopeOf(caller), db, typed)),

  async findSeen(caller: Caller, ids: readonly number[]): Promise<FoundReport[]> {
    return (await findReportsByIds(labScopeOf(caller), database, ids)).slice(0, FOUND_ROWS)
  },
})
export type ReportSearchService = ReturnType<typeof createReportSearchService>
