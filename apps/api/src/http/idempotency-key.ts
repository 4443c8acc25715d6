import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../core/app-error.ts'
import type { IdempotencyKey } from '../core/caller.ts'

const LONGEST_KEY = 200

/** Parses the header `Idempotency-Key` together with the request's fingerprint; undefined without one. */
export const idempotencyKeyOf = (request: FastifyRequest): IdempotencyKey | undefined => {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  const key = String(header).trim()
  if (key === '' || key.length > LONGEST_KEY)
    throw new AppError('INVALID', 'IDEMPOTENCY_KEY_INVALID', {
      message: `Idempotency-Key must have 1 to ${LONGEST_KEY} characters`,
    })
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest()
  return { key, fingerprint }
}
