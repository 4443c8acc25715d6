import { SIGN_IN_RULES, type SignInRule } from '@zelab/contract'
import { z } from 'zod'
import { labSignInSettings, users } from '../../../core/tables.gen.ts'
import { columnsOf, from } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

const rule = z.enum(SIGN_IN_RULES)

const ACTIVE_STAFF =
  'u.lab_id = l.id and u.deactivated_at is null and not u.is_invited and u.user_type_id <> 5'
const LINKED = `exists (select from provider_links k where k.user_id = u.id`

const signInRow = z.object({
  rule: from("coalesce(s.rule, 'any')", rule),
  openUntil: from('case when s.open_until > now() then s.open_until end', labSignInSettings.openUntil),
  openReason: from('case when s.open_until > now() then s.open_reason end', labSignInSettings.openReason),
  staff: from(`(select count(*) from users u where ${ACTIVE_STAFF})`, z.int()),
  signedIn: from(
    `(select count(*) from users u where ${ACTIVE_STAFF} and ${LINKED} and k.last_used_at is not null))`,
    z.int(),
  ),
  notLinked: from(`(select count(*) from users u where ${ACTIVE_STAFF} and not ${LINKED}))`, z.int()),
  withoutIdentityCheck: from(
    `(select count(*) from users u where ${ACTIVE_STAFF} and ${LINKED} and k.last_used_at is not null)
       and not ${LINKED} and k.last_auth_at is not null)
       and not exists (select from passkeys y where y.user_id = u.id and y.rp_id = $2))`,
    z.int(),
  ),
})

/** @param rpId of passkeys that can be used */
export const findLabSignIn = (
  db: Queryable,
  labId: number,
  rpId: string | undefined,
): Promise<RowOf<typeof signInRow>> =>
  db.one(
    signInRow,
    `select ${columnsOf(signInRow, 's')} from labs l left join lab_sign_in_settings s on s.lab_id = l.id
      where l.id = $1`,
    [labId, rpId ?? null],
  )

/** Ends an opening. */
export const saveSignInRule = async (tx: Queryable, labId: number, rule: SignInRule): Promise<void> => {
  await tx.execute(
    `insert into lab_sign_in_settings (lab_id, rule) values ($1, $2)
     on conflict (lab_id) do update set rule = excluded.rule, open_until = null, open_reason = null`,
    [labId, rule],
  )
}

/** Sign-ins in progress fail. */
const endSignInsOfLab = (tx: Queryable, labId: number): Promise<number> =>
  tx.execute('update users set access_version = access_version + 1 where lab_id = $1', [labId])

/** Sessions of an earlier opening end with this one at the latest. @returns false unless the lab is provider only */
export const openSignIn = async (
  tx: Queryable,
  labId: number,
  { hours, reason }: { hours: number; reason: string },
): Promise<boolean> => {
  const opened = await tx.execute(
    `update lab_sign_in_settings set open_until = now() + make_interval(hours => $2), open_reason = $3
      where lab_id = $1 and rule = 'provider'`,
    [labId, hours, reason],
  )
  if (opened === 0) return false
  await endSignInsOfLab(tx, labId)
  await tx.execute(
    `update sessions s set ends_at = least(s.ends_at, now() + make_interval(hours => $2)) from users u
      where u.id = s.user_id and u.lab_id = $1 and s.way <> 'provider'`,
    [labId, hours],
  )
  return true
}

/** Ends sessions that began with a password or passkey. */
export const endOwnSessionsOfLab = async (tx: Queryable, labId: number): Promise<void> => {
  await endSignInsOfLab(tx, labId)
  await tx.execute(
    `delete from sessions s using users u where u.id = s.user_id and u.lab_id = $1 and s.way <> 'provider'`,
    [labId],
  )
}

const recipientRow = z.object({ id: users.id })

/** All Admins, and the Doctors of the lab. */
export const findOpeningRecipients = async (tx: Queryable, labId: number): Promise<number[]> => {
  const rows = await tx.query(
    recipientRow,
    `select ${columnsOf(recipientRow)} from users
      where deactivated_at is null and not is_invited
        and (user_type_id = 1 or (user_type_id = 2 and lab_id = $1))
      order by id`,
    [labId],
  )
  return rows.map(({ id }) => id)
}

/** Ends provider only in labs that have no provider left. @returns their ids */
export const liftWithoutProvider = async (tx: Queryable): Promise<number[]> => {
  const rows = await tx.query(
    z.object({ id: labSignInSettings.labId }),
    `update lab_sign_in_settings s set rule = 'any', open_until = null, open_reason = null
      where s.rule = 'provider'
        and not exists (select from sign_in_providers p where p.lab_id is null or p.lab_id = s.lab_id)
      returning s.lab_id as id`,
  )
  return rows.map(({ id }) => id)
}
