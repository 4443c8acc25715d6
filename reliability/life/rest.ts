import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { WAIT_MS } from '../../test-limits.ts'

const PAUSED = `
  with receivers as (
    update integrations set next_try_at = null, tries = 0
     where id in (select id from integrations where next_try_at > now() for update skip locked)
    returning id),
  sendings as (
    update integration_sendings set next_try_at = now()
     where id in (select id from integration_sendings where state = 'waiting' and next_try_at > now()
                     for update skip locked)
    returning integration_id as id)
  select id from receivers union select id from sendings`

/** Ends the pauses after failures. Waits for one lock at a time, so that it causes no deadlock. */
const endPauses = async (database: pg.Client): Promise<void> => {
  const { rows } = await database.query<{ id: string }>(PAUSED)
  for (const { id } of rows) await database.query('select enqueue_receiver($1, now())', [id])
}

const WAITS = `
  select 1 from integration_sendings s join integrations i on i.id = s.integration_id
   where s.state = 'waiting' and i.state = 'active'
  union all
  select 1 from graphile_worker._private_jobs j
   where j.run_at <= now() and j.attempts < j.max_attempts
  limit 1`

const POLL_MS = 60

/** Runs the jobs of the minute, and waits until nothing is on its way. */
export const comeToRest = async (database: pg.Client): Promise<void> => {
  await database.query("select graphile_worker.add_job('note-changes-of-many', job_key := 'life-changes')")
  const deadline = Date.now() + 5 * WAIT_MS
  for (;;) {
    await endPauses(database)
    const { rowCount } = await database.query(WAITS)
    if (!rowCount) return
    if (Date.now() > deadline) throw new Error('Changes or jobs still wait')
    await sleep(POLL_MS)
  }
}

const SHIFTED = ['visits', 'visit_links', 'visit_slips', 'report_links', 'deliveries']

/** A day passes: the times of visits and links move to the past, without the triggers. */
export const passDay = async (database: pg.Client): Promise<void> => {
  const { rows } = await database.query<{ table: string; columns: string }>(
    `select table_name as table, string_agg(format('%1$I = %1$I - interval ''1 day''', column_name), ', ') as columns
       from information_schema.columns
      where table_schema = 'public' and table_name = any ($1) and data_type = 'timestamp with time zone'
        and is_generated = 'NEVER'
      group by table_name`,
    [SHIFTED],
  )
  await database.query('begin')
  await database.query('set local session_replication_role = replica')
  for (const { table, columns } of rows) await database.query(`update ${table} set ${columns}`)
  await database.query('commit')
}
