import pg from 'pg'
import { withServerOption, type DatabaseLogger } from './create-database.ts'
import type { ApplicationRights, TableRights } from './table-rights.ts'

const APPLICATION_ROLE = 'zelab_application'

const ENSURE_ROLE = `
do $$ begin
  if not exists (select 1 from pg_roles where rolname = '${APPLICATION_ROLE}') then
    create role ${APPLICATION_ROLE} login;
  end if;
exception when duplicate_object or unique_violation then
  -- Another process created it first.
  null;
end $$`

// The queue's tables belong to the owner; the application can only add jobs.
const ENQUEUE = `
create or replace function enqueue_job(task text, payload json, attempts integer) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as 'select graphile_worker.add_job(task, payload, max_attempts => attempts)'`

/** Below the maximum priority of 32,767. */
const LAST_PRIORITY = 32_000

// The priority is a turn number, one above the owner's last turn and at least the current turn.
const ENQUEUE_FILE_JOB = `
create or replace function enqueue_file_job(task text, payload json, attempts integer, owner text, most integer)
returns void language sql security definer set search_path = pg_catalog, pg_temp
as $$
  with waiting as (
    select queue_name, priority from graphile_worker.jobs
     where task_identifier = task and locked_at is null and attempts < max_attempts limit 10000
  ), turns as (
    select count(*) filter (where queue_name = owner) as own,
           greatest(max(priority) filter (where queue_name = owner) + 1, min(priority), 0) as next
      from waiting
  )
  select graphile_worker.add_job(task, payload, queue_name => owner, max_attempts => attempts,
                                 priority => least(next, ${LAST_PRIORITY})::integer)
    from turns where own < most
$$`

// Exposes job counts without payloads, capped to keep a scrape cheap. Jobs on files may wait.
const QUEUE_STATE = `
create or replace function queue_state(
  out ready int, out running int, out retrying int, out given_up int, out oldest_ready_seconds float8
) language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()),
         count(*) filter (where locked_at is not null),
         count(*) filter (where locked_at is null and attempts between 1 and max_attempts - 1 and run_at > now()),
         count(*) filter (where locked_at is null and attempts >= max_attempts),
         coalesce(extract(epoch from now() - min(run_at)
           filter (where locked_at is null and attempts < max_attempts and run_at <= now() and queue_name is null)), 0)
    from (select locked_at, attempts, max_attempts, run_at, queue_name from graphile_worker.jobs limit 10000) as first_jobs
$$`

const listed = (names: string): string => names.trim().split(/\s+/).join(', ')

const grantsOn = (table: string, { adds, changes, removes, isLocked }: TableRights): string[] => [
  ...(adds === undefined ? [] : [`revoke insert on ${table} from ${APPLICATION_ROLE}`]),
  ...(adds
    ? [
        `grant insert (${listed(adds)}) on ${table} to ${APPLICATION_ROLE}`,
        `revoke usage, select on sequence ${table}_id_seq from ${APPLICATION_ROLE}`,
      ]
    : []),
  ...(changes ? [`grant update (${listed(changes)}) on ${table} to ${APPLICATION_ROLE}`] : []),
  ...(removes ? [`grant delete on ${table} to ${APPLICATION_ROLE}`] : []),
  ...(isLocked ? [`grant update on ${table} to ${APPLICATION_ROLE}`] : []),
]

const grantsOf = ({ tables, views }: ApplicationRights): string =>
  [
    `grant usage on schema public to ${APPLICATION_ROLE}`,
    `grant select, insert on all tables in schema public to ${APPLICATION_ROLE}`,
    `revoke update, delete, truncate on all tables in schema public from ${APPLICATION_ROLE}`,
    `grant usage, select on all sequences in schema public to ${APPLICATION_ROLE}`,
    `grant update, delete on ${listed(views)} to ${APPLICATION_ROLE}`,
    ...Object.entries(tables).flatMap(([table, rights]) => grantsOn(table, rights)),
    `grant ${APPLICATION_ROLE} to current_user`,
  ].join(';\n')

