import type { ActivityAction, ActivityObject, Permission, Role, SignInWay, User } from '@zelab/contract'
import { can } from '@zelab/contract'
import { unauthenticated } from './app-error.ts'

export interface CallerSession {
  id: number
  way: SignInWay
  idleMinutes: number
  expiresAt: string
  hasAuthenticator: boolean
  /** An authenticator app or a passkey. */
  isSecondFactorOn: boolean
  isSecondFactorRequired: boolean
  /** One that works at the present address. */
  hasPasskey: boolean
  /** The role needs a passkey from this day on; null if it needs none. */
  passkeysFrom: string | null
  isPasskeyRequired: boolean
}

/** The `Idempotency-Key` header: a repeated request with the same key is not carried out again. */
export interface IdempotencyKey {
  key: string
  /** SHA-256 of the request, to detect a key reused with a different request. */
  fingerprint: Buffer
}

export interface Caller {
  user: User
  session: CallerSession
  address: string
  requestId: string
  idempotencyKey?: IdempotencyKey | undefined
  /** WAL position of the caller's last write, if recent. */
  lastWrite?: string | undefined
}

/** The reports that a connected system gets: of a lab, or of visits that name one referrer. */
export interface Reach {
  labId: number
  referrerId: number | null
  includesSensitive: boolean
}

/** A system that reads with an access token or a bearer key. */
export interface ClientCaller extends Reach {
  /** The id of its connection. */
  id: number
  name: string
  /** May have fewer letters than those of the connection. */
  scopes: readonly string[]
  address: string
  requestId: string
}

/** The user in the activity log. The service has no user, and a job has no request. */
export type Actor = (Pick<Caller, 'user'> & Partial<Pick<Caller, 'address' | 'requestId'>>) | 'system'

/** An entry of the activity log about a list that a caller was shown. */
export interface ListView {
  action: ActivityAction
  what: string
  /** May contain search text: only the Admin reads the log, and it is retained like records. */
  filter?: string
  object?: { type: ActivityObject; id: number }
  page?: number
  rows?: number
}

export type LabScope = { everyLab: true } | { everyLab: false; labId: number }

/** Admins see every lab, everyone else their own (AMB-32). */
export const labScopeOf = (caller: Caller): LabScope => {
  const { userType, lab } = caller.user
  if (userType.name === 'Admin') return { everyLab: true }
  if (!lab) throw unauthenticated()
  return { everyLab: false, labId: lab.id }
}

export interface ListReader {
  scope: LabScope
  userId: number
  /** Days begin and end in this time zone (AMB-49). */
  timeZone: string
}

export const listReaderOf = (caller: Caller, timeZone: string): ListReader => ({
  scope: labScopeOf(caller),
  userId: caller.user.id,
  timeZone,
})

const roleOf = (caller: Caller): Role => caller.user.userType.name
export const callerCan = (caller: Caller, permission: Permission): boolean => can(roleOf(caller), permission)
