import { ERROR_STATUS, REFUSAL, type ErrorKind, type RefusalCode } from '@zelab/contract'

export interface FieldProblem {
  path: string
  message: string
}

interface RefusalDetails {
  /** Where the code's own text does not say enough. */
  message?: string
  /** The field of the request that it is about. */
  field?: string
  /** For refusals that end by themselves: the header `Retry-After`. */
  retryAfterSeconds?: number
}

/** A refusal that the client is told about: by its kind (the status), a stable code, and words for people. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: RefusalCode
  readonly status: number
  readonly problems: FieldProblem[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    kind: ErrorKind,
    code: RefusalCode,
    { message = REFUSAL[code], field, retryAfterSeconds }: RefusalDetails = {},
  ) {
    super(message)
    this.name = 'AppError'
    this.kind = kind
    this.code = code
    this.status = ERROR_STATUS[kind]
    this.problems = field === undefined ? undefined : [{ path: field, message }]
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A conflict that the answer explains with the records it is about. */
export class RecordConflict extends AppError {
  readonly data: readonly unknown[]

  constructor(code: RefusalCode, data: readonly unknown[]) {
    super('CONFLICT', code)
    this.data = data
  }
}

export const notFound = (code: RefusalCode = 'NOT_FOUND') => new AppError('NOT_FOUND', code)
/** With the field of the form that it is about, if there is one. */
export const conflict = (code: RefusalCode, field?: string) =>
  new AppError('CONFLICT', code, field === undefined ? {} : { field })
export const forbidden = (code: RefusalCode = 'FORBIDDEN') => new AppError('FORBIDDEN', code)
export const unauthenticated = (code: RefusalCode = 'SIGN_IN_REQUIRED') =>
  new AppError('UNAUTHENTICATED', code)

/** A rate limit was reached. */
export const rateLimited = (retryAfterSeconds: number) =>
  new AppError('THROTTLED', 'TOO_MANY_ATTEMPTS', {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)),
  })

/** A refusal of one field, worded and shaped like a validation failure of the contract. */
export const invalidField = (field: string, message: string) =>
  new AppError('INVALID', 'INVALID_INPUT', { field, message })

/** A refusal of one field for a reason of its own. */
export const refusedField = (field: string, code: RefusalCode) => new AppError('INVALID', code, { field })
