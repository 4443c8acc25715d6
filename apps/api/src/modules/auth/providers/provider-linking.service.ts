import type { contract, HandlerResult, WayIn } from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { unauthenticated, notFound } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { PROVIDER_INVITATION_HOURS } from '../accounts/account-mails.ts'
import { noticeToOwner } from '../accounts/account-notices.service.ts'
import {
  acceptInvitation,
  endPasswordResets,
  findAccountById,
  findCredentials,
  findInvitation,
  lockAccount,
  useInvitation,
  type Account,
} from '../accounts/accounts.repository.ts'
import type { IdentityCheck, IdentityProof } from '../accounts/identity-check.service.ts'
import { findPasskeysOf } from '../passkeys/passkeys.repository.ts'
import { deleteOtherSessions, isSessionOpen } from '../sessions/sessions.repository.ts'
import type { WaysIn } from '../accounts/ways-in.service.ts'
import { hasPassword } from '../accounts/ways-in.repository.ts'
import { isFor, ProviderProblemError } from './provider-accounts.service.ts'
import { deleteLink, findLinkOfUser, findLinksOfUser, insertLink } from './provider-links.repository.ts'
import { forgetProviderConfirmations, noteProviderConfirmation } from './provider-sessions.repository.ts'
import { findProvidersOfLab, type StoredProvider } from './providers.repository.ts'

/** Which providers sign in to which accounts. */
export const createProviderLinking = ({
  database,
  checkIdentity,
  waysIn,
}: Pick<Context, 'database'> & { checkIdentity: IdentityCheck; waysIn: WaysIn }) => {
  const record = (
    tx: Queryable,
    { user, ...actor }: Pick<Caller, 'user'> & Partial<Caller>,
    summary: string,
  ) =>
    recordActivity(
      tx,
      { user, ...actor },
      {
        action: 'user.provider',
        object: { type: 'user', id: user.id },
        summary,
      },
    )

  return {
    /** @throws PROVIDER_TAKEN if either side is linked already */
    link: (provider: StoredProvider, subject: string, caller: Caller): Promise<void> =>
      database.transaction(async (tx) => {
        const { user, session } = caller
        await lockAccount(tx, user.id)
        const account = await findAccountById(tx, user.id)
        if (!account || !(await isSessionOpen(tx, session.id)) || !isFor(provider, account))
          throw new ProviderProblemError('PROVIDER_REFUSED', 'the provider is not for this account', account)
        if (!(await insertLink(tx, { providerId: provider.id, userId: user.id, subject })))
          throw new ProviderProblemError('PROVIDER_TAKEN', 'an account that is linked already', account)
        await deleteOtherSessions(tx, user.id, session.id)
        await record(tx, caller, `Linked the own account to ${provider.name}`)
        await noticeToOwner(tx, caller, { notice: 'provider-linked' })
      }),

    /** The person came with the link of an invitation, and needs no password. */
    acceptInvitation: (provider: StoredProvider, subject: string, tokenHash: Buffer): Promise<Account> =>
      database.transaction(async (tx) => {
        const invalid = () => new ProviderProblemError('RESET_LINK_INVALID', 'an invitation that has ended')
        const userId = await findInvitation(tx, tokenHash, PROVIDER_INVITATION_HOURS)
        if (userId === undefined) throw invalid()
        await lockAccount(tx, userId)
        if ((await useInvitation(tx, tokenHash, PROVIDER_INVITATION_HOURS)) !== userId) throw invalid()
        const account = await findAccountById(tx, userId)
        if (!account || !isFor(provider, account))
          throw new ProviderProblemError('NOT_LINKED', 'an invitation of another lab', account)
        if (!(await insertLink(tx, { providerId: provider.id, userId, subject })))
          throw new ProviderProblemError('PROVIDER_TAKEN', 'a person who has another account', account)
        await acceptInvitation(tx, userId)
        await endPasswordResets(tx, userId)
        await record(tx, account, `Accepted the invitation through ${provider.name}`)
        await noticeToOwner(tx, account, { notice: 'provider-linked' })
        return (await findAccountById(tx, userId)) ?? account
      }),

    /** The next change of this session may use it as a proof. */
    async confirm(provider: StoredProvider, subject: string, caller: Caller): Promise<void> {
      const link = await findLinkOfUser(database, { providerId: provider.id, userId: caller.user.id })
      if (link?.subject !== subject)
        throw new ProviderProblemError('PROVIDER_REFUSED', 'the person confirmed as someone else')
      if (!(await noteProviderConfirmation(database, caller.session.id)))
        throw new ProviderProblemError('PROVIDER_REFUSED', 'the session has ended meanwhile')
    },

    async ways({ user }: Caller): Promise<HandlerResult<typeof contract.oidc.ways>> {
      const { isProviderOnly } = await findCredentials(database, user.id)
      const links = await findLinksOfUser(database, user.id)
      const own: WayIn[] = isProviderOnly
        ? []
        : [
            ...((await hasPassword(database, user.id)) ? [{ kind: 'password' as const }] : []),
            ...(await findPasskeysOf(database, user.id, undefined)).map(({ id, name }) => ({
              kind: 'passkey' as const,
              id,
              name,
            })),
          ]
      const providers = await findProvidersOfLab(database, user.lab?.id ?? null)
      return {
        data: [...own, ...links.map((link) => ({ kind: 'provider' as const, ...link }))],
        linkable: providers.filter(({ id }) => !links.some((link) => link.id === id)),
      }
    },

    async unlink(caller: Caller, providerId: number, proof: IdentityProof): Promise<void> {
      const { user, session } = caller
      const lockChecked = await checkIdentity(caller, proof)
      await database.transaction(async (tx) => {
        await lockChecked(tx)
        const link = (await findLinksOfUser(tx, user.id)).find(({ id }) => id === providerId)
        if (!link) throw notFound()
        await waysIn.refuseLosingProvider(tx, user.id, providerId)
        if (!(await deleteLink(tx, { providerId, userId: user.id }))) throw unauthenticated()
        await forgetProviderConfirmations(tx, [user.id])
        await deleteOtherSessions(tx, user.id, session.id)
        await record(tx, caller, `Unlinked the own account from ${link.name}`)
        await noticeToOwner(tx, caller, { notice: 'provider-unlinked' })
      })
    },
  }
}
export type ProviderLinking = ReturnType<typeof createProviderLinking>
