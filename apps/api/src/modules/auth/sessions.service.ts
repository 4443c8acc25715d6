import {
  isStaffRole,
  SUCCESS,
  type OwnSession,
  type SessionState,
  type User,
  type RefusalCode,
} from '@zelab/contract'
import type { SettingsService } from '../settings/settings.service.ts'
import type { Context } from '../../core/context.ts'
import { AppError, conflict, forbidden, notFound, unauthenticated } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { isPassword, spendPasswordTime } from '../../platform/password-hasher.ts'
import { hashSecretToken, newSecretToken } from '../../platform/encryption.ts'
import { recordActivity, recordVisit } from '../activity/activity.service.ts'
import { findAccountByEmail, type Account } from './accounts.repository.ts'
import type { KnownDeviceService } from './known-devices.service.ts'
import type { SessionCache } from './session-cache.ts'
import { createSessionWatch } from './session-watch.ts'
import type { SecondFactorCodes } from './second-factor-codes.service.ts'
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
} from './sessions.repository.ts'

export interface Visitor {
  address: string
  userAgent: string | undefined
  requestId: string
  device?: string | undefined
}

export interface Credentials {
  email: string
  password: string
  code?: string | undefined
}

export type SignInOutcome =
  | 'succeeded'
  | 'throttled'
  /** Includes unknown emails. */
  | 'wrong_password'
  | 'deactivated'
  | 'patient'
  | 'second_factor_missing'
  | 'second_factor_wrong'
  | 'account_changed'

const needsCode = (code: RefusalCode) => new AppError('UNAUTHENTICATED', code, { field: 'code' })

export const sessionStateOf = ({ session }: Caller): SessionState => ({
  idleMinutes: session.idleMinutes,
  expiresAt: session.expiresAt,
  secondFactor: session.isSecondFactorOn ? 'on' : session.isSecondFactorRequired ? 'required' : 'off',
})

export const createSessionService = ({
  database,
  codes,
  devices,
  sessionCache,
  rateLimiter,
  metrics,
  settings,
}: Pick<Context, 'database' | 'rateLimiter' | 'metrics'> & {
  settings: Pick<SettingsService, 'signInLimit'>
  sessionCache: SessionCache
  codes: SecondFactorCodes
  devices: KnownDeviceService
}) => {
  const signInLimiter = rateLimiter('sign-in', settings.signInLimit)
  const onAttempt = (outcome: SignInOutcome) => metrics.signIns.inc({ outcome })
  const refuse = async (visitor: Visitor, account: Account | undefined, why: string) => {
    await recordVisit(database, visitor, {
      action: 'session.refuse',
      ...(account && { object: { type: 'user', id: account.user.id }, labId: account.user.lab?.id ?? null }),
      summary: account
        ? `Refused a sign-in as ${account.user.fullName}: ${why}`
        : `Refused a sign-in: ${why}`,
    })
  }

  /** All failures have the same message (AMB-14). */
  const checkPassword = async (visitor: Visitor, { email, password }: Credentials): Promise<Account> => {
    const account = await findAccountByEmail(database, email)
    if (!account) await spendPasswordTime(password)
    const isValid = account !== undefined && (await isPassword(account.passwordHash, password, 'sign-in'))
    if (!isValid || !account.isActive) {
      const why = !account ? 'unknown account' : isValid ? 'deactivated account' : 'wrong password'
      onAttempt(isValid ? 'deactivated' : 'wrong_password')
      await refuse(visitor, account, why)
      throw unauthenticated('WRONG_CREDENTIALS')
    }
    if (!isStaffRole(account.user.userType.name)) {
      onAttempt('patient')
      await refuse(visitor, account, 'patient account')
      throw forbidden('PATIENT_ACCOUNT')
    }
    return account
  }

  const checkCode = async (visitor: Visitor, account: Account, code: string | undefined) => {
    const outcome = await codes.verify(account.user.id, code)
    if (outcome === 'missing') {
      onAttempt('second_factor_missing')
      throw needsCode('SECOND_FACTOR_CODE_REQUIRED')
    }
    if (outcome !== 'wrong') return
    onAttempt('second_factor_wrong')
    await refuse(visitor, account, 'wrong second factor')
    throw needsCode('SECOND_FACTOR_CODE_WRONG')
  }

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
    const found = await sessionCache.find(token, () => findOpenSession(database, hashSecretToken(token)))
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
    async signIn(
      visitor: Visitor,
      typed: Credentials,
    ): Promise<{ user: User; session: SessionState; token: string; device: string }> {
      const credentials = { ...typed, email: typed.email.trim() }
      const attempt = {
        account: credentials.email,
        address: visitor.address,
        device: await devices.find(visitor.device, credentials.email),
      }
      await signInLimiter.attempt(attempt).catch((error: unknown) => {
        if (error instanceof AppError) onAttempt('throttled')
        throw error
      })
      const account = await checkPassword(visitor, credentials)
      await checkCode(visitor, account, credentials.code)
      await signInLimiter.succeed(attempt)
      const token = newSecretToken()
      const { user } = account
      const device = await database.transaction(async (tx) => {
        const isSameAccount = await insertSession(tx, {
          userId: user.id,
          accessVersion: account.accessVersion,
          tokenHash: hashSecretToken(token),
          address: visitor.address,
          userAgent: visitor.userAgent,
        })
        if (!isSameAccount) return undefined
        await recordActivity(tx, { user, ...visitor }, { action: 'session.create', summary: 'Signed in' })
        return devices.remember(tx, user.id, visitor.device)
      })
      if (device === undefined) {
        onAttempt('account_changed')
        await refuse(visitor, account, 'the account was changed meanwhile')
        throw unauthenticated('WRONG_CREDENTIALS')
      }
      const caller = await identify(token, visitor)
      if (!caller) throw unauthenticated('WRONG_CREDENTIALS')
      onAttempt('succeeded')
      return { user, session: sessionStateOf(caller), token, device }
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
      await signInLimiter.removeOld()
      await devices.removeUnused()
    },
  }
}
export type SessionService = ReturnType<typeof createSessionService>
