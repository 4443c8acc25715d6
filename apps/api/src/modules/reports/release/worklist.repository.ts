import type { ReleaseList, UnreleasedReport } from '@zelab/contract'
import { z } from 'zod'
import { labCondition } from '../../../core/conditions.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'
import {
  pageClause,
  pageName,
  SqlParameters,
  type PageOfRows,
} from '../../../platform/database/sql-parameters.ts'
import {
  IS_LATE,
  toUnreleased,
  UNRELEASED_COLUMNS,
  UNRELEASED_JOINS,
  unreleasedRow,
} from './unreleased-row.ts'
import type { Reader } from './unreleased.repository.ts'

/** `others`: awaiting reports of which the reader is no author. */
type WorkList = ReleaseList | 'others'

const LISTS: Record<WorkList, { where: (reader: () => string) => string; order: string }> = {
  awaiting: { where: () => "u.state = 'awaiting'", order: 'u.critical_at is null, u.awaiting_since, u.id' },
  others: {
    where: (reader) => `u.state = 'awaiting' and not ${reader()} = any (u.author_ids)`,
    order: 'u.critical_at is null, u.awaiting_since, u.id',
  },
  sentBack: {
    where: () => "u.state = 'returned'",
    order: 'u.critical_at is null, u.awaiting_since, u.id',
  },
  own: {
    where: (reader) => `u.state in ('awaiting', 'returned') and u.author_ids @> array[${reader()}::bigint]`,
    order: "u.state = 'awaiting', u.awaiting_since, u.id",
  },
  review: {
    where: (reader) =>
      `u.alone_reason is not null and u.reviewed_by is null and not ${reader()} = any (u.released_by || u.author_ids)`,
    order: 'u.released_at, u.id',
  },
}

/** Authors see their own reports; other lists are empty without the permission to act on them. */
export const isListFor = (reader: Reader, list: WorkList): boolean =>
  ({
    awaiting: reader.mayRelease,
    others: reader.mayRelease,
    sentBack: reader.mayTakeOver,
    own: true,
    review: reader.mayReview,
  })[list]

const whereOf = (reader: Reader, list: WorkList, parameters: SqlParameters) =>
  `${LISTS[list].where(() => parameters.add(reader.id))} and ${labCondition(reader.scope, parameters, 'u.lab_id')}`

export const countUnreleased = (
  db: Queryable,
  reader: Reader,
  list: WorkList,
  limit: number,
): Promise<number> =>
  db.countRows(
    (parameters) => `select count(*) from (
       select 1 from unreleased_reports u where ${whereOf(reader, list, parameters)} limit ${limit}) u`,
  )

const countsRow = z.object({
  awaiting: z.int(),
  others: z.int(),
  late: z.int(),
  sentBack: z.int(),
  own: z.int(),
  returned: z.int(),
  review: z.int(),
})

/** Each up to the limit. */
export const findReleaseCounts = (
  db: Queryable,
  reader: Reader,
  limit: number,
): Promise<RowOf<typeof countsRow>> => {
  const parameters = new SqlParameters()
  const { scope } = reader
  const lists = (['awaiting', 'sentBack', 'review'] as const).filter((list) => isListFor(reader, list))
  const countOf = (list: WorkList, only = 'true') =>
    isListFor(reader, list)
      ? `(select count(*) from (select 1 from unreleased_reports u
           where ${whereOf(reader, list, parameters)} and ${only} limit ${limit}) c)`
      : '0::bigint'
  return db.one(
    countsRow,
    `select ${countOf('awaiting')} as awaiting, ${countOf('others')} as others, ${countOf('sentBack')} as "sentBack", ${countOf('own')} as own,
            ${reader.mayRelease ? `least(${countOf('awaiting', IS_LATE)} + ${countOf('sentBack', IS_LATE)}, ${limit})` : '0::bigint'} as late,
            ${countOf('own', "u.state = 'returned'")} as returned, ${countOf('review')} as review`,
    parameters.values,
    { name: ['find-release-counts', scope.everyLab ? 'anywhere' : 'lab', limit, ...lists].join('-') },
  )
}

export const findUnreleasedList = async (
  db: Queryable,
  reader: Reader,
  list: WorkList,
  page: PageOfRows,
): Promise<UnreleasedReport[]> => {
  const { order } = LISTS[list]
  const rows = await db.query(
    unreleasedRow,
    (parameters) => `select ${UNRELEASED_COLUMNS}
       from (select u.id from unreleased_reports u where ${whereOf(reader, list, parameters)}
              order by ${order} ${pageClause(page, parameters)}) k
       join unreleased_reports u on u.id = k.id ${UNRELEASED_JOINS}
      order by ${order}`,
    pageName(page, 'find-unreleased', [list, reader.scope.everyLab ? 'anywhere' : 'lab']),
  )
  return rows.map((row) => toUnreleased(row, reader.id))
}
