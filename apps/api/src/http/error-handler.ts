import { ERROR_STATUS, REFUSAL, type Failure, type RefusalCode } from '@zelab/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { DatabaseUnavailableError, isTemporary, sqlState } from '../platform/database/database.ts'
import { isDiskFull, isReadOnly, LEAST_FREE_BYTES } from '../platform/disk-space.ts'
import { QueueFullError } from '../platform/fair-queue.ts'
import { StorageUnavailableError } from '../platform/file-storage/file-storage.ts'
import { AppError, type FieldProblem, RecordConflict } from '../core/app-error.ts'
import { operationOutcome } from '../core/fhir/operation-outcome.ts'

const failure = (code: RefusalCode, message: string = REFUSAL[code], errors?: FieldProblem[]): Failure => ({
  success: false,
  code,
  message,
  ...(errors && { errors }),
})

const CODE_BY_STATUS: Record<number, RefusalCode> = {
  400: 'UNREADABLE_REQUEST',
  403: 'FORBIDDEN',
  404: 'PATH_NOT_FOUND',
  408: 'SERVICE_UNAVAILABLE',
  413: 'REQUEST_TOO_LARGE',
  414: 'REQUEST_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_ATTEMPTS',
}

const isFieldPath = (path: string) => path !== ''

const describeInvalid = (error: FastifyError): { status: number; body: Failure } | undefined => {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  // A malformed id answers 404, like a missing record (AMB-93).
  if (error.validationContext === 'params') return { status: 404, body: failure('NOT_FOUND') }
  const problems = error.validation.map((problem) => ({
    path: problem.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: problem.message ?? REFUSAL.UNREADABLE_REQUEST,
  }))
  const aboutFields = problems.filter((problem) => isFieldPath(problem.path))
  const [first] = aboutFields
  const body = first
    ? failure('INVALID_INPUT', first.message, aboutFields)
    : failure('UNREADABLE_REQUEST', undefined, aboutFields)
  return { status: 400, body }
}

/** After a failover of the database, most requests succeed on the first retry. */
const UNAVAILABLE_SECONDS = 2
const QUEUE_FULL_SECONDS = 5

const isUnavailable = (error: Error) =>
  error instanceof DatabaseUnavailableError ||
  error instanceof StorageUnavailableError ||
  isReadOnly(error) ||
  isTemporary(error)

export const retryAfterOf = (error: Error): number | undefined => {
  if (error instanceof AppError) return error.retryAfterSeconds
  if (error instanceof QueueFullError) return QUEUE_FULL_SECONDS
  return isUnavailable(error) ? UNAVAILABLE_SECONDS : undefined
}

export const describeFailure = (
  error: FastifyError | AppError,
  request: FastifyRequest,
): { status: number; body: Failure } => {
  if (error instanceof RecordConflict)
    return { status: error.status, body: { ...failure(error.code), data: error.data } }
  if (error instanceof AppError)
    return { status: error.status, body: failure(error.code, error.message, error.problems) }
  const invalid = describeInvalid(error)
  if (invalid) return invalid
  if (isUnavailable(error)) {
    request.log.error({ err: error }, 'database or storage unavailable')
    return { status: 503, body: failure('SERVICE_UNAVAILABLE') }
  }
  if (error instanceof QueueFullError) {
    request.log.warn({ err: error }, 'too busy')
    return { status: 503, body: failure('SERVICE_UNAVAILABLE') }
  }
  // A value that PostgreSQL rejects (class 22: NUL in a text, a number or date out of range) is invalid input.
  if (sqlState(error)?.startsWith('22')) {
    request.log.warn({ err: error }, 'the database rejected an invalid value that passed validation')
    return { status: 400, body: failure('UNREADABLE_REQUEST') }
  }
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500)
    return { status, body: failure(CODE_BY_STATUS[status] ?? 'UNREADABLE_REQUEST') }
  request.log.error({ err: error }, 'unexpected failure')
  return { status: 500, body: failure('UNEXPECTED_ERROR') }
}

/** For an address that cannot be decoded, or has a part that is too long: it belongs to no route. */
export const refuseAddress = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  const { status, body } = describeFailure(error, request)
  const isFhir = request.url.startsWith('/fhir/R4/')
  void reply
    .status(status)
    // No hook runs for such an address.
    .headers(request.server.securityHeaders)
    .header('cache-control', 'no-store')
    .type(`application/${isFhir ? 'fhir+json' : 'json'}; charset=utf-8`)
    .send(JSON.stringify(isFhir ? operationOutcome(status, body.message) : body))
}

export const addErrorHandler = (
  app: FastifyInstance,
  {
    onForbidden,
    freeBytes,
  }: { onForbidden: (request: FastifyRequest) => Promise<void>; freeBytes: () => Promise<number> },
): void => {
  /** On a full disk, the database may also stop, because it cannot write its log. */
  const isOutOfSpace = async (error: Error) =>
    isDiskFull(error) ||
    (isUnavailable(error) &&
      (await freeBytes().then(
        (free) => free < LEAST_FREE_BYTES,
        () => false,
      )))

  app.setErrorHandler(
    async (error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) => {
      if (await isOutOfSpace(error)) {
        request.log.error({ err: error }, 'the disk is full')
        return reply
          .status(ERROR_STATUS.INSUFFICIENT_STORAGE)
          .header('cache-control', 'no-store')
          .send(failure('DISK_ALMOST_FULL'))
      }
      const { status, body } = describeFailure(error, request)
      if (status === 403)
        await onForbidden(request).catch((failure: unknown) => {
          request.log.error({ err: failure }, 'a denied request could not be recorded in the activity log')
        })
      const retryAfter = retryAfterOf(error)
      if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
      return reply.status(status).header('cache-control', 'no-store').send(body)
    },
  )
}
