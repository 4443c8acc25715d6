import type { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { reportFiles } from '../../core/tables.gen.ts'
import { pick } from '../../platform/database/columns.ts'
import { RESTORE_MARK } from '../../platform/database/migrate.ts'
import { FILE_REMOVAL_LOCK } from '../files/orphans/orphaned-uploads.service.ts'
import {
  countRow,
  idRow,
  type RowOf,
  type RowSchema,
  parsedRows,
} from '../../platform/database/row-schema.ts'
import { copiedTableSchema, manifestSchema, type CopiedTable, type Manifest } from './archive-format.ts'
import { describeGap, foreignKeyRow, gapQuery, SELECT_FOREIGN_KEYS } from './foreign-keys.ts'

const BACKUP_LOCK = 4_210_386_571_206

/** Excluded, because a restore must not reactivate ended sessions and used links. */
const LEFT_OUT = [
  'schema_migrations',
  'schema_migration_checksums',
  'sessions',
  'session_tokens',
  'passkey_challenges',
  'provider_requests',
  'provider_logouts',
  'sign_in_links',
  'password_resets',
  'rate_limits',
  'known_devices',
  // Names of files without a row, which no backup contains.
  'orphaned_uploads',
  'page_images',
  'backup_setup',
  'backup_choice',
  'backup_runs',
  // Links the database to its key and files. A restore creates a new one.
  'installation',
]

/** Not a table: queued jobs, except those that the schedule creates. */
export const QUEUED_JOBS: CopiedTable = {
  name: 'queued_jobs',
  columns: ['task', 'payload', 'run_at', 'max_attempts'],
}
const SELECT_QUEUED_JOBS = `
  select t.identifier, j.payload, j.run_at, j.max_attempts
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
   where j.payload::jsonb -> '_cron' is null and j.attempts < j.max_attempts
   order by j.id`

const foundRow = z.object({ found: z.boolean() })
const lockRow = z.object({ isOurs: z.boolean() })
const activityHeadRow = z.object({ seals: z.int(), lastEntryId: z.int(), hash: z.string() })
const versionRow = z.object({ version: z.string() })
const migrationRow = manifestSchema.shape.migrations.element
const sequenceRow = z.object({ name: z.string(), lastValue: z.int() })

const snapshotFileRow = z.object(pick(reportFiles, 'name sizeBytes sha256'))
export type SnapshotFile = RowOf<typeof snapshotFileRow>

export type DatabaseCopy = NonNullable<Awaited<ReturnType<typeof openDatabaseCopy>>>

export const openDatabaseCopy = async (connectionString: string) => {
  const client = new pg.Client({ connectionString, application_name: 'zelab backup', keepAlive: true })
  // A lost connection fails the running statement. Without a listener, it would end the process.
  client.on('error', () => {})
  await client.connect()
  const rows = <Row extends RowSchema>(row: Row, text: string, params: unknown[] = []) =>
    parsedRows(client, row, text, params)
  const isThere = async (relation: string) =>
    (await rows(foundRow, 'select to_regclass($1) is not null as found', [relation]))[0]?.found ?? false
  if (await isThere(`public.${RESTORE_MARK}`)) {
    await client.end()
    throw new Error('A restore into this database is under way, or was cut off: there is nothing to back up.')
  }
  const lock = await rows(lockRow, 'select pg_try_advisory_lock($1) as "isOurs"', [BACKUP_LOCK])
  if (!lock[0]?.isOurs) {
    await client.end()
    return undefined
  }

  const listTables = () =>
    rows(
      copiedTableSchema,
      `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
         from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
          and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
        group by c.relname order by c.relname`,
      [LEFT_OUT],
    )

  const findActivityHead = async () => {
    const [head] = await rows(
      activityHeadRow,
      `select (select count(*) from activity_seals)::float8 as seals, last_entry_id::float8 as "lastEntryId",
              encode(hash, 'hex') as hash
         from activity_seals order by id desc limit 1`,
    )
    return head
  }

  /** Only files with a referring row. Other uploads may be deleted at any time. */
  const chooseFiles = async (tables: CopiedTable[]) => {
    const references = (await rows(foreignKeyRow, SELECT_FOREIGN_KEYS, [tables.map(({ name }) => name)]))
      .filter(({ parent }) => parent === 'report_files')
      .map(
        ({ table, columns: [column] }) => `exists (select from public.${table} r where r.${column} = f.id)`,
      )
    const hasReportIds = tables.some(
      ({ name, columns }) => name === 'report_files' && columns.includes('report_id'),
    )
    return [...(hasReportIds ? ['f.report_id is not null'] : []), ...references].join(' or ') || 'false'
  }

  let isCopiedFile = 'false'
  let copied: CopiedTable[] = []
  const copiedRows = (table: string) => {
    if (copied.every(({ name }) => name !== table)) return `(select * from public.${table} where false)`
    return table === 'report_files'
      ? `(select * from public.report_files f where ${isCopiedFile})`
      : `public.${table}`
  }

  return {
    /** Blocks migrations until `release`, and removal of files until `close`. */
    async begin(): Promise<Pick<Manifest, 'postgresVersion' | 'migrations' | 'tables' | 'activityHead'>> {
      await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
        set search_path = public; set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set client_encoding = 'UTF8';
        set intervalstyle = 'iso_8601'; set extra_float_digits = 3; set bytea_output = 'hex'`)
      await client.query('select pg_advisory_lock_shared($1)', [FILE_REMOVAL_LOCK])
      await client.query('begin isolation level repeatable read read only')
      const tables = await listTables()
      await client.query(
        `lock table ${tables.map(({ name }) => `public.${name}`).join(', ')} in access share mode`,
      )
      copied = tables
      isCopiedFile = await chooseFiles(tables)
      const [version] = await rows(versionRow, `select current_setting('server_version') as version`)
      const head = (await isThere('public.activity_seals')) ? await findActivityHead() : undefined
      return {
        ...(head && { activityHead: head }),
        postgresVersion: version?.version ?? '',
        migrations: await rows(
          migrationRow,
          `select m.name, c.checksum from schema_migrations m left join schema_migration_checksums c using (name)
            order by m.id`,
        ),
        tables: (await isThere('graphile_worker._private_jobs')) ? [...tables, QUEUED_JOBS] : tables,
      }
    },

    /** Foreign keys whose rows are missing in the backup, which a restore could not create. */
    async findGaps(): Promise<string[]> {
      const keys = await rows(foreignKeyRow, SELECT_FOREIGN_KEYS, [copied.map(({ name }) => name)])
      const gaps: string[] = []
      for (const key of keys) {
        const [found] = await rows(foundRow, gapQuery(key, copiedRows))
        if (found?.found) gaps.push(describeGap(key))
      }
      return gaps
    },

    read({ name, columns }: CopiedTable): Readable & { rowCount: number } {
      const list = columns.join(', ')
      if (name === QUEUED_JOBS.name) return client.query(copyTo(`copy (${SELECT_QUEUED_JOBS}) to stdout`))
      if (name !== 'report_files') return client.query(copyTo(`copy public.${name} (${list}) to stdout`))
      return client.query(copyTo(`copy (select ${list} from report_files f where ${isCopiedFile}) to stdout`))
    },

    /** Prevents reuse of deleted ids. */
    listSequences: () =>
      rows(
        sequenceRow,
        `select s.sequencename::text as name, s.last_value::float8 as "lastValue"
           from pg_sequences s
           join pg_depend d on d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass and d.refobjsubid > 0
           join pg_class c on c.oid = d.refobjid
          where s.schemaname = 'public' and s.last_value is not null and c.relname <> all ($1) order by 1`,
        [LEFT_OUT],
      ),

    async listFileIds(): Promise<Float64Array> {
      const [last] = await rows(
        countRow,
        `select count(*)::float8 as count from report_files f where (${isCopiedFile})`,
      )
      const ids = new Float64Array(last?.count ?? 0)
      let known = 0
      while (known < ids.length) {
        const page = await rows(
          idRow,
          `select id::float8 as id from report_files f where id > $1 and (${isCopiedFile}) order by id limit 20000`,
          [known > 0 ? ids[known - 1] : 0],
        )
        ids.set(
          page.map(({ id }) => id),
          known,
        )
        known += page.length
      }
      return ids
    },

    async release(): Promise<void> {
      await client.query('commit')
    },

    readFiles: (ids: Float64Array): Promise<SnapshotFile[]> =>
      rows(
        snapshotFileRow,
        `select name, size_bytes::float8 as "sizeBytes", sha256 from report_files where id = any ($1) order by id`,
        [Array.from(ids)],
      ),

    close: () => client.end().catch(() => {}),
  }
}
