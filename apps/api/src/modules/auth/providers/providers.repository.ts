import { PROVIDER_ROLES } from '@zelab/contract'
import { z } from 'zod'
import { labs, signInProviders } from '../../../core/tables.gen.ts'
import {
  assignments,
  columnsOf,
  from,
  insertion,
  pick,
  type Changes,
  type NewRecord,
} from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

const fields = {
  ...pick(signInProviders, 'name clientId sealedSecret sealedKey publicKey scopes domains rolesClaim'),
  roles: from('roles', z.record(z.string(), z.enum(PROVIDER_ROLES))),
  defaultRole: from('default_role', z.enum(PROVIDER_ROLES).nullable()),
  ...pick(signInProviders, 'createsAccounts trustsEmails refreshesAccounts asksForAccount'),
  ...pick(signInProviders, 'checksSecondFactor acr sessionHours returnsAfterLogout'),
}
const changesRow = z.object(fields)
const newRow = changesRow.extend(pick(signInProviders, 'id labId issuer'))
const storedRow = newRow.extend({ updatedAt: signInProviders.updatedAt })
export type StoredProvider = RowOf<typeof storedRow>
export type NewProvider = NewRecord<typeof newRow>

const listedRow = storedRow.extend({
  roles: from('p.roles', fields.roles),
  labName: from('l.name', labs.name.nullable()),
  ...pick(signInProviders, 'lastUsedAt lastProblem lastProblemAt'),
  accounts: from('(select count(*) from provider_links k where k.provider_id = p.id)', z.int()),
})
export type ListedProvider = RowOf<typeof listedRow>

const LISTED = `select ${columnsOf(listedRow, 'p')} from sign_in_providers p left join labs l on l.id = p.lab_id`

/** At most `PROVIDERS_MAX`. */
export const findProviders = (db: Queryable): Promise<ListedProvider[]> =>
  db.query(listedRow, `${LISTED} order by lower(p.name), p.id`)

export const findListedProvider = (db: Queryable, id: number): Promise<ListedProvider | undefined> =>
  db.maybeOne(listedRow, `${LISTED} where p.id = $1`, [id])

export const findProvider = (db: Queryable, id: number): Promise<StoredProvider | undefined> =>
  db.maybeOne(storedRow, `select ${columnsOf(storedRow)} from sign_in_providers where id = $1`, [id])

/** Serializes changes of providers, of their number, and of the ways that accounts have. */
export const lockProviders = async (tx: Queryable): Promise<void> => {
  await tx.execute("select pg_advisory_xact_lock(hashtext('zelab providers'))")
}

export const countProviders = (tx: Queryable): Promise<number> =>
  tx.countRows('select count(*) from sign_in_providers')

const idRow = z.object({ id: signInProviders.id })

export const nextProviderId = async (db: Queryable): Promise<number> =>
  (await db.one(idRow, "select nextval(pg_get_serial_sequence('sign_in_providers', 'id')) as id")).id

export const insertProvider = (tx: Queryable, provider: NewProvider): Promise<number> =>
  tx.insertedId(
    (parameters) => `insert into sign_in_providers ${insertion(newRow, provider, parameters)} returning id`,
  )

/** @returns false if the provider was changed since it was read */
export const updateProvider = async (
  tx: Queryable,
  { id, updatedAt }: { id: number; updatedAt: string | undefined },
  changes: Changes<typeof changesRow>,
): Promise<boolean> =>
  (await tx.execute((parameters) => {
    const changed = assignments(
      changesRow,
      changes,
      parameters,
      'updated_at = now()',
      'last_problem = null',
      'last_problem_at = null',
    )
    return `update sign_in_providers set ${changed} where id = ${parameters.add(id)}
          and (${parameters.add(updatedAt ?? null)}::timestamptz is null or updated_at = ${parameters.add(updatedAt ?? null)})`
  })) > 0

/** Also ends its sessions. */
export const deleteProvider = async (tx: Queryable, id: number): Promise<void> => {
  await tx.execute('delete from sign_in_providers where id = $1', [id])
}

export const noteProviderUse = async (tx: Queryable, id: number): Promise<void> => {
  await tx.execute(
    'update sign_in_providers set last_used_at = now(), last_problem = null, last_problem_at = null where id = $1',
    [id],
  )
}

export const noteProviderProblem = async (db: Queryable, id: number, problem: string): Promise<void> => {
  await db.execute('update sign_in_providers set last_problem = $2, last_problem_at = now() where id = $1', [
    id,
    problem.slice(0, 300),
  ])
}

const namedRow = z.object({ id: signInProviders.id, name: signInProviders.name })

const offeredRow = namedRow.extend({ isOfDomain: z.boolean() })

/** Those of the domain first, then those without any domain. */
export const findOfferedProviders = (
  db: Queryable,
  domain: string | undefined,
): Promise<RowOf<typeof offeredRow>[]> =>
  db.query(
    offeredRow,
    `select ${columnsOf(offeredRow, 'p', { isOfDomain: "p.domains <> '{}'" })} from sign_in_providers p
      where p.domains = '{}' or p.domains @> array[$1::text]
      order by p.domains = '{}', lower(p.name), p.id`,
    [domain?.toLowerCase() ?? null],
  )

/** Which people of a lab may use: its own, and those of the installation. Admins have no lab. */
export const findProvidersOfLab = (db: Queryable, labId: number | null): Promise<RowOf<typeof namedRow>[]> =>
  db.query(
    namedRow,
    `select ${columnsOf(namedRow)} from sign_in_providers where lab_id is null or lab_id = $1 order by lower(name), id`,
    [labId],
  )
