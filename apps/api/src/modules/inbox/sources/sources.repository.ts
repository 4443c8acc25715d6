import { HL7_CHARSETS, type InboxSource, type InboxSourceProblem } from '@zelab/contract'
import { z } from 'zod'
import { inboxSources, users } from '../../../core/tables.gen.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { countRow, idRow, type RowOf } from '../../../platform/database/row-schema.ts'

const sourceRow = z.object({
  id: inboxSources.id,
  kind: inboxSources.kind,
  name: inboxSources.name,
  isOn: inboxSources.isOn,
  publishesAutomatically: inboxSources.publishesAutomatically,
  publisherId: inboxSources.publisherId,
  publisherName: users.fullName.nullable(),
  folder: inboxSources.folder,
  certificate: inboxSources.certificate,
  addresses: inboxSources.addresses,
  charset: z.enum(HL7_CHARSETS).nullable(),
  problem: inboxSources.problem,
  problemSince: inboxSources.problemSince,
  lastReceivedAt: inboxSources.lastReceivedAt,
})

const SOURCE_COLUMNS = `
  s.id, s.kind, s.name, s.is_on as "isOn", s.publishes_automatically as "publishesAutomatically",
  s.publisher_id as "publisherId", u.full_name as "publisherName", s.folder, s.certificate, s.addresses, s.charset,
  s.problem, s.problem_since as "problemSince", s.last_received_at as "lastReceivedAt"`

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
    `select ${SOURCE_COLUMNS} from inbox_sources s left join users u on u.id = s.publisher_id
      where s.lab_id = $1 and s.removed_at is null order by s.id`,
    [labId],
  )
  return rows.map(toSource)
}

/** Until the transaction ends no other one adds or changes a source: limits and folders hold for all together. */
export const lockSources = (tx: Queryable): Promise<unknown> =>
  tx.execute("select pg_advisory_xact_lock(hashtext('zelab inbox sources'))")

export const countSources = async (tx: Queryable, labId: number): Promise<number> => {
  const row = await tx.one(
    countRow,
    'select count(*) from inbox_sources where lab_id = $1 and removed_at is null',
    [labId],
  )
  return row.count
}

const folderRow = z.object({ id: inboxSources.id, folder: z.string() })

/** The folders of every lab's sources. */
export const findSourceFolders = (db: Queryable): Promise<{ id: number; folder: string }[]> =>
  db.query(
    folderRow,
    "select id, coalesce(folder, '') as folder from inbox_sources where kind = 'folder' and removed_at is null",
  )

export interface SourceFields {
  kind: InboxSource['kind']
  name: string
  isOn: boolean
  publishesAutomatically: boolean
  publisherId: number | null
  folder: string | null
  certificate: string | null
  addresses: string[]
  charset: string | null
}

const valuesOf = (source: SourceFields) => [
  source.name,
  source.isOn,
  source.publishesAutomatically,
  source.publisherId,
  source.folder,
  source.certificate,
  source.addresses,
  source.charset,
]

export const insertSource = async (tx: Queryable, labId: number, source: SourceFields): Promise<number> => {
  const row = await tx.one(
    idRow,
    `insert into inbox_sources (lab_id, kind, name, is_on, publishes_automatically, publisher_id, folder,
                                certificate, addresses, charset)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [labId, source.kind, ...valuesOf(source)],
  )
  return row.id
}

/** Changes a source; false when there is none of this kind. */
export const updateSource = async (
  tx: Queryable,
  { labId, id }: { labId: number; id: number },
  source: SourceFields,
): Promise<boolean> =>
  (await tx.execute(
    `update inbox_sources
        set name = $4, is_on = $5, publishes_automatically = $6, publisher_id = $7, folder = $8,
            certificate = $9, addresses = $10, charset = $11, problem = null, problem_since = null
      where id = $2 and lab_id = $1 and kind = $3 and removed_at is null`,
    [labId, id, source.kind, ...valuesOf(source)],
  )) > 0

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

/** Notes what prevents a source from working, or that it works; the moment is that of the first notice. */
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
  id: inboxSources.id,
  labId: inboxSources.labId,
  folder: z.string(),
  problem: inboxSources.problem,
})

/** The watched folders that are on, of every lab. */
export const findWatchedFolders = (
  db: Queryable,
): Promise<{ id: number; labId: number; folder: string; problem: string | null }[]> =>
  db.query(
    watchedRow,
    `select id, lab_id as "labId", coalesce(folder, '') as folder, problem from inbox_sources
      where kind = 'folder' and is_on and removed_at is null order by id`,
  )

const failingRow = z.object({ failing: z.int(), longestSeconds: z.number() })

/** Number of sources of every lab that cannot work now, and since when the first of them. */
export const readFailingSources = (db: Queryable): Promise<{ failing: number; longestSeconds: number }> =>
  db.one(
    failingRow,
    `select count(*) as failing, coalesce(extract(epoch from now() - min(problem_since)), 0)::float8 as "longestSeconds"
       from inbox_sources where problem is not null and is_on and removed_at is null`,
  )

const publisherRow = z.object({ id: users.id, fullName: users.fullName })

/** Active persons of a lab in whose name reports can be published; Doctors and Technicians. */
export const findPublishers = (
  db: Queryable,
  labId: number,
  roleIds: readonly number[],
): Promise<{ id: number; fullName: string }[]> =>
  db.query(
    publisherRow,
    `select u.id, u.full_name as "fullName" from users u
      where u.lab_id = $1 and u.user_type_id = any($2::bigint[]) and u.deactivated_at is null and not u.is_invited
      order by lower(u.full_name), u.id limit 500`,
    [labId, roleIds],
  )
