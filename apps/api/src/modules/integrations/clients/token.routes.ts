import formBody from '@fastify/formbody'
import { CLIENT_SCOPES, contract } from '@zelab/contract'
import type { FastifyError, FastifyInstance } from 'fastify'
import type { AppError } from '../../../core/app-error.ts'
import { limitRoute } from '../../../http/anonymous-limits.ts'
import { describeFailure, retryAfterOf } from '../../../http/error-handler.ts'
import { serveFhir } from '../../../http/serve.ts'
import { OAuthError, type OAuthErrorCode } from './oauth-error.ts'
import type { EventService } from '../changes/events.service.ts'
import type { TokenService } from './tokens.service.ts'

const FORM_LIMIT_BYTES = 16 * 1024

const codeOf = (status: number): OAuthErrorCode => {
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

/** Errors as in RFC 6749. */
const tokenRoute = async (app: FastifyInstance, tokens: TokenService): Promise<void> => {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(formBody, { bodyLimit: FORM_LIMIT_BYTES })
    scope.addHook('onRoute', limitRoute)
    scope.setErrorHandler((error: FastifyError | AppError | OAuthError, request, reply) => {
      void reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
      if (error instanceof OAuthError) {
        if (error.status === 401) void reply.header('www-authenticate', 'Bearer')
        return reply.status(error.status).send({ error: error.code, error_description: error.message })
      }
      const { status, body } = describeFailure(error, request)
      const retryAfter = retryAfterOf(error)
      if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
      return reply.status(status).send({ error: codeOf(status), error_description: body.message })
    })
    serveFhir(scope, contract.fhir.token, ({ body }, request, reply) => {
      void reply.header('pragma', 'no-cache').type('application/json; charset=utf-8')
      return tokens.issue(body, request.ip)
    })
  })
}

export const tokenRoutes = async (
  app: FastifyInstance,
  { tokens, events, publicUrl }: { tokens: TokenService; events: EventService; publicUrl: string },
): Promise<void> => {
  await tokenRoute(app, tokens)
  serveFhir(app, contract.fhir.events, ({ client, query }, _, reply) => {
    void reply.type('application/json; charset=utf-8')
    return events.list(client, query)
  })
  serveFhir(app, contract.fhir.configuration, async (_, __, reply) => {
    void reply.type('application/json; charset=utf-8')
    return {
      token_endpoint: `${publicUrl}/fhir/token`,
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
      scopes_supported: ['system/*.rs', 'system/*.read', ...CLIENT_SCOPES],
      capabilities: ['client-confidential-asymmetric', 'permission-v2'],
    }
  })
}
