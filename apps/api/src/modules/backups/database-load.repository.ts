import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { z } from 'zod'
import { reportFiles } from '../../core/tables.gen.ts'
import { countRow, type RowOf, type RowSchema, parsedRows } from '../../platform/database/row-schema.ts'
import { HELD_TASKS, heldOf, heldSendingsRow, type HeldSendings } from '../installation/held-tasks.ts'
import { removeEncrypted } from '../installation/lost-key.ts'
import { isForeignKeyViolation, textProperty } from '../../platform/database/database.ts'
import { DamagedArchiveError, type Contents, type CopiedTable } from './archive-format.ts'
import { QUEUED_JOBS } from './database-copy.repository.ts'

/** Objects dropped during the load and recreated afterwards, which is faster and verifies all rows. */
const setAsideRow = z.object({ remove: z.string(), make: z.string() })
type SetAside = RowOf<typeof setAsideRow>

const nameRow = z.object({ name: z.string() })
const fileRow = z.object({ sha256: reportFiles.sha256 })

const lacksRows = (error: unknown) =>
  `The backup is damaged: rows of ${textProperty(error, 'table') ?? 'a table'} name others that are not in it ` +
  `(${textProperty(error, 'constraint') ?? 'a foreign key'}).`

export type DatabaseLoad = Awaited<ReturnType<typeof openDatabaseLoad>>

/**
 * Loads a newly migrated database in one transaction. Needs no superuser: drops foreign keys and indexes and disables
 * user triggers.
 */
export const openDatabaseLoad = async (connectionString: string) => {
  const client = new pg.Client({ connectionString, application_name: 'zelab restore', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  const rows = <Row extends RowSchema>(row: Row, text: string, params: unknown[] = []) =>
    parsedRows(client, row, text, params)
  const run = async (statements: string[]) => {
    for (const statement of statements) await client.query(statement)
  }

  const listTables = async () =>
    (
      await rows(
        nameRow,
        `select c.oid::regclass::text as name from pg_class c
          where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
            and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
      )
    ).map(({ name }) => name)
  const listForeignKeys = () =>
    rows(
      setAsideRow,
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
              format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
                as make
         from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    )
  const listIndexes = () =>
    rows(
      setAsideRow,
      `select format('drop index %s', i.indexrelid::regclass) as remove, pg_get_indexdef(i.indexrelid) as make
         from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relnamespace = 'public'::regnamespace
          and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
    )

  /** Earlier versions backed up the items of the inbox without their files. */
  const removeLostInboxFiles = async () => {
    const isLost = 'file_id is not null and not exists (select from report_files f where f.id = file_id)'
    const kept = await client.query(
      `update inbox_items set file_id = null where state = 'rejected' and ${isLost}`,
    )
    const removed = await client.query(`delete from inbox_items where state = 'open' and ${isLost}`)
    return (kept.rowCount ?? 0) + (removed.rowCount ?? 0)
  }

  let tables: string[] = []
  let setAside: SetAside[] = []
  return {
    async begin(): Promise<void> {
      await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
        set search_path = public; set timezone = 'UTC'; set client_encoding = 'UTF8';
        set maintenance_work_mem = '256MB'`)
      await client.query('begin')
      tables = (await listTables()).filter((name) => !/^(schema_migration|restore_under_way)/.test(name))
      setAside = [...(await listForeignKeys()), ...(await listIndexes())]
      await run(setAside.map(({ remove }) => remove))
      await run(tables.map((name) => `alter table ${name} disable trigger user`))
      await client.query(`truncate ${tables.join(', ')}`)
      await client.query(
        `create temp table ${QUEUED_JOBS.name} (task text, payload json, run_at timestamptz, max_attempts integer)
         on commit drop`,
      )
    },

    write: ({ name, columns }: CopiedTable, source: Readable | AsyncIterable<Buffer>): Promise<void> =>
      pipeline(source, client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))),

    /**
     * Recreates the dropped objects, which verifies the rows.
     * @returns tables whose number of rows differs from the backup, and the number of inbox files it lacks
     */
    async complete({ rows: expected, sequences }: Pick<Contents, 'rows' | 'sequences'>) {
      const different: string[] = []
      for (const [table, count] of Object.entries(expected)) {
        const [found] = await rows(countRow, `select count(*)::float8 as count from ${table}`)
        if (found?.count !== count)
          different.push(`${table} has ${found?.count ?? 0} rows instead of ${count}`)
      }
      await run(tables.map((name) => `alter table ${name} enable trigger user`))
      const lostInboxFiles = tables.includes('inbox_items') ? await removeLostInboxFiles() : 0
      await run(setAside.reverse().map(({ make }) => make)).catch((error: unknown) => {
        throw isForeignKeyViolation(error) ? new DamagedArchiveError(lacksRows(error)) : error
      })
      for (const { name, lastValue } of sequences)
        await client.query('select setval($1::regclass, $2::bigint)', [`public.${name}`, lastValue])
      await client.query(
        `select graphile_worker.add_job(task, payload, run_at => run_at, max_attempts => max_attempts)
           from ${QUEUED_JOBS.name}`,
      )
      return { different, lostInboxFiles }
    },

    async commit(): Promise<void> {
      await client.query('commit')
      await client.query('analyze')
    },

    async findFile(name: string): Promise<{ sha256: Buffer } | undefined> {
      const [file] = await rows(fileRow, 'select sha256 from report_files where name = $1', [name])
      return file
    },

    /** Drops second factors that were encrypted with a lost key, and seals the log with a new key. */
    continueWithoutKey: (): Promise<void> =>
      removeEncrypted({ execute: async (text) => (await client.query(text)).rowCount ?? 0 }),

    /** Nothing that waited is sent, and no connected system reads, before an Admin decides. */
    async holdSendings(): Promise<HeldSendings> {
      const [row] = await rows(heldSendingsRow, 'select hold_sendings($1) as held', [
        JSON.stringify(HELD_TASKS),
      ])
      return heldOf(row)
    },

    /**
     * A provider may be down or changed where a backup is restored. Without the key, it must be given its secret again.
     * @returns how many labs were provider only
     */
    liftProviderOnly: async (): Promise<number> => {
      const lifted = await client.query(
        "update lab_sign_in_settings set rule = 'any', open_until = null, open_reason = null where rule = 'provider'",
      )
      return lifted.rowCount ?? 0
    },

    close: () => client.end().catch(() => {}),
  }
}
