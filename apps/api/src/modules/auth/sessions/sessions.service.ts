import {
  PASSKEY_REMINDER_DAYS,
  SUCCESS,
  type OwnSession,
  type SessionState,
  type SignInWay,
} from '@zelab/contract'
import type { Context } from '../../../core/context.ts'
import { conflict, notFound, unauthenticated } from '../../../core/app-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { hashSecretToken, newSecretToken } from '../../../platform/encryption.ts'
import { recordActivity, recordVisit } from '../../activity/activity.service.ts'
import type { Account } from '../accounts/accounts.repository.ts'
import type { KnownDeviceService } from '../known-devices/known-devices.service.ts'
import type { SessionCache } from './session-cache.ts'
import { createSessionWatch } from './session-watch.ts'
import { isLoggedOut } from '../providers/provider-sessions.repository.ts'
import type { PasskeyChecks } from '../passkeys/passkey-checks.service.ts'
import { deleteExpiredChallenges, type Holder } from '../passkeys/passkeys.repository.ts'
import {
  countOpenSessions,
  deleteExpiredSessions,
  deleteOtherSessions,
  deleteSessionOfUser,
  deleteSession,
  findOpenSession,
  findOpenSessionIds,
  findReusedSession,
  findSessionsOfUser,
  insertSession,
  isSessionOpen,
  renewSession,
  touchSession,
  type ProviderSession,
} from './sessions.repository.ts'

export interface Visitor {
  address: string
  userAgent: string | undefined
  requestId: string
  device?: string | undefined
  /** Holds the challenges of passkeys. */
  browser?: Holder | undefined
}

const REMINDER_MS = PASSKEY_REMINDER_DAYS * 24 * 60 * 60_000

const passkeyState = ({ session }: Caller): SessionState['passkey'] => {
  if (session.hasPasskey) return 'added'
  if (session.isPasskeyRequired) return 'required'
  const { passkeysFrom } = session
  return passkeysFrom !== null && Date.parse(passkeysFrom) - Date.now() <= REMINDER_MS ? 'due' : 'none'
}

export const sessionStateOf = (caller: Caller): SessionState => {
  const { session } = caller
  return {
    idleMinutes: session.idleMinutes,
    expiresAt: session.expiresAt,
    secondFactor: session.isSecondFactorOn ? 'on' : session.isSecondFactorRequired ? 'required' : 'off',
    hasAuthenticator: session.hasAuthenticator,
    passkey: passkeyState(caller),
    passkeysFrom: session.passkeysFrom,
  }
}

const SIGNED_IN: Record<Exclude<SignInWay, 'provider'>, string> = {
  password: 'Signed in',
  passkey: 'Signed in with a passkey',
  link: 'Signed in with a link made on the server',
}

