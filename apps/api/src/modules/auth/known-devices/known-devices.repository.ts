import type { Queryable } from '../../../platform/database/database.ts'

const IS_IN_USE = (days: string) => `last_used_at > now() - make_interval(days => ${days})`

export const isKnownDevice = (
  db: Queryable,
  device: { tokenHash: Buffer; email: string; days: number },
): Promise<boolean> =>
  db.exists(
    `select 1 from known_devices d join users u on u.id = d.user_id
      where d.token_hash = $1 and lower(u.email) = lower($2) and d.${IS_IN_USE('$3')}`,
    [device.tokenHash, device.email, device.days],
    { name: 'is-known-device' },
  )

/** Known to any account. */
export const isAnyKnownDevice = (
  db: Queryable,
  device: { tokenHash: Buffer; days: number },
): Promise<boolean> =>
  db.exists(
    `select 1 from known_devices where token_hash = $1 and ${IS_IN_USE('$2')}`,
    [device.tokenHash, device.days],
    { name: 'is-any-known-device' },
  )

/** A new token makes copies of the old one useless. */
export const renewDevice = async (
  tx: Queryable,
  hashes: { presented: Buffer; fresh: Buffer },
): Promise<void> => {
  await tx.execute('update known_devices set token_hash = $2 where token_hash = $1', [
    hashes.presented,
    hashes.fresh,
  ])
}

/** Above `most` devices, the least recently used one is forgotten. */
export const insertDevice = async (
  tx: Queryable,
  device: { userId: number; tokenHash: Buffer; most: number },
): Promise<void> => {
  await tx.execute(
    `insert into known_devices (token_hash, user_id) values ($1, $2)
     on conflict (token_hash, user_id) do update set last_used_at = now()`,
    [device.tokenHash, device.userId],
  )
  await tx.execute(
    `delete from known_devices where user_id = $1 and token_hash in (
       select token_hash from known_devices where user_id = $1 order by last_used_at desc, token_hash offset $2)`,
    [device.userId, device.most],
  )
}

export const deleteDevices = async (
  tx: Queryable,
  userId: number,
  exceptHash: Buffer | undefined,
): Promise<void> => {
  await tx.execute(
    'delete from known_devices where user_id = $1 and ($2::bytea is null or token_hash <> $2)',
    [userId, exceptHash ?? null],
  )
}

export const deleteUnusedDevices = async (db: Queryable, days: number): Promise<void> => {
  await db.execute(`delete from known_devices where not (${IS_IN_USE('$1')})`, [days])
}
