import type { FastifyRequest } from 'fastify'

/** The IANA zone that the caller's browser reports, if any. */
export const timeZoneOf = (request: FastifyRequest): string | undefined => {
  const header = request.headers['x-time-zone']
  return typeof header === 'string' ? header : undefined
}
