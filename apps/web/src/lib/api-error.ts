import type { Failure } from '@zelab/contract'
import { FALLBACK } from '@zelab/contract/fallback-messages'
import type { RefusalCode } from '@zelab/contract/messages'
import { isConnectionLoss } from './connection.ts'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Undefined when the response came from a proxy. */
  readonly code: string | undefined
  readonly errors: NonNullable<Failure['errors']>
  /** The conflicting records, if the endpoint returns them. */
  readonly data: unknown
  /** The refusal ended the session, and the user has been informed (AMB-08). */
  readonly hasEndedSession: boolean

  constructor(status: number, body: Failure | undefined, hasEndedSession = false) {
    super(body?.message ?? '')
    this.status = status
    this.code = body?.code
    this.errors = body?.errors ?? []
    this.data = body?.data
    this.hasEndedSession = hasEndedSession
  }
}

/** The server's message, otherwise the fallback (AMB-77). */
export const messageOf = (error: unknown, fallback?: string): string => {
  if (error instanceof ApiError && error.message !== '') return error.message
  return fallback ?? (isConnectionLoss(error) ? FALLBACK.connection : FALLBACK.general)
}

export const isRefusal = (error: unknown, code: RefusalCode): boolean =>
  error instanceof ApiError && error.code === code

/** True if the record does not exist for this user (AMB-54), in contrast to a network or server failure. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && [400, 403, 404].includes(error.status)

export const failureFrom = (body: unknown): Failure | undefined =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
    ? (body as Failure)
    : undefined
