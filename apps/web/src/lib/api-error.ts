import type { Failure } from '@zelab/contract'
import { FALLBACK, type RefusalCode } from '@zelab/contract/messages'

/** The server refused: its status and, where it sent one, its answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Undefined when the answer was none of this server's, but of a proxy. */
  readonly code: string | undefined
  readonly errors: NonNullable<Failure['errors']>
  /** The records that stand in the way, if the endpoint names them. */
  readonly data: unknown
  /** True when this refusal has just ended the session; the visitor has been told already (AMB-08). */
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

/** What to tell the reader: the server's message, else the listed fallback, else one general sentence (AMB-77). */
export const messageOf = (error: unknown, fallback: string = FALLBACK.general): string =>
  error instanceof ApiError && error.message !== '' ? error.message : fallback

/** Whether the server refused for this very reason. */
export const isRefusal = (error: unknown, code: RefusalCode): boolean =>
  error instanceof ApiError && error.code === code

/** Whether the server said that there is no such record for this reader (AMB-54), unlike a failure on the way. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && [400, 403, 404].includes(error.status)

export const failureFrom = (body: unknown): Failure | undefined =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
    ? (body as Failure)
    : undefined
