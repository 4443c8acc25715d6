import { ADMIN_USER_TYPE_ID } from '@zelab/contract'
import type { Database } from '../../../platform/database/database.ts'
import { hashSecretToken, newSecretToken } from '../../../platform/encryption.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { noticeToOwner } from '../accounts/account-notices.service.ts'
import { findAccountByEmail } from '../accounts/accounts.repository.ts'
import { storeSignInLink } from './sign-in-links.repository.ts'

export const SIGN_IN_LINK_MINUTES = 15

/**
 * Makes a link for an Admin who has no other way in. It is recorded, and the Admin gets an email.
 * @returns the address, which signs in once; undefined unless the email is that of an active Admin
 */
export const makeSignInLink = async (
  database: Database,
  { appUrl, email }: { appUrl: string; email: string },
): Promise<string | undefined> => {
  const account = await findAccountByEmail(database, email.trim())
  if (!account?.isActive || account.user.userType.id !== ADMIN_USER_TYPE_ID) return undefined
  const { user } = account
  const token = newSecretToken()
  await database.transaction(async (tx) => {
    await storeSignInLink(tx, {
      userId: user.id,
      tokenHash: hashSecretToken(token),
      minutes: SIGN_IN_LINK_MINUTES,
    })
    await recordActivity(tx, 'system', {
      action: 'session.link',
      object: { type: 'user', id: user.id },
      summary: `A sign-in link of ${user.fullName} was made on the server`,
    })
    await noticeToOwner(tx, { user }, { notice: 'sign-in-link-made' })
  })
  return `${appUrl}/sign-in?${new URLSearchParams({ token })}`
}
