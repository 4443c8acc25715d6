import { HL7_CHARSETS, type InboxSource, type InboxSourceProblem } from '@zelab/contract'
import { z } from 'zod'
import type { LabScope } from '../../../core/caller.ts'
import { labCondition } from '../../../core/conditions.ts'
import { inboxSources, users } from '../../../core/tables.gen.ts'
import {
  assignments,
  columnsOf,
  from,
  insertion,
  pick,
  type NewRecord,
} from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

const sourceFields = z.object({
  ...pick(inboxSources, 'name isOn publishesAutomatically publisherId folder certificate addresses'),
  charset: z.enum(HL7_CHARSETS).nullable(),
})
const newSourceRow = sourceFields.extend({ labId: inboxSources.labId, kind: inboxSources.kind })
export type SourceFields = Omit<NewRecord<typeof newSourceRow>, 'labId'>

const sourceRow = sourceFields.extend({
  ...pick(inboxSources, 'id kind'),
  publisherName: from('u.full_name', users.fullName.nullable()),
  ...pick(inboxSources, 'problem problemSince lastReceivedAt'),
})

const toSource = ({
  publisherId,
  publisherName,
  problem,
  problemSince,
  ...source
}: RowOf<typeof sourceRow>): InboxSource => ({
  ...source,
  publisher: publisherId === null ? null : { id: publisherId, fullName: publisherName ?? '' },
  problem:
    problem === null || problemSince === null
      ? null
      : { code: problem as InboxSourceProblem, since: problemSince },
})

export const findSources = async (db: Queryable, labId: number): Promise<InboxSource[]> => {
  const rows = await db.query(
    sourceRow,
    `select ${columnsOf(sourceRow, 's')} from inbox_sources s left join users u on u.id = s.publisher_id
      where s.lab_id = $1 and s.removed_at is null order by s.id`,
    [labId],
  )
  return rows.map(toSource)
}

/** Serializes changes of sources, because limits and folders apply to all of them. */
export const lockSources = (tx: Queryable): Promise<unknown> =>
  tx.execute("select pg_advisory_xact_lock(hashtext('zelab inbox sources'))")

export const countSources = (tx: Queryable, labId: number): Promise<number> =>
  tx.countRows('select count(*) from inbox_sources where lab_id = $1 and removed_at is null', [labId])

const folderRow = z.object({ id: inboxSources.id, folder: z.string() })

export const findSourceFolders = (db: Queryable): Promise<{ id: number; folder: string }[]> =>
  db.query(
    folderRow,
    "select id, coalesce(folder, '') as folder from inbox_sources where kind = 'folder' and removed_at is null",
  )

export const insertSource = (tx: Queryable, labId: number, source: SourceFields): Promise<number> =>
  tx.insertedId(
    (parameters) =>
      `insert into inbox_sources ${insertion(newSourceRow, { ...source, labId }, parameters)} returning id`,
  )

export const updateSource = async (
  tx: Queryable,
  { labId, id }: { labId: number; id: number },
  source: SourceFields,
): Promise<boolean> =>
  tx.exists(
    (parameters) => `update inbox_sources
        set ${assignments(sourceFields, source, parameters, 'problem = null', 'problem_since = null')}
      where id = ${parameters.add(id)} and lab_id = ${parameters.add(labId)}
        and kind = ${parameters.add(source.kind)} and removed_at is null`,
  )

const nameRow = z.object({ name: inboxSources.name })

export const markSourceRemoved = async (
  tx: Queryable,
  { labId, id }: { labId: number; id: number },
): Promise<string | undefined> => {
  const row = await tx.maybeOne(
    nameRow,
    `update inbox_sources set removed_at = now(), is_on = false
      where id = $2 and lab_id = $1 and removed_at is null returning name`,
    [labId, id],
  )
  return row?.name
}

/** Null clears the problem. A repeated problem keeps its first time. */
export const updateSourceProblem = async (
  db: Queryable,
  sourceId: number,
  problem: InboxSourceProblem | null,
): Promise<void> => {
  await db.execute(
    `update inbox_sources set problem = $2::text, problem_since = case when $2::text is not null then now() end
      where id = $1 and problem is distinct from $2::text`,
    [sourceId, problem],
  )
}

const watchedRow = z.object({
  ...pick(inboxSources, 'id labId'),
  folder: z.string(),
  problem: inboxSources.problem,
})

export const findWatchedFolders = (
  db: Queryable,
): Promise<{ id: number; labId: number; folder: string; problem: string | null }[]> =>
  db.query(
    watchedRow,
    `select ${columnsOf(watchedRow, '', { folder: "coalesce(folder, '')" })} from inbox_sources
      where kind = 'folder' and is_on and removed_at is null order by id`,
  )

const failingRow = z.object({ failing: z.int(), longestSeconds: z.number() })

export const readFailingSources = (db: Queryable): Promise<{ failing: number; longestSeconds: number }> =>
  db.one(
    failingRow,
    `select count(*) as failing, coalesce(extract(epoch from now() - min(problem_since)), 0)::float8 as "longestSeconds"
       from inbox_sources where problem is not null and is_on and removed_at is null`,
  )

const publisherRow = z.object({ id: users.id, fullName: users.fullName })

export const findPublishers = (
  db: Queryable,
  labId: number,
  roleIds: readonly number[],
): Promise<{ id: number; fullName: string }[]> =>
  db.query(
    publisherRow,
    `select ${columnsOf(publisherRow, 'u')} from users u
      where u.lab_id = $1 and u.user_type_id = any($2::bigint[]) and u.deactivated_at is null and not u.is_invited
      order by fold_text(u.full_name), u.id limit 500`,
    [labId, roleIds],
  )

const problemRow = z.object({
  ...pick(inboxSources, 'name problem'),
  since: inboxSources.problemSince,
})

export const findSourceProblems = async (
  scope: LabScope,
  db: Queryable,
): Promise<{ name: string; problem: InboxSourceProblem; since: string }[]> => {
  const rows = await db.query(
    problemRow,
    (parameters) => `select s.name, s.problem, s.problem_since as since from inbox_sources s
      where s.problem is not null and s.is_on and s.removed_at is null
        and ${labCondition(scope, parameters, 's.lab_id')}
      order by s.id limit 50`,
  )
  return rows.map(({ name, problem, since }) => ({
    name,
    problem: problem as InboxSourceProblem,
    since: since ?? '',
  }))
}