// A process of the previous version reads the tables of a migration through its triggers, before GRANTS runs.
const DEFAULT_PRIVILEGES = `
alter default privileges in schema public grant select, insert, update, delete on tables to ${APPLICATION_ROLE};
alter default privileges in schema public grant usage, select on sequences to ${APPLICATION_ROLE};`

const RIGHTS_OF_LOGIN = `
select rolsuper or pg_has_role(oid, current_user, 'member') as "isOwner",
       pg_has_role(oid, '${APPLICATION_ROLE}', 'member') as "isApplication"
  from pg_roles where rolname = $1`

export class DatabaseLoginError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DatabaseLoginError'
  }
}

const allowLogin = async (client: pg.Client, login: string): Promise<void> => {
  const { rows } = await client.query<{ isOwner: boolean; isApplication: boolean }>(RIGHTS_OF_LOGIN, [login])
  const [rights] = rows
  if (!rights) throw new DatabaseLoginError(`The database has no user ${login}, which DATABASE_URL names.`)
  if (rights.isOwner)
    throw new DatabaseLoginError(
      `The user ${login} of DATABASE_URL has the rights of the owner in DATABASE_OWNER_URL. It must not be a superuser or a member of its role.`,
    )
  if (!rights.isApplication) await client.query(`grant ${APPLICATION_ROLE} to ${pg.escapeIdentifier(login)}`)
}

/** Arbitrary key that no other lock uses. */
const LOCK_ID = 4_210_386_571_205

const NO_RIGHT_TO_MAKE_ROLES = '42501'

const isMissingRight = (error: unknown) => (error as { code?: string }).code === NO_RIGHT_TO_MAKE_ROLES

/** Lets the application role use the tables of the following migrations. */
export const prepareApplicationRole = async (client: pg.Client): Promise<void> => {
  try {
    await client.query(ENSURE_ROLE)
    await client.query(DEFAULT_PRIVILEGES)
  } catch (error) {
    if (!isMissingRight(error)) throw error
  }
}

/**
 * Grants the privileges of the application role, after every migration, to `login` too when the service does not sign in
 * as the owner.
 * @returns false when the owner of an external database cannot create roles: the service then connects as the owner,
 * and only triggers keep the log append-only (docs/security.md)
 */
export const grantApplicationRights = async (
  connectionString: string,
  rights: ApplicationRights,
  logger: DatabaseLogger,
  login?: string,
): Promise<boolean> => {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    // Concurrent starts would update the same catalog rows. Ending the session releases the lock.
    await client.query('select pg_advisory_lock($1)', [LOCK_ID])
    await client.query(ENQUEUE)
    await client.query(ENQUEUE_FILE_JOB)
    for (const text of rights.functions) await client.query(text)
    await client.query(QUEUE_STATE)
    await client.query(ENSURE_ROLE)
    await client.query(grantsOf(rights))
    if (login !== undefined) await allowLogin(client, login)
    return true
  } catch (error) {
    if (!isMissingRight(error)) throw error
    if (login !== undefined)
      throw new DatabaseLoginError(
        `The owner of the database cannot grant its rights to ${login}: give it createrole, or grant ${APPLICATION_ROLE} to both users.`,
      )
    logger.warn('the database user cannot create roles: only triggers protect the activity log')
    return false
  } finally {
    await client.end()
  }
}

/**
 * On the embedded server, the service signs in as the application role and cannot switch back. On an external server,
 * it signs in as the given user and sets the role before the first statement.
 */
export const asApplication = (connectionString: string, { isEmbedded }: { isEmbedded: boolean }): string => {
  if (!isEmbedded) return withServerOption(connectionString, `role=${APPLICATION_ROLE}`)
  const url = new URL(connectionString)
  url.username = APPLICATION_ROLE
  return url.href
}

export const loginOf = (connectionString: string): string =>
  decodeURIComponent(new URL(connectionString).username)
