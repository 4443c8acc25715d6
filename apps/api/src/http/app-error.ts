import { ERROR_STATUS, REFUSAL, type ErrorCode } from '@zelab/contract'

export interface FieldProblem {
  path: string
  message: string
}

/** A refusal that the client is told about in these words. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly problems: FieldProblem[] | undefined
  /** For refusals that end by themselves: the header `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, problems?: FieldProblem[], retryAfterSeconds?: number) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.status = ERROR_STATUS[code]
    this.problems = problems
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A conflict that the answer explains with the records it is about. */
export class RecordConflict extends AppError {
  readonly data: readonly unknown[]

  constructor(message: string, data: readonly unknown[]) {
    super('CONFLICT', message)
    this.data = data
  }
}

export const notFound = (message: string = REFUSAL.notFound) => new AppError('NOT_FOUND', message)
export const conflict = (message: string) => new AppError('CONFLICT', message)
export const forbidden = (message: string = REFUSAL.forbidden) => new AppError('FORBIDDEN', message)
export const unauthenticated = (message: string = REFUSAL.signIn) => new AppError('UNAUTHENTICATED', message)

/** A rate limit was reached. */
export const throttled = (retryAfterSeconds: number) =>
  new AppError('THROTTLED', REFUSAL.busy, undefined, Math.max(1, Math.ceil(retryAfterSeconds)))

/** A refusal of one field, worded and shaped like a validation failure of the contract. */
export const invalidField = (path: string, message: string) =>
  new AppError('INVALID', message, [{ path, message }])
