import { z } from 'zod'
import { reportFiles, reportVersions, unreleasedReports } from '../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../platform/database/columns.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import { idRow, type RowOf } from '../../platform/database/row-schema.ts'

const fileRow = z.object({
  ...pick(reportFiles, 'id name sizeBytes sha256 reportId'),
  isCurrent: from('coalesce(r.file_id = f.id, false)', z.boolean()),
})
export type FileRecord = RowOf<typeof fileRow>

/** Counting everything takes far longer than a request may wait. */
const COUNTING_LIMIT_MS = 30 * 60_000

const filesRow = z.object({ files: z.int(), bytes: z.int() })

export const countFiles = async (db: Queryable): Promise<{ files: number; bytes: number }> =>
  db.one(
    filesRow,
    'select count(*) as files, coalesce(sum(size_bytes), 0)::bigint as bytes from report_files',
  )

/** Files of every version and unpublished uploads, ordered by id. */
export const findFilesAfter = (db: Queryable, afterId: number, limit: number): Promise<FileRecord[]> =>
  db.query(
    fileRow,
    `select ${columnsOf(fileRow, 'f')}
       from report_files f left join reports r on r.id = f.report_id
      where f.id > $1 order by f.id limit $2`,
    [afterId, limit],
  )

export const hasFile = (db: Queryable, id: number): Promise<boolean> =>
  db.exists('select 1 from report_files where id = $1', [id])

const nameRow = z.object({ name: z.string() })

/** Files that are neither report files nor page images. */
export const findNamesWithoutRow = async (db: Queryable, names: string[]): Promise<string[]> => {
  const rows = await db.query(
    nameRow,
    `select n.name from unnest($1::text[]) as n(name)
      where not exists (select 1 from report_files f where f.name = n.name)
        and not exists (select 1 from page_images i where i.name = n.name)`,
    [names],
  )
  return rows.map(({ name }) => name)
}

export const findIncompleteReports = (database: Database): Promise<{ id: number }[]> =>
  database.transaction(
    (tx) =>
      tx.query(
        idRow,
        `select r.id from reports r
           left join (select report_id, count(*) as versions, max(version) as last
                        from report_versions group by report_id) v on v.report_id = r.id
           left join report_versions c on c.report_id = r.id and c.version = r.version
           left join report_files f on f.id = r.file_id
          where v.versions is distinct from r.version or v.last is distinct from r.version
             or c.file_id is distinct from r.file_id or f.report_id is distinct from r.id
          order by r.id limit 1000`,
      ),
    { statementTimeoutMs: COUNTING_LIMIT_MS },
  )

const wrongReleaseRow = z.object({
  id: unreleasedReports.id,
  reportId: from('v.report_id', reportVersions.reportId.nullable()),
})

/** Versions and reports that await release whose file or bytes differ from those released. */
export const findWrongReleases = (database: Database): Promise<RowOf<typeof wrongReleaseRow>[]> =>
  database.transaction(
    (tx) =>
      tx.query(
        wrongReleaseRow,
        `select ${columnsOf(wrongReleaseRow, 'u')}
           from unreleased_reports u
           left join report_versions v on v.release_id = u.id
           left join report_files f on f.id = coalesce(v.file_id, u.file_id)
          where u.state <> 'discarded'
            and (f.sha256 is distinct from u.sha256 or f.id is distinct from u.file_id
                 or (u.state = 'released') is distinct from (v.report_id is not null)
                 or v.report_id is not null and (v.title, v.remark, v.report_type_id)
                                                is distinct from (u.title, u.remark, u.report_type_id))
          order by u.id limit 1000`,
      ),
    { statementTimeoutMs: COUNTING_LIMIT_MS },
  )

const wrongTotalRow = z.object({
  kind: z.enum(['patients', 'reports']),
  /** -1: all labs together; 0: no lab. */
  labId: z.int(),
  reportTypeId: z.int(),
  kept: z.int(),
  counted: z.int(),
})
export type WrongTotal = RowOf<typeof wrongTotalRow>

/** Compares record_counts with the actual counts in one statement, so that concurrent writes do not matter. */
export const findWrongTotals = (database: Database): Promise<WrongTotal[]> =>
  database.transaction(
    (tx) =>
      tx.query(
        wrongTotalRow,
        `with groups as (
           select 'patients' as kind, lab_id, 0::bigint as type_id, count(*) as n
             from patients where merged_into is null group by lab_id
           union all
           select 'reports', coalesce(lab_id, 0), report_type_id, count(*)
             from reports where withdrawn_at is null group by lab_id, report_type_id
         ), counted as (
           select g.kind, l.lab_id, t.type_id, sum(g.n)::bigint as n
             from groups g
            cross join lateral (values (-1::bigint), (g.lab_id)) as l (lab_id)
            cross join lateral (select distinct x from unnest(array[0, g.type_id]) as x) as t (type_id)
            group by g.kind, l.lab_id, t.type_id
         ), kept as (
           select kind, lab_id, report_type_id as type_id, sum(n)::bigint as n
             from record_counts group by kind, lab_id, report_type_id
         )
         select kind, lab_id as "labId", type_id as "reportTypeId", coalesce(k.n, 0) as kept,
                coalesce(c.n, 0) as counted
           from kept k full join counted c using (kind, lab_id, type_id)
          where coalesce(k.n, 0) <> coalesce(c.n, 0)
          order by kind, lab_id, type_id`,
      ),
    { statementTimeoutMs: COUNTING_LIMIT_MS },
  )
