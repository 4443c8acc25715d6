import { CLIENT_SCOPES } from '@zelab/contract'
import { z } from 'zod'
import { integrations } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

const keysRow = z.object({
  id: integrations.id,
  scopes: from('scopes', z.array(z.enum(CLIENT_SCOPES))),
  ...pick(integrations, 'jwks jwksUri'),
})
export type ClientKeys = RowOf<typeof keysRow>

export const findKeysOfClient = (db: Queryable, clientId: string): Promise<ClientKeys | undefined> =>
  db.maybeOne(
    keysRow,
    `select ${columnsOf(keysRow)} from integrations
      where client_id = $1::uuid and kind = 'client' and state = 'active' and key_hash is null`,
    [clientId],
    { name: 'find-keys-of-client' },
  )

/** Until the end of the transaction, it is neither paused nor ended, and its keys stay. */
export const holdActiveClient = (tx: Queryable, { id, jwks, jwksUri }: ClientKeys): Promise<boolean> =>
  tx.exists(
    `select 1 from integrations
      where id = $1 and state = 'active' and jwks is not distinct from $2::jsonb and jwks_uri is not distinct from $3
        for share`,
    [id, jwks === null ? null : JSON.stringify(jwks), jwksUri],
    { name: 'hold-active-client' },
  )

/** @returns false if it was used before */
export const useAssertion = (
  tx: Queryable,
  { id, jtiHash, keptUntil }: { id: number; jtiHash: Buffer; keptUntil: Date },
): Promise<boolean> =>
  tx.exists(
    `insert into integration_assertions (integration_id, jti_hash, expires_at) values ($1, $2, $3)
     on conflict do nothing returning 1`,
    [id, jtiHash, keptUntil.toISOString()],
    { name: 'use-assertion' },
  )

export const insertToken = async (
  tx: Queryable,
  token: { hash: Buffer; id: number; scopes: readonly string[]; seconds: number },
): Promise<void> => {
  await tx.execute(
    `insert into integration_tokens (token_hash, integration_id, scopes, expires_at)
     values ($1, $2, $3, now() + make_interval(secs => $4))`,
    [token.hash, token.id, token.scopes, token.seconds],
    { name: 'insert-token' },
  )
}

const DELETED_AT_ONCE = 10_000

/** @returns how many were deleted, at most 10,000 of each */
export const deleteExpired = async (db: Queryable): Promise<number> => {
  const limit = `order by expires_at limit ${DELETED_AT_ONCE} for update skip locked`
  const tokens = await db.execute(
    `delete from integration_tokens where token_hash in
       (select token_hash from integration_tokens where expires_at < now() ${limit})`,
  )
  const assertions = await db.execute(
    `delete from integration_assertions where (integration_id, jti_hash) in
       (select integration_id, jti_hash from integration_assertions where expires_at < now() ${limit})`,
  )
  return tokens + assertions
}
