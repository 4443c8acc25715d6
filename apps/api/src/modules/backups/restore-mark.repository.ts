import pg from 'pg'
import { z } from 'zod'
import { MIGRATION_LOCK, RESTORE_MARK as MARK } from '../../platform/database/migrate.ts'
import { type RowSchema, parsedRows } from '../../platform/database/row-schema.ts'

const isThereRow = z.object({ isThere: z.boolean() })
const markRow = z.object({ archiveId: z.string() })
const foundRow = z.object({ found: z.boolean() })

export type RestoreMark = Awaited<ReturnType<typeof openRestoreMark>>

/** Marks a database from before its first table until everything is verified. */
export const openRestoreMark = async (connectionString: string) => {
  const client = new pg.Client({ connectionString, application_name: 'zelab restore mark', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  const rows = <Row extends RowSchema>(row: Row, text: string, params: unknown[] = []) =>
    parsedRows(client, row, text, params)

  const findInterrupted = async () => {
    const [mark] = await rows(isThereRow, `select to_regclass('public.${MARK}') is not null as "isThere"`)
    if (!mark?.isThere) return undefined
    return (await rows(markRow, `select archive_id as "archiveId" from ${MARK}`))[0]
  }
  const hasTables = async () =>
    (
      await rows(
        foundRow,
        `select exists (
           select from pg_class c where c.relkind in ('r', 'p', 'v', 'm')
              and c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))
              and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as found`,
      )
    )[0]?.found ?? true

  return {
    findInterrupted,
    hasTables,

    /** Requires an empty database, or clears that of an interrupted restore. Blocks the start of services. */
    async set(archiveId: string): Promise<boolean> {
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
      await client.query('begin')
      const isInterrupted = (await findInterrupted()) !== undefined
      const isOurs = isInterrupted || !(await hasTables())
      if (isInterrupted)
        await client.query(
          'drop schema public cascade; create schema public; drop schema if exists graphile_worker cascade',
        )
      if (isOurs) {
        await client.query(`create table public.${MARK} (archive_id text not null)`)
        await client.query(`insert into public.${MARK} values ($1)`, [archiveId])
      }
      await client.query('commit')
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
      return isOurs
    },

    remove: () => client.query(`drop table public.${MARK}`),

    close: () => client.end().catch(() => {}),
  }
}
