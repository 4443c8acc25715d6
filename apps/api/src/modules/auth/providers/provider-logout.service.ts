import type { Context } from '../../../core/context.ts'
import { AppError } from '../../../core/app-error.ts'
import { createNetworkTurns } from '../../../core/rate-limits/network-turns.ts'
import type { Caller } from '../../../core/caller.ts'
import { hashSecretToken } from '../../../platform/encryption.ts'
import { recordVisit, type AnonymousCaller } from '../../activity/activity.service.ts'
import type { SessionService } from '../sessions/sessions.service.ts'
import { ProviderFailure } from './guarded-fetch.ts'
import type { ProviderClient } from './provider-client.ts'
import { deleteExpiredRequests, useLogoutToken } from './provider-requests.repository.ts'
import {
  deletePassedOf,
  deleteSessionsOfProvider,
  findProviderOfSession,
  noteLogout,
} from './provider-sessions.repository.ts'
import { findProvider } from './providers.repository.ts'

/** Tokens that the provider did not sign. The answer to others does not depend on them. */
const WRONG_LIMIT = { perAccount: 20, perAddress: 20, windowMinutes: 15 } as const

/** The end of sessions, here and at providers. */
export const createProviderLogout = ({
  database,
  encryption,
  rateLimiter,
  client,
  sessions,
}: Pick<Context, 'database' | 'encryption' | 'rateLimiter'> & {
  client: ProviderClient
  sessions: SessionService
}) => {
  const inTurn = createNetworkTurns()
  const wrongTokens = rateLimiter('provider-logout-wrong', WRONG_LIMIT)
  /** The signature comes first, so that wrong tokens never stop right ones. */
  const read = async (providerId: number, token: string, address: string) => {
    const provider = await inTurn(address, () => findProvider(database, providerId))
    if (!provider) return undefined
    const named = await client.verifyLogout(provider, token).catch((error: unknown) => {
      if (error instanceof ProviderFailure && error.code === 'PROVIDER_REFUSED') return undefined
      throw new AppError('UNAVAILABLE', 'PROVIDER_DOWN')
    })
    return named && { provider, ...named }
  }

  return {
    /** @returns where the provider ends its session, or else its name */
    async signOut(caller: Caller): Promise<{ endAt: string | null; openAt: string | null }> {
      const { providerId = null, sealedIdToken = null } =
        (await findProviderOfSession(database, caller.session.id)) ?? {}
      await sessions.signOut(caller)
      const provider = providerId === null ? undefined : await findProvider(database, providerId)
      const idToken = sealedIdToken === null ? undefined : encryption.open(sealedIdToken)
      if (!provider) return { endAt: null, openAt: null }
      const endAt = (await client.endSessionUrl(provider, idToken)) ?? null
      return { endAt, openAt: endAt === null ? provider.name : null }
    },

    /** OpenID Connect Back-Channel Logout. @throws 400 for a token that is not accepted */
    async end(providerId: number, token: unknown, visitor: AnonymousCaller): Promise<void> {
      const named = typeof token === 'string' ? await read(providerId, token, visitor.address) : undefined
      const refused = () => new AppError('INVALID', 'PROVIDER_REFUSED')
      if (!named) {
        await wrongTokens.attempt({ address: visitor.address })
        throw refused()
      }
      const isUsed = await database.transaction(async (tx) => {
        const { provider, sub, sid, jti, exp } = named
        const jtiHash = hashSecretToken(jti)
        if (!(await useLogoutToken(tx, { providerId, jtiHash, keptUntil: new Date(exp * 1000) })))
          return false
        await noteLogout(tx, { providerId, sid, sub })
        await deletePassedOf(tx, { providerId, sid, sub })
        for (const userId of new Set(await deleteSessionsOfProvider(tx, { providerId, sid, sub })))
          await recordVisit(tx, visitor, {
            action: 'session.end',
            object: { type: 'user', id: userId },
            labId: provider.labId,
            summary: `Signed out by ${provider.name}`,
          })
        return true
      })
      if (!isUsed) throw refused()
      sessions.forgetRemembered()
    },

    removeExpired: () => deleteExpiredRequests(database),
  }
}
export type ProviderLogout = ReturnType<typeof createProviderLogout>
