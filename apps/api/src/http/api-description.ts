import { API_BASE } from '@zelab/contract'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { unauthenticated } from '../core/app-error.ts'

const refuseAnonymous = (request: FastifyRequest, _: unknown, done: (error?: Error) => void) =>
  done(request.caller ? undefined : unauthenticated())

/** Serves the OpenAPI 3.1 description generated from the contract, with a viewer, to signed-in staff. */
export const describeApi = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Zelab API',
        description:
          'Every answer is an envelope: `{ success: true, message, data, pagination? }`, or `{ success: false, code, message, errors? }` with status 400, 401, 403, 404, 409, 413, 415, 429 or 503. The session is a cookie; writes need an Origin header of the application.',
        version: '1.0.0',
      },
    },
    transform: jsonSchemaTransform,
  })
  // Generated on first use, because it takes most of a second.
  let description: string | undefined
  app.get(
    `${API_BASE}/openapi.json`,
    { config: { access: 'staff' }, schema: { hide: true }, onRequest: refuseAnonymous },
    async (_, reply) => {
      description ??= JSON.stringify(app.swagger())
      return reply.type('application/json; charset=utf-8').send(description)
    },
  )
  await app.register(async (pages) => {
    // The session hook only runs for routes that declare their access.
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'staff' }
    })
    await pages.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: false,
      uiHooks: { onRequest: refuseAnonymous },
    })
  })
}
