import type { FastifyRequest } from 'fastify'

export const timeZoneOf = (request: FastifyRequest): string | undefined => {
  const header = request.headers['x-time-zone']
  return typeof header === 'string' ? header : undefined
}
