import { ADMIN_USER_TYPE_ID, type User } from '@zelab/contract'
import { conflict } from '../../../core/app-error.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { inviteByMail } from './account-access.service.ts'
import type { PasskeyChecks } from '../passkeys/passkey-checks.service.ts'
import { deleteForeignLinks } from '../providers/provider-links.repository.ts'
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

const isAdmin = ({ userType }: User) => userType.id === ADMIN_USER_TYPE_ID

/** Before the account is locked, as in user administration. */
export const lockWaysIn = async (tx: Queryable, user: User): Promise<void> => {
  if (isAdmin(user)) await lockAdmins(tx)
}

/** Ways in that work at the present address of the product. */
export const createWaysIn = ({ passkeys: { rpId } }: { passkeys: Pick<PasskeyChecks, 'rpId'> }) => {
  const refuseLosingOwnWay = async (tx: Queryable) => {
    if ((await countOwnWaysOfAdmins(tx, rpId)) <= ADMINS_WITH_OWN_WAY) throw conflict('LAST_WAY_IN_OF_ADMINS')
  }

  return {
    /** @throws LAST_ADMIN unless another Admin can sign in without a provider, which may be down */
    async refuseLosingAdmin(tx: Queryable, id: number): Promise<void> {
      if (!(await hasOtherAdmin(tx, rpId, id))) throw conflict('LAST_ADMIN', 'userTypeId')
    },

    /**
     * After `lockWaysIn`.
     * @throws LAST_WAY_IN or LAST_WAY_IN_OF_ADMINS
     */
    async refuseLosingPasskey(tx: Queryable, user: User, passkeyId: number): Promise<void> {
      if (!(await hasWayIn(tx, rpId, { userId: user.id, exceptPasskey: passkeyId })))
        throw conflict('LAST_WAY_IN')
      if (!isAdmin(user) || (await hasOwnWayIn(tx, rpId, user.id, passkeyId))) return
      await refuseLosingOwnWay(tx)
    },

    /**
     * Before an Admin removes every passkey of another, after `lockAdmins`.
     * @throws LAST_WAY_IN_OF_ADMINS
     */
    async refuseLosingPasskeys(tx: Queryable, user: User): Promise<void> {
      if (!isAdmin(user) || (await hasPassword(tx, user.id)) || !(await hasOwnWayIn(tx, rpId, user.id)))
        return
      await refuseLosingOwnWay(tx)
    },

    /** @throws LAST_WAY_IN */
    async refuseLosingProvider(tx: Queryable, userId: number, providerId: number): Promise<void> {
      const others = { userId, exceptProvider: providerId, isProviderOnly: true }
      if (!(await hasWayIn(tx, rpId, others))) throw conflict('LAST_WAY_IN')
    },

    /**
     * After an Admin's change. Providers that are not for the account's lab are unlinked, and an account without any way
     * in gets a mailed link to set a password, or to continue with a provider.
     */
    async keepWayIn(tx: Queryable, userId: number, requestId: string | undefined): Promise<void> {
      await deleteForeignLinks(tx, userId)
      if (await hasWayIn(tx, rpId, { userId, isProviderOnly: true })) return
      await markInvited(tx, userId)
      await inviteByMail(tx, userId, requestId, true)
    },
  }
}
export type WaysIn = ReturnType<typeof createWaysIn>
