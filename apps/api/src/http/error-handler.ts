import { REFUSAL, type Failure } from '@zelab/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { BusyError } from '../platform/busy-error.ts'
import { DatabaseUnavailableError, sqlState } from '../platform/database/database.ts'
import { StorageUnavailableError } from '../platform/file-storage/file-storage.ts'
import { AppError, RecordConflict, type FieldProblem } from './app-error.ts'

const failure = (message: string, errors?: FieldProblem[]): Failure => ({
  success: false,
  message,
  ...(errors && { errors }),
})

const WORDING_BY_STATUS: Record<number, string> = {
  400: REFUSAL.unreadable,
  403: REFUSAL.forbidden,
  404: REFUSAL.pathNotFound,
  408: REFUSAL.unavailable,
  413: REFUSAL.tooLarge,
  414: REFUSAL.tooLarge,
  415: REFUSAL.mediaType,
  429: REFUSAL.busy,
}

const isFieldPath = (path: string) => path !== ''

/** What a validation failure says: the first text is the message, verbatim (AMB-76). */
const describeInvalid = (error: FastifyError): { status: number; body: Failure } | undefined => {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  // An id that is no id names nothing: the same answer as an absent record (AMB-93).
  if (error.validationContext === 'params') return { status: 404, body: failure(REFUSAL.notFound) }
  const problems = error.validation.map((problem) => ({
    path: problem.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: problem.message ?? REFUSAL.unreadable,
  }))
  const aboutFields = problems.filter((problem) => isFieldPath(problem.path))
  return { status: 400, body: failure(aboutFields[0]?.message ?? REFUSAL.unreadable, aboutFields) }
}

const retryAfterOf = (error: Error): number | undefined =>
  error instanceof AppError || error instanceof BusyError ? error.retryAfterSeconds : undefined

const describe = (
  error: FastifyError | AppError,
  request: FastifyRequest,
): { status: number; body: Failure } => {
  if (error instanceof RecordConflict)
    return { status: error.status, body: { ...failure(error.message), data: error.data } }
  if (error instanceof AppError) return { status: error.status, body: failure(error.message, error.problems) }
  const invalid = describeInvalid(error)
  if (invalid) return invalid
  if (error instanceof DatabaseUnavailableError || error instanceof StorageUnavailableError) {
    request.log.error({ err: error }, 'database or storage unavailable')
    return { status: 503, body: failure(REFUSAL.unavailable) }
  }
  if (error instanceof BusyError) {
    request.log.warn({ err: error }, 'too busy')
    return { status: 503, body: failure(REFUSAL.unavailable) }
  }
  // A value that PostgreSQL cannot even read (class 22: NUL in a text, a number or date out of range) is bad input.
  if (sqlState(error)?.startsWith('22')) {
    request.log.warn({ err: error }, 'a value got as far as the database and was refused there')
    return { status: 400, body: failure(REFUSAL.unreadable) }
  }
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500)
    return { status, body: failure(WORDING_BY_STATUS[status] ?? REFUSAL.unreadable) }
  request.log.error({ err: error }, 'unexpected failure')
  return { status: 500, body: failure(REFUSAL.unexpected) }
}

/** Every refusal leaves as one envelope, and nothing of an unexpected failure leaves at all. */
export const addErrorHandler = (
  app: FastifyInstance,
  /** Puts on record that someone asked for what the role does not allow, before the answer goes out. */
  { onForbidden }: { onForbidden: (request: FastifyRequest) => Promise<void> },
): void => {
  app.setErrorHandler(
    async (error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) => {
      const { status, body } = describe(error, request)
      if (status === 403)
        await onForbidden(request).catch((failure: unknown) => {
          request.log.error({ err: failure }, 'a refusal did not get into the activity log')
        })
      const retryAfter = retryAfterOf(error)
      if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
      return reply.status(status).header('cache-control', 'no-store').send(body)
    },
  )
}
