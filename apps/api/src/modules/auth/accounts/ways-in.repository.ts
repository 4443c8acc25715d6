import { ADMIN_USER_TYPE_ID } from '@zelab/contract'
import type { Queryable } from '../../../platform/database/database.ts'

/** True for users `u` who need no provider. A passkey of a former address cannot be used. */
const HAS_OWN_WAY = `(u.password_hash is not null and not u.is_invited
  or exists (select from passkeys k where k.user_id = u.id and k.rp_id = $1 and k.id is distinct from $2::bigint))`

/** RP ID of the passkeys that can be used; undefined where passkeys are off. */
export type PresentRpId = string | undefined

/**
 * Whether an account can still sign in without a passkey or a provider.
 * @param isProviderOnly counts passwords and passkeys only where the lab accepts them
 */
export const hasWayIn = (
  tx: Queryable,
  rpId: PresentRpId,
  {
    userId,
    exceptPasskey,
    exceptProvider,
    isProviderOnly = false,
  }: { userId: number; exceptPasskey?: number; exceptProvider?: number; isProviderOnly?: boolean },
): Promise<boolean> =>
  tx.exists(
    `select 1 from users u left join lab_sign_in_settings r on r.lab_id = u.lab_id
      where u.id = $5
        and ((not $4 or coalesce(r.rule, 'any') = 'any') and ${HAS_OWN_WAY}
             or exists (select from provider_links l where l.user_id = u.id and l.provider_id is distinct from $3::bigint))`,
    [rpId ?? null, exceptPasskey ?? null, exceptProvider ?? null, isProviderOnly, userId],
  )

/** @param exceptPasskey as if it were removed */
export const hasOwnWayIn = (
  tx: Queryable,
  rpId: PresentRpId,
  userId: number,
  exceptPasskey?: number,
): Promise<boolean> =>
  tx.exists(`select 1 from users u where u.id = $3 and ${HAS_OWN_WAY}`, [
    rpId ?? null,
    exceptPasskey ?? null,
    userId,
  ])

/**
 * Serializes changes of Admins: concurrent processes would each create a first one, and concurrent requests could
 * each remove one of the last two.
 */
export const lockAdmins = (tx: Queryable): Promise<unknown> =>
  tx.execute("select pg_advisory_xact_lock(hashtext('zelab first admin'))")

/** Another Admin who can sign in, without a provider, which may be down. */
export const hasOtherAdmin = (db: Queryable, rpId: PresentRpId, id: number): Promise<boolean> =>
  db.exists(
    `select 1 from users u
      where u.user_type_id = $3 and u.id <> $4 and u.deactivated_at is null and ${HAS_OWN_WAY} limit 1`,
    [rpId ?? null, null, ADMIN_USER_TYPE_ID, id],
  )

/** Active Admins who can sign in without a provider. */
export const countOwnWaysOfAdmins = (tx: Queryable, rpId: PresentRpId): Promise<number> =>
  tx.countRows(
    `select count(*) from users u
        where u.user_type_id = $3 and u.deactivated_at is null and ${HAS_OWN_WAY}`,
    [rpId ?? null, null, ADMIN_USER_TYPE_ID],
  )

export const hasPassword = (db: Queryable, userId: number): Promise<boolean> =>
  db.exists('select 1 from users where id = $1 and password_hash is not null and not is_invited', [userId])

/** The account has no way in: a mailed link lets its owner set a password. */
export const markInvited = async (tx: Queryable, userId: number): Promise<void> => {
  await tx.execute('update users set is_invited = true, updated_at = now() where id = $1', [userId])
}
