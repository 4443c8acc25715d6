import { z } from 'zod'
import { providerLinks, signInProviders, users } from '../../../core/tables.gen.ts'
import { columnsOf, from, pick } from '../../../platform/database/columns.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { RowOf } from '../../../platform/database/row-schema.ts'

const linkRow = z.object({
  ...pick(providerLinks, 'userId subject givesRole'),
  hasLostRole: from('k.lost_role_at is not null', z.boolean()),
  /** Another provider, which gives the role, gives none any more. */
  hasLostRoleElsewhere: from(
    `exists (select from provider_links o
              where o.user_id = k.user_id and o.provider_id <> k.provider_id and o.lost_role_at is not null)`,
    z.boolean(),
  ),
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

/** Ends or returns every way in of an account whose role the provider gives. */
export const noteRole = async (
  tx: Queryable,
  { providerId, userId }: { providerId: number; userId: number },
  { isLost }: { isLost: boolean },
): Promise<void> => {
  await tx.execute(
    `update provider_links set lost_role_at = case when $3 then coalesce(lost_role_at, now()) end
      where provider_id = $1 and user_id = $2`,
    [providerId, userId, isLost],
  )
}

const deactivatedRow = z.object({ id: users.id, fullName: users.fullName })

/** Before the provider is removed, which would return the other ways in of people without a role there. */
export const deactivateWithoutRole = (
  tx: Queryable,
  providerId: number,
): Promise<RowOf<typeof deactivatedRow>[]> =>
  tx.query(
    deactivatedRow,
    `update users u set deactivated_at = now(), updated_at = now()
      where u.deactivated_at is null and exists (
        select from provider_links k
         where k.provider_id = $1 and k.user_id = u.id and k.lost_role_at is not null)
      returning ${columnsOf(deactivatedRow, 'u')}`,
    [providerId],
  )

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

/**
 * Notes the provider's last statements about the person. Some state the time of authentication only at an identity
 * check, so that a sign-in without it does not remove the last one.
 */
export const noteAnswer = async (
  db: Queryable,
  { providerId, subject }: { providerId: number; subject: string },
  {
    acr,
    authenticatedAt,
    isIdentityCheck,
  }: { acr: string | null; authenticatedAt: Date | null; isIdentityCheck: boolean },
): Promise<void> => {
  await db.execute(
    `update provider_links
        set last_acr = $3, last_auth_at = coalesce($4, case when not $5 then last_auth_at end)
      where provider_id = $1 and subject = $2`,
    [providerId, subject, acr, authenticatedAt, isIdentityCheck],
  )
}

const signInRow = z.object({
  userId: providerLinks.userId,
  fullName: from('u.full_name', users.fullName),
  signedInAt: from('coalesce(k.last_used_at, k.created_at)', providerLinks.createdAt),
  acr: from('k.last_acr', providerLinks.lastAcr),
  authenticatedAt: from('k.last_auth_at', providerLinks.lastAuthAt),
})

export const findLastSignIns = (
  db: Queryable,
  providerId: number,
  limit: number,
): Promise<RowOf<typeof signInRow>[]> =>
  db.query(
    signInRow,
    `select ${columnsOf(signInRow, 'k')} from provider_links k join users u on u.id = k.user_id
      where k.provider_id = $1 and k.last_used_at is not null
      order by k.last_used_at desc limit $2`,
    [providerId, limit],
  )

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
   and (u.password_hash is null and not exists (select from passkeys y where y.user_id = u.id and y.rp_id = $2)
        or exists (select from lab_sign_in_settings s join sign_in_providers p on p.lab_id is null or p.lab_id = s.lab_id
                    where s.lab_id = u.lab_id and s.rule = 'provider' and p.id <> $1))
   and not exists (select from provider_links o where o.user_id = u.id and o.provider_id <> $1)`

interface Dependence {
  providerId: number
  /** RP ID of the passkeys that can be used. */
  rpId: string | undefined
}

const dependentRow = z.object({ id: users.id, fullName: users.fullName, email: users.email })

export const findDependents = (
  db: Queryable,
  { providerId, rpId }: Dependence,
  limit: number,
): Promise<RowOf<typeof dependentRow>[]> =>
  db.query(
    dependentRow,
    `select ${columnsOf(dependentRow, 'u')} ${DEPENDENT} order by lower(u.full_name), u.id limit $3`,
    [providerId, rpId ?? null, limit],
  )

export const countDependents = (db: Queryable, { providerId, rpId }: Dependence): Promise<number> =>
  db.countRows(`select count(*) ${DEPENDENT}`, [providerId, rpId ?? null])

/** Deactivated accounts included. */
export const findLinkedUserIds = (tx: Queryable, providerId: number): Promise<number[]> =>
  tx.findIds('select user_id as id from provider_links where provider_id = $1 order by user_id', [providerId])
