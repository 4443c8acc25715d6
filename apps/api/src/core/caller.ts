import type { Permission, Role, User } from '@zelab/contract'
import { can } from '@zelab/contract'
import { unauthenticated } from './app-error.ts'

export interface CallerSession {
  id: number
  idleMinutes: number
  /** The absolute limit. */
  expiresAt: string
  isSecondFactorOn: boolean
  /** By the role; with the factor still off, only setting it up is open. */
  isSecondFactorRequired: boolean
}

/** The header `Idempotency-Key`: the same request sent again with it is not carried out again. */
export interface IdempotencyKey {
  key: string
  /** SHA-256 of the request: the same key with another request is a mistake. */
  fingerprint: Buffer
}

/** The signed-in user and the request's properties for the activity log. */
export interface Caller {
  user: User
  session: CallerSession
  address: string
  requestId: string
  idempotencyKey?: IdempotencyKey | undefined
  /** Where the database's log was after a write a moment ago. */
  lastWrite?: string | undefined
}

/** Who goes on record for what happened; what the service itself does has no user, what a job does no request. */
export type Actor = (Pick<Caller, 'user'> & Partial<Pick<Caller, 'address' | 'requestId'>>) | 'system'

/** Which lab's records a query may touch; repositories take it as their first argument. */
export type LabScope = { everyLab: true } | { everyLab: false; labId: number }

/** The Admin sees every lab, everyone else the own one (AMB-32). */
export const labScopeOf = (caller: Caller): LabScope => {
  const { userType, lab } = caller.user
  if (userType.name === 'Admin') return { everyLab: true }
  if (!lab) throw unauthenticated()
  return { everyLab: false, labId: lab.id }
}

const roleOf = (caller: Caller): Role => caller.user.userType.name
export const callerCan = (caller: Caller, permission: Permission): boolean => can(roleOf(caller), permission)
