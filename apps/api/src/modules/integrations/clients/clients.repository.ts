import { CLIENT_SCOPES } from '@zelab/contract'
import { z } from 'zod'
import { integrations, integrationTokens } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

const identityRow = z.object({
  ...pick(integrations, 'id name labId referrerId includesSensitive'),
  scopes: from('i.scopes', z.array(z.enum(CLIENT_SCOPES))),
})
export type ClientIdentity = Omit<RowOf<typeof identityRow>, 'scopes'> & { scopes: readonly string[] }

export const findClientByKey = (db: Queryable, keyHash: Buffer): Promise<ClientIdentity | undefined> =>
  db.maybeOne(
    identityRow,
    `select ${columnsOf(identityRow, 'i')} from integrations i
      where i.key_hash = $1 and i.key_expires_at > now() and i.kind = 'client' and i.state = 'active'`,
    [keyHash],
    { name: 'find-client-by-key' },
  )

const tokenRow = identityRow.extend({ tokenScopes: from('k.scopes', integrationTokens.scopes) })

/** The scopes are those of the connection; the token may have fewer. */
export const findClientByToken = (
  db: Queryable,
  tokenHash: Buffer,
): Promise<RowOf<typeof tokenRow> | undefined> =>
  db.maybeOne(
    tokenRow,
    `select ${columnsOf(tokenRow, 'i')}
       from integration_tokens k join integrations i on i.id = k.integration_id
      where k.token_hash = $1 and k.expires_at > now() and i.kind = 'client' and i.state = 'active'`,
    [tokenHash],
    { name: 'find-client-by-token' },
  )

/** At most once a minute across processes. */
export const markUsed = async (db: Queryable, id: number): Promise<void> => {
  await db.execute(
    `update integrations set last_used_at = now()
      where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [id],
    { name: 'mark-client-used' },
  )
}
