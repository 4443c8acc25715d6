import { API_BASE, can, type Endpoint, type HandlerInput, type HandlerResult } from '@zelab/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { AppError, forbidden, unauthenticated } from '../core/app-error.ts'
import type { Caller, IdempotencyKey } from '../core/caller.ts'
import { lastWriteOf } from './read-your-writes.ts'
import { endWithSession } from './long-work.ts'
import { limitByUser } from './user-limits.ts'
import { createHash } from 'node:crypto'

const LONGEST_KEY = 200

const idempotencyKeyOf = (request: FastifyRequest): IdempotencyKey | undefined => {
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

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /** Rejects with 401 when the caller's session has ended since the request began. */
    expectSession(): Promise<void>
  }
  interface FastifyContextConfig {
    access?: string
    changesNothing?: boolean
    idempotent?: boolean
  }
}

const refusalOf = (endpoint: Endpoint, request: FastifyRequest): AppError | undefined => {
  const { access } = endpoint
  if (access === 'anyone') return undefined
  if (!request.caller) return unauthenticated()
  const { isSecondFactorRequired, isSecondFactorOn } = request.caller.session
  if (isSecondFactorRequired && !isSecondFactorOn && !endpoint.beforeSecondFactor)
    return forbidden('SECOND_FACTOR_REQUIRED')
  return access === 'staff' || can(request.caller.user.userType.name, access) ? undefined : forbidden()
}

export const callerOf = (request: FastifyRequest): Caller => {
  if (!request.caller) throw unauthenticated()
  const idempotencyKey = request.routeOptions.config.idempotent ? idempotencyKeyOf(request) : undefined
  const lastWrite = lastWriteOf(request)
  return idempotencyKey || lastWrite !== undefined
    ? { ...request.caller, idempotencyKey, lastWrite }
    : request.caller
}

const schemaOf = (endpoint: Endpoint) => ({
  summary: endpoint.summary,
  ...(endpoint.params && { params: endpoint.params }),
  ...(endpoint.query && { querystring: endpoint.query }),
  ...(endpoint.body && { body: endpoint.body }),
  ...(endpoint.response !== 'file' && {
    response: { 200: endpoint.response, ...(endpoint.accepted && { 202: endpoint.accepted }) },
  }),
})

// Updates accept PUT and PATCH (AMB-73).
const methodsOf = (endpoint: Endpoint): HTTPMethods | HTTPMethods[] =>
  endpoint.method === 'PUT' ? ['PUT', 'PATCH'] : endpoint.method

/** Drops undeclared bodies without parsing, because their depth has no limit. */
const dropBody = (request: FastifyRequest, _: FastifyReply, done: () => void) => {
  request.body = undefined
  done()
}

const mount = (
  app: FastifyInstance,
  endpoint: Endpoint,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) => {
  app.route({
    method: methodsOf(endpoint),
    url: API_BASE + endpoint.path,
    config: {
      access: endpoint.access,
      changesNothing: endpoint.changesNothing ?? false,
      idempotent: endpoint.idempotent ?? false,
      isSigned: endpoint.isSigned ?? false,
    },
    schema: schemaOf(endpoint),
    onRequest: (request, _, done) => done(refusalOf(endpoint, request)),
    ...(endpoint.method !== 'GET' && !endpoint.body && { preValidation: dropBody }),
    handler: limitByUser(app, endpoint, endWithSession(endpoint, handler)),
  })
}

export const serve = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (
    input: HandlerInput<E>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<HandlerResult<E>>,
): void => {
  mount(app, endpoint, async (request, reply) => {
    const input = { params: request.params, query: request.query, body: request.body } as HandlerInput<E>
    const result = await handler(input, request, reply)
    void reply.header('cache-control', 'no-store')
    return { success: true, message: 'OK', ...result }
  })
}

export const serveFile = <E extends Endpoint & { response: 'file' }>(
  app: FastifyInstance,
  endpoint: E,
  handler: (input: HandlerInput<E>, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void => {
  mount(app, endpoint, (request, reply) =>
    handler(
      { params: request.params, query: request.query, body: request.body } as HandlerInput<E>,
      request,
      reply,
    ),
  )
}

/** Fails the startup when a route declares no access, which would open it to everyone. */
export const refuseUndeclaredAccess = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith(API_BASE) && route.config?.access === undefined)
      throw new Error(`${String(route.method)} ${route.url} declares no access`)
  })
}

export const pathNotFound = () => new AppError('NOT_FOUND', 'PATH_NOT_FOUND')
