import { isStaffRole, REFUSAL, type User } from '@zelab/contract'
import { forbidden, unauthenticated } from '../../http/app-error.ts'
import type { Caller } from '../../http/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import { isPassword, spendPasswordTime } from '../../platform/password-hasher.ts'
import { hashSecretToken, newSecretToken } from '../../platform/secret-token.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { findAccountByEmail } from './accounts.repository.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  findOpenSession,
  insertSession,
  rotateToken,
  touchSession,
} from './sessions.repository.ts'

/** What is known of a request before anybody signed in. */
export interface Visitor {
  address: string
  userAgent: string | undefined
  requestId: string
}

export const createSessionService = ({ database }: { database: Database }) => ({
  /** Checks email and password and opens a session. One message for every wrong pair (AMB-14). */
  async signIn(
    visitor: Visitor,
    credentials: { email: string; password: string },
  ): Promise<{ user: User; token: string }> {
    const account = await findAccountByEmail(database, credentials.email.trim())
    if (!account) await spendPasswordTime(credentials.password)
    const isRight = account !== undefined && (await isPassword(account.passwordHash, credentials.password))
    if (!isRight || !account.isActive) {
      await recordActivity(database, 'system', {
        action: 'session.refuse',
        ...(account && {
          object: { type: 'user', id: account.user.id },
          labId: account.user.lab?.id ?? null,
        }),
        summary: account
          ? `Refused a sign-in as ${account.user.fullName}`
          : 'Refused a sign-in to an unknown account',
      })
      throw unauthenticated(REFUSAL.wrongCredentials)
    }
    const { user } = account
    if (!isStaffRole(user.userType.name)) throw forbidden(REFUSAL.patientAccount)
    const token = newSecretToken()
    await database.transaction(async (tx) => {
      await insertSession(tx, {
        userId: user.id,
        tokenHash: hashSecretToken(token),
        address: visitor.address,
        userAgent: visitor.userAgent,
      })
      await recordActivity(
        tx,
        { user, sessionId: 0, address: visitor.address, requestId: visitor.requestId },
        { action: 'session.create', summary: 'Signed in' },
      )
    })
    return { user, token }
  },

  /** The caller behind a cookie, or null. Renews the idle limit at most once a minute. */
  async identify(token: string, visitor: Visitor): Promise<Caller | null> {
    const session = await findOpenSession(database, hashSecretToken(token))
    if (!session) return null
    if (session.isTouchDue) await touchSession(database, session.sessionId)
    return {
      user: session.user,
      sessionId: session.sessionId,
      address: visitor.address,
      requestId: visitor.requestId,
    }
  },

  /** Renews the idle limit and replaces the token. */
  async refresh(caller: Caller, presentedToken: string): Promise<string> {
    const token = newSecretToken()
    await database.transaction(async (tx) => {
      await touchSession(tx, caller.sessionId)
      await rotateToken(tx, caller.sessionId, {
        presented: hashSecretToken(presentedToken),
        fresh: hashSecretToken(token),
      })
    })
    return token
  },

  signOut: (caller: Caller): Promise<void> =>
    database.transaction(async (tx) => {
      await deleteSession(tx, caller.sessionId)
      await recordActivity(tx, caller, { action: 'session.end', summary: 'Signed out' })
    }),

  removeExpired: async (): Promise<void> => {
    await deleteExpiredSessions(database)
  },
})
export type SessionService = ReturnType<typeof createSessionService>
