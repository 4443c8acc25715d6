import {
  type Pagination,
  type OpenedUnreleased,
  type ReleaseList,
  type UnreleasedReport,
} from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import { readPage } from '../../../core/pagination.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { findReleaseSettings } from './release-settings.repository.ts'
import {
  findEarlierReports,
  findPlace,
  findUnreleased,
  findUnreleasedFile,
  lockUnreleased,
  type Reader,
  type UnreleasedFile,
} from './unreleased.repository.ts'
import { markOpened } from './release-steps.repository.ts'
import { countUnreleased, findReleaseCounts, findUnreleasedList, isListFor } from './worklist.repository.ts'

const COUNT_LIMIT = 200
const LIST_LIMIT = 10_000

/** Unreleased reports that a caller may see. */
export const createReleaseWorklist = ({ database }: Pick<Context, 'database'>) => {
  const settingsOf = (db: Queryable, { user }: Caller) =>
    user.lab ? findReleaseSettings(db, user.lab.id) : undefined

  const readerOf = async (db: Queryable, caller: Caller): Promise<Reader & { allowsAlone: boolean }> => {
    const role = caller.user.userType.name
    const settings = await settingsOf(db, caller)
    return {
      scope: labScopeOf(caller),
      id: caller.user.id,
      mayReview: role === 'Doctor',
      mayTakeOver: role === 'Doctor' || role === 'Technician',
      mayRelease: role === 'Doctor' || (role === 'Technician' && settings?.techniciansRelease === true),
      allowsAlone: role === 'Doctor' && settings?.allowsAlone === true,
    }
  }

  const find = async (caller: Caller, id: number): Promise<UnreleasedReport> => {
    const found = await findUnreleased(database, await readerOf(database, caller), id)
    if (!found) throw notFound('UNRELEASED_NOT_FOUND')
    return found
  }

  return {
    readerOf,
    find,

    async open(caller: Caller, id: number): Promise<OpenedUnreleased> {
      const found = await find(caller, id)
      return { ...found, earlier: await findEarlierReports(database, found) }
    },

    /** Locks a report that awaits release or was sent back. */
    async lockOpen(tx: Queryable, caller: Caller, id: number) {
      const reader = await readerOf(tx, caller)
      if (!(await findPlace(tx, reader, id))) throw notFound('UNRELEASED_NOT_FOUND')
      const row = await lockUnreleased(tx, id)
      if (row?.state !== 'awaiting' && row?.state !== 'returned') throw conflict('UNRELEASED_CLOSED')
      return { row, reader }
    },

    async list(
      caller: Caller,
      { list, ...query }: { list: ReleaseList; page: number; limit: number },
    ): Promise<{ data: UnreleasedReport[]; pagination: Pagination }> {
      const reader = await readerOf(database, caller)
      if (!isListFor(reader, list)) return readPage(query, Promise.resolve(0), () => Promise.resolve([]))
      return readPage(
        query,
        countUnreleased(database, reader, list, LIST_LIMIT + 1),
        (page) => findUnreleasedList(database, reader, list, page),
        LIST_LIMIT,
      )
    },

    /** Reports that the caller can act on now, most urgent first. */
    async first(
      caller: Caller,
      limit: number,
    ): Promise<Record<'others' | 'sentBack' | 'review', { count: number; rows: UnreleasedReport[] }>> {
      const reader = await readerOf(database, caller)
      const counts = await findReleaseCounts(database, reader, COUNT_LIMIT)
      const read = async (list: 'others' | 'sentBack' | 'review') => {
        const count = counts[list]
        const rows = count > 0 ? await findUnreleasedList(database, reader, list, { limit, offset: 0 }) : []
        return { count, rows }
      }
      const [others, sentBack, review] = await Promise.all([read('others'), read('sentBack'), read('review')])
      return { others, sentBack, review }
    },

    async count(caller: Caller) {
      const reader = await readerOf(database, caller)
      const { mayRelease, mayReview, mayTakeOver, allowsAlone } = reader
      return {
        mayRelease,
        mayReview,
        mayTakeOver,
        allowsAlone,
        ...(await findReleaseCounts(database, reader, COUNT_LIMIT)),
      }
    },

    async findFile(caller: Caller, id: number): Promise<UnreleasedFile> {
      const file = await findUnreleasedFile(database, await readerOf(database, caller), id)
      if (!file) throw notFound('UNRELEASED_NOT_FOUND')
      return file
    },

    /** Requires that the caller has opened the file of this revision. */
    markOpened: (caller: Caller, id: number, { revision }: UnreleasedFile): Promise<void> =>
      markOpened(database, { id, revision, by: caller.user.id }),
  }
}
export type ReleaseWorklist = ReturnType<typeof createReleaseWorklist>
