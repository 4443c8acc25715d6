import { ERROR_STATUS, REFUSAL, type ErrorKind, type RefusalCode } from '@zelab/contract'

export interface FieldProblem {
  path: string
  message: string
}

interface RefusalDetails {
  message?: string
  field?: string
  retryAfterSeconds?: number
}

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

export class RecordConflict extends AppError {
  readonly data: readonly unknown[]

  constructor(code: RefusalCode, data: readonly unknown[]) {
    super('CONFLICT', code)
    this.data = data
  }
}

export const notFound = (code: RefusalCode = 'NOT_FOUND') => new AppError('NOT_FOUND', code)
export const conflict = (code: RefusalCode, field?: string) =>
  new AppError('CONFLICT', code, field === undefined ? {} : { field })
export const forbidden = (code: RefusalCode = 'FORBIDDEN') => new AppError('FORBIDDEN', code)
export const unauthenticated = (code: RefusalCode = 'SIGN_IN_REQUIRED') =>
  new AppError('UNAUTHENTICATED', code)

export const rateLimited = (retryAfterSeconds: number) =>
  new AppError('THROTTLED', 'TOO_MANY_ATTEMPTS', {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)),
  })

export const invalidField = (field: string, message: string) =>
  new AppError('INVALID', 'INVALID_INPUT', { field, message })

export const refusedField = (field: string, code: RefusalCode) => new AppError('INVALID', code, { field })