export const createSessionService = ({
  database,
  devices,
  passkeys,
  sessionCache,
}: Pick<Context, 'database'> & {
  sessionCache: SessionCache
  devices: KnownDeviceService
  passkeys: PasskeyChecks
}) => {
  /** Late use of a replaced token means theft, so the session ends. */
  const endReused = async (token: string, visitor: Visitor) => {
    const reused = await findReusedSession(database, hashSecretToken(token))
    if (!reused) return
    const { sessionId, user } = reused
    await database.transaction(async (tx) => {
      if (!(await deleteSession(tx, sessionId))) return
      await recordVisit(tx, visitor, {
        action: 'session.reuse',
        object: { type: 'user', id: user.id },
        labId: user.lab?.id ?? null,
        summary: `Ended a session of ${user.fullName}: a token that had been replaced was used again`,
      })
    })
    sessionCache.forget()
  }

  const identify = async (token: string, visitor: Visitor): Promise<Caller | null> => {
    const found = await sessionCache.find(token, () =>
      findOpenSession(database, hashSecretToken(token), passkeys.rpId),
    )
    if (!found) {
      await endReused(token, visitor)
      return null
    }
    if (found.isTouchDue) await touchSession(database, found.session.id)
    return {
      user: found.user,
      session: found.session,
      address: visitor.address,
      requestId: visitor.requestId,
    }
  }

  return {
    /**
     * The one place that creates sessions.
     * @returns undefined if the account was changed, or signed out by its provider, since it was checked
     */
    async open(
      visitor: Visitor,
      { user, accessVersion, openUntil }: Account,
      way: Exclude<SignInWay, 'provider'> | ProviderSession,
    ): Promise<{ caller: Caller; token: string; device: string } | undefined> {
      const token = newSecretToken()
      const provider = typeof way === 'string' ? undefined : way
      const device = await database.transaction(async (tx) => {
        if (provider && (await isLoggedOut(tx, provider))) return undefined
        const isSameAccount = await insertSession(tx, {
          userId: user.id,
          accessVersion,
          tokenHash: hashSecretToken(token),
          address: visitor.address,
          userAgent: visitor.userAgent,
          way: typeof way === 'string' ? way : 'provider',
          provider,
          endsAt: provider ? null : openUntil,
        })
        if (!isSameAccount) return undefined
        const summary = typeof way === 'string' ? SIGNED_IN[way] : `Signed in through ${way.name}`
        await recordActivity(tx, { user, ...visitor }, { action: 'session.create', summary })
        return devices.remember(tx, user.id, visitor.device)
      })
      if (device === undefined) return undefined
      const caller = await identify(token, visitor)
      if (!caller) throw unauthenticated('WRONG_CREDENTIALS')
      return { caller, token, device }
    },

    /** Extends the idle limit at most once a minute. Null without a valid session. */
    identify,

    forgetRemembered: sessionCache.forget,

    async refresh(caller: Caller, presentedToken: string): Promise<string> {
      const token = newSecretToken()
      const isRenewed = await renewSession(database, caller.session.id, {
        presented: hashSecretToken(presentedToken),
        fresh: hashSecretToken(token),
      })
      if (!isRenewed) throw unauthenticated()
      return token
    },

    async keepAlive(caller: Caller): Promise<SessionState> {
      await touchSession(database, caller.session.id)
      return sessionStateOf(caller)
    },

    list: (caller: Caller): Promise<OwnSession[]> =>
      findSessionsOfUser(database, caller.user.id, caller.session.id),

    /** Sessions of other users are answered like ended ones. */
    endOne: (caller: Caller, id: number): Promise<void> =>
      database.transaction(async (tx) => {
        if (id === caller.session.id) throw conflict('OWN_SESSION')
        if (!(await deleteSessionOfUser(tx, { id, userId: caller.user.id })))
          throw notFound('SESSION_NOT_FOUND')
        await recordActivity(tx, caller, {
          action: 'session.end-others',
          summary: 'Signed out of one other session',
        })
      }),

    endOthers: (caller: Caller): Promise<void> =>
      database.transaction(async (tx) => {
        await deleteOtherSessions(tx, caller.user.id, caller.session.id)
        await recordActivity(tx, caller, { action: 'session.end-others', summary: SUCCESS.othersSignedOut })
      }),

    signOut: (caller: Caller): Promise<void> =>
      database.transaction(async (tx) => {
        await deleteSession(tx, caller.session.id)
        await recordActivity(tx, caller, { action: 'session.end', summary: 'Signed out' })
      }),

    isOpen: ({ session }: Caller): Promise<boolean> => isSessionOpen(database, session.id),

    watch: createSessionWatch((ids) => findOpenSessionIds(database, ids)),

    countOpen: (tx: Queryable): Promise<number> => countOpenSessions(tx),

    removeExpired: async (): Promise<void> => {
      await deleteExpiredSessions(database)
      await deleteExpiredChallenges(database)
      await devices.removeUnused()
    },
  }
}
export type SessionService = ReturnType<typeof createSessionService>
