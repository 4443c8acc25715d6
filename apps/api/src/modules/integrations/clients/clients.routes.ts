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
  app.addHook('onRequest', async (request) => {
    const { isForClients, access } = request.routeOptions.config
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
    if (!isForClients || access === 'anyone' || token === undefined) return
    const found = await lookUpCookie(request, async () => (await clientIdentity.identify(token)) ?? null)
    request.client = found && { ...found, address: request.ip, requestId: request.id }
  })
}
