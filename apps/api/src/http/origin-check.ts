import { REFUSAL } from '@zelab/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forbidden } from './app-error.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

const isOwnOrigin = (origin: string, request: FastifyRequest, allowed: ReadonlySet<string>) => {
  if (allowed.has(origin)) return true
  try {
    return new URL(origin).host === request.host
  } catch {
    return false
  }
}

/**
 * Refuses writes that another site made the browser send: a write names our own origin in Origin,
 * or says so in Sec-Fetch-Site, a header that no page can forge.
 */
export const addOriginCheck = (app: FastifyInstance, allowedOrigins: readonly string[]): void => {
  const allowed = new Set(allowedOrigins)
  app.addHook('onRequest', (request, _, done) => {
    if (SAFE_METHODS.has(request.method)) return done()
    const { origin } = request.headers
    const isOurs =
      origin === undefined
        ? request.headers['sec-fetch-site'] === 'same-origin'
        : isOwnOrigin(origin, request, allowed)
    done(isOurs ? undefined : forbidden(REFUSAL.foreignOrigin))
  })
}
