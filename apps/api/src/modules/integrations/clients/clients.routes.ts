import type { FastifyInstance } from 'fastify'
import { lookUpCookie } from '../../../http/anonymous-limits.ts'
import type { ClientIdentityService } from './client-identity.ts'

const BEARER = /^Bearer ([\w.~+/-]{20,200}=*)$/i

/** Looks up the bearer token of requests below `/fhir`. */
export const identifyClients = (
  app: FastifyInstance,
  { clientIdentity }: { clientIdentity: ClientIdentityService },
): void => {
  app.decorateRequest('client', null)
  app.addHook('onRequest', async (request, reply) => {
    const { isForClients, access } = request.routeOptions.config
    if (!isForClients || access === 'anyone') return
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
    const found =
      token === undefined
        ? null
        : await lookUpCookie(request, async () => (await clientIdentity.identify(token)) ?? null)
    if (!found) return void reply.header('www-authenticate', 'Bearer')
    await clientIdentity.admit(found)
    request.client = { ...found, address: request.ip, requestId: request.id }
  })
}
