import { API_BASE } from '@zelab/contract'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** Describes the API as OpenAPI 3.1, made from the contract, with a page to read it. */
export const describeApi = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Zelab API',
        description:
          'Every answer is an envelope: `{ success: true, message, data, pagination? }`, or `{ success: false, message, errors? }` with status 400, 401, 403, 404, 409, 413, 415, 429 or 503. The session is a cookie; writes need an Origin header of the application.',
        version: '1.0.0',
      },
    },
    transform: jsonSchemaTransform,
  })
  app.get(`${API_BASE}/openapi.json`, { config: { access: 'anyone' }, schema: { hide: true } }, async () =>
    app.swagger(),
  )
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false })
}
