import { z } from 'zod'
import { providerLinks, signInProviders, users } from '../../../core/tables.gen.ts'
import { columnsOf, from } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { countRow, type RowOf } from '../../../platform/database/row-schema.ts'

const linkRow = z.object({
  userId: providerLinks.userId,
  subject: providerLinks.subject,
  givesRole: providerLinks.givesRole,
  /** The state of the account before the person is checked. */
  accessVersion: from('u.access_version', users.accessVersion),
})
export type ProviderLink = RowOf<typeof linkRow>

const LINK = `select ${columnsOf(linkRow, 'k')} from provider_links k join users u on u.id = k.user_id`

export const findLink = (
  db: Queryable,
  { providerId, subject }: { providerId: number; subject: string },
): Promise<ProviderLink | undefined> =>
  db.maybeOne(linkRow, `${LINK} where k.provider_id = $1 and k.subject = $2`, [providerId, subject])

export const findLinkOfUser = (
  db: Queryable,
  { providerId, userId }: { providerId: number; userId: number },
): Promise<ProviderLink | undefined> =>
  db.maybeOne(linkRow, `${LINK} where k.provider_id = $1 and k.user_id = $2`, [providerId, userId])

/** @returns false if either side is linked already */
export const insertLink = async (
  tx: Queryable,
  link: { providerId: number; userId: number; subject: string; givesRole?: boolean },
): Promise<boolean> =>
  (await tx.execute(
    `insert into provider_links (provider_id, user_id, subject, gives_role) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [link.providerId, link.userId, link.subject, link.givesRole ?? false],
  )) > 0

export const deleteLink = async (
  tx: Queryable,
  { providerId, userId }: { providerId: number; userId: number },
): Promise<boolean> =>
  (await tx.execute('delete from provider_links where provider_id = $1 and user_id = $2', [
    providerId,
    userId,
  ])) > 0

/** Removes links to providers of other labs; an Admin keeps only providers of the installation. */
export const deleteForeignLinks = (tx: Queryable, userId: number): Promise<number> =>
  tx.execute(
    `delete from provider_links k using sign_in_providers p, users u
      where k.user_id = $1 and p.id = k.provider_id and u.id = k.user_id
        and p.lab_id is not null and p.lab_id is distinct from u.lab_id`,
    [userId],
  )

export const noteLinkUse = async (
  tx: Queryable,
  { providerId, userId }: { providerId: number; userId: number },
): Promise<void> => {
  await tx.execute('update provider_links set last_used_at = now() where provider_id = $1 and user_id = $2', [
    providerId,
    userId,
  ])
}

const ownLinkRow = z.object({
  id: from('k.provider_id', providerLinks.providerId),
  name: from('p.name', signInProviders.name),
  linkedAt: from('k.created_at', providerLinks.createdAt),
  lastUsedAt: providerLinks.lastUsedAt,
})

export const findLinksOfUser = (db: Queryable, userId: number): Promise<RowOf<typeof ownLinkRow>[]> =>
  db.query(
    ownLinkRow,
    `select ${columnsOf(ownLinkRow, 'k')} from provider_links k join sign_in_providers p on p.id = k.provider_id
      where k.user_id = $1 order by lower(p.name), p.id`,
    [userId],
  )

/**
 * Active staff who have no other way in than this provider. Where their lab is provider only, and another provider stays,
 * passwords and passkeys are none.
 */
const DEPENDENT = `
  from provider_links k join users u on u.id = k.user_id
 where k.provider_id = $1 and u.deactivated_at is null
   and (u.password_hash is null and not exists (select from passkeys y where y.user_id = u.id)
        or exists (select from lab_sign_in_settings s join sign_in_providers p on p.lab_id is null or p.lab_id = s.lab_id
                    where s.lab_id = u.lab_id and s.rule = 'provider' and p.id <> $1))
   and not exists (select from provider_links o where o.user_id = u.id and o.provider_id <> $1)`

const dependentRow = z.object({ id: users.id, fullName: users.fullName, email: users.email })

export const findDependents = (
  db: Queryable,
  providerId: number,
  limit: number,
): Promise<RowOf<typeof dependentRow>[]> =>
  db.query(
    dependentRow,
    `select ${columnsOf(dependentRow, 'u')} ${DEPENDENT} order by lower(u.full_name), u.id limit $2`,
    [providerId, limit],
  )

export const countDependents = async (db: Queryable, providerId: number): Promise<number> =>
  (await db.one(countRow, `select count(*) ${DEPENDENT}`, [providerId])).count

const userIdRow = z.object({ id: users.id })

/** Deactivated accounts included. */
export const findLinkedUserIds = async (tx: Queryable, providerId: number): Promise<number[]> => {
  const rows = await tx.query(
    userIdRow,
    'select user_id as id from provider_links where provider_id = $1 order by user_id',
    [providerId],
  )
  return rows.map(({ id }) => id)
}
