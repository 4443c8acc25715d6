import { ADMIN_USER_TYPE_ID, type User } from '@zelab/contract'
import { conflict } from '../../core/app-error.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { inviteByMail } from './account-access.service.ts'
import { deleteForeignLinks } from './providers/provider-links.repository.ts'
import {
  countOwnWaysOfAdmins,
  hasOtherAdmin,
  hasOwnWayIn,
  hasPassword,
  hasWayIn,
  lockAdmins,
  markInvited,
} from './ways-in.repository.ts'

/** Admins who can always sign in without a provider, which may be down. */
const ADMINS_WITH_OWN_WAY = 2

/** Serializes user administration, so that the last Admins are not lost at once. Comes before locks of accounts. */
export const lockUserAdministration = (tx: Queryable): Promise<unknown> => lockAdmins(tx)

/** @throws LAST_ADMIN unless another Admin can sign in without a provider, which may be down */
export const refuseLosingAdmin = async (tx: Queryable, id: number): Promise<void> => {
  if (!(await hasOtherAdmin(tx, id))) throw conflict('LAST_ADMIN', 'userTypeId')
}

const isAdmin = ({ userType }: User) => userType.id === ADMIN_USER_TYPE_ID

/** Before the account is locked, as in user administration. */
export const lockWaysIn = async (tx: Queryable, user: User): Promise<void> => {
  if (isAdmin(user)) await lockAdmins(tx)
}

/**
 * After `lockWaysIn`.
 * @throws LAST_WAY_IN or LAST_WAY_IN_OF_ADMINS
 */
export const refuseLosingPasskey = async (tx: Queryable, user: User, passkeyId: number): Promise<void> => {
  if (!(await hasWayIn(tx, { userId: user.id, exceptPasskey: passkeyId }))) throw conflict('LAST_WAY_IN')
  if (!isAdmin(user) || (await hasOwnWayIn(tx, user.id, passkeyId))) return
  if ((await countOwnWaysOfAdmins(tx)) <= ADMINS_WITH_OWN_WAY) throw conflict('LAST_WAY_IN_OF_ADMINS')
}

/** @throws LAST_WAY_IN */
export const refuseLosingProvider = async (
  tx: Queryable,
  userId: number,
  providerId: number,
): Promise<void> => {
  const others = { userId, exceptProvider: providerId, isProviderOnly: true }
  if (!(await hasWayIn(tx, others))) throw conflict('LAST_WAY_IN')
}

/**
 * After an Admin's change. Providers that are not for the account's lab are unlinked, and an account without any way in
 * gets a mailed link to set a password, or to continue with a provider.
 */
export const keepWayIn = async (
  tx: Queryable,
  userId: number,
  requestId: string | undefined,
): Promise<void> => {
  await deleteForeignLinks(tx, userId)
  if (await hasWayIn(tx, { userId, isProviderOnly: true })) return
  await markInvited(tx, userId)
  await inviteByMail(tx, userId, requestId, true)
}

/**
 * Before an Admin removes every passkey of another, after `lockAdmins`.
 * @throws LAST_WAY_IN_OF_ADMINS
 */
export const refuseLosingPasskeys = async (tx: Queryable, user: User): Promise<void> => {
  if (!isAdmin(user) || (await hasPassword(tx, user.id)) || !(await hasOwnWayIn(tx, user.id))) return
  if ((await countOwnWaysOfAdmins(tx)) <= ADMINS_WITH_OWN_WAY) throw conflict('LAST_WAY_IN_OF_ADMINS')
}
