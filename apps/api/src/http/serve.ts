import {
  addressOf,
  API_BASE,
  can,
  type ClientScope,
  type Endpoint,
  type Envelope,
  type HandlerInput,
  type HandlerResult,
} from '@zelab/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { AppError, forbidden, unauthenticated } from '../core/app-error.ts'
import type { Caller, ClientCaller, IdempotencyKey, ListView } from '../core/caller.ts'
import { hasScope } from '../core/client-scopes.ts'
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
  interface FastifyInstance {
    recordList(caller: Caller, view: ListView): void
  }
  interface FastifyRequest {
    caller: Caller | null
    client: ClientCaller | null
    /** Rejects with 401 when the caller's session has ended since the request began. */
    expectSession(): Promise<void>
  }
  interface FastifyContextConfig {
    access?: string
    changesNothing?: boolean
    idempotent?: boolean
  }
}

const isScope = (access: Endpoint['access']): access is ClientScope => access.startsWith('system/')

const refusalOfClient = (
  access: ClientScope,
  path: string,
  { client }: FastifyRequest,
): AppError | undefined => {
  if (!client) return unauthenticated('CLIENT_UNKNOWN')
  const letter = path.endsWith(':id') || access.endsWith('.r') ? 'r' : 's'
  return hasScope(client.scopes, { access, letter }) ? undefined : forbidden('SCOPE_MISSING')
}

const refusalOf = (endpoint: Endpoint, request: FastifyRequest): AppError | undefined => {
  const { access } = endpoint
  if (access === 'anyone') return undefined
  if (isScope(access)) return refusalOfClient(access, endpoint.path, request)
  if (!request.caller) return unauthenticated()
  const { session } = request.caller
  if (!endpoint.beforeSecondFactor) {
    if (session.isSecondFactorRequired && !session.isSecondFactorOn)
      return forbidden('SECOND_FACTOR_REQUIRED')
    if (session.isPasskeyRequired && !session.hasPasskey) return forbidden('PASSKEY_REQUIRED')
  }
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
  ...(typeof endpoint.response !== 'string' && {
    response: { 200: endpoint.response, ...(endpoint.accepted && { 202: endpoint.accepted.response }) },
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
    url: addressOf(endpoint),
    config: {
      access: endpoint.access,
      changesNothing: endpoint.changesNothing ?? false,
      idempotent: endpoint.idempotent ?? false,
      isSigned: endpoint.isSigned ?? false,
      isForClients: endpoint.base === '/fhir',
    },
    schema: schemaOf(endpoint),
    onRequest: (request, _, done) => done(refusalOf(endpoint, request)),
    ...(endpoint.method !== 'GET' && !endpoint.body && { preValidation: dropBody }),
    handler: limitByUser(app, endpoint, endWithSession(endpoint, handler)),
  })
}

type Input<E extends Endpoint> = HandlerInput<E> &
  (E['access'] extends 'anyone'
    ? unknown
    : E['access'] extends ClientScope
      ? { client: ClientCaller }
      : { caller: Caller })

const inputOf = <E extends Endpoint>(request: FastifyRequest): Input<E> =>
  // Fastify has validated these parts by the schemas of the endpoint.
  ({
    params: request.params,
    query: request.query,
    body: request.body,
    get caller() {
      return callerOf(request)
    },
    client: request.client,
  }) as unknown as Input<E>

const fieldsOf = ({ shape }: Envelope) =>
  Object.keys(shape).filter((name) => name !== 'success' && name !== 'message')

const answersOf = (response: Envelope, message: string) => {
  const fields = fieldsOf(response)
  const isData = fields.length === 1 && fields[0] === 'data'
  return (result: unknown) => ({
    success: true,
    message,
    ...(isData ? { data: result } : fields.length > 0 && (result as object)),
  })
}

type Handler<E extends Endpoint> = (
  input: Input<E>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<HandlerResult<E>>

const serveEnvelope = <E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void => {
  const { response, message = 'OK', accepted } = endpoint
  if (typeof response === 'string') throw new Error(`${endpoint.path} is no envelope`)
  const answer = answersOf(response, message)
  const acceptedAnswer = accepted && answersOf(accepted.response, accepted.message)
  mount(app, endpoint, async (request, reply) => {
    const result = await handler(inputOf(request), request, reply)
    void reply.header('cache-control', 'no-store')
    return acceptedAnswer && reply.statusCode === 202 ? acceptedAnswer(result) : answer(result)
  })
}

/** The handler returns the fields of the envelope, or its `data` alone if it has no other field. */
export const serve = <E extends Endpoint & { patientData?: 'view' | 'change' }>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
): void => serveEnvelope(app, endpoint, handler)

interface FoundRows {
  pagination?: { page: number }
  data?: unknown
}

/**
 * Records that the caller was shown a list: its rows, and the page if it has pages.
 * @param describe undefined when the answer shows no patient
 */
export const serveList = <E extends Endpoint & { patientData: 'list' }>(
  app: FastifyInstance,
  endpoint: E,
  describe: (input: Input<E>, found: HandlerResult<E>) => ListView | undefined,
  handler: Handler<E>,
): void =>
  serveEnvelope(app, endpoint, async (input, request, reply) => {
    const found = await handler(input, request, reply)
    const { pagination, data = found } = found as FoundRows
    const view = describe(input, found)
    if (view)
      app.recordList(callerOf(request), {
        ...(pagination && { page: pagination.page }),
        ...(Array.isArray(data) && { rows: data.length }),
        ...view,
      })
    return found
  })

export const serveFile = <E extends Endpoint & { response: 'file' }>(
  app: FastifyInstance,
  endpoint: E,
  handler: (input: Input<E>, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void => {
  mount(app, endpoint, async (request, reply) => handler(inputOf(request), request, reply))
}

/** Answers 303. The handler returns where to go. */
export const serveRedirect = <E extends Endpoint & { response: 'redirect' }>(
  app: FastifyInstance,
  endpoint: E,
  handler: (input: Input<E>, request: FastifyRequest, reply: FastifyReply) => Promise<string>,
): void => {
  mount(app, endpoint, async (request, reply) => {
    const address = await handler(inputOf(request), request, reply)
    void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    return reply.redirect(address, 303)
  })
}

/** The handler sends the answer, or returns its body. */
export const serveFhir = <E extends Endpoint & { response: 'fhir' }>(
  app: FastifyInstance,
  endpoint: E,
  handler: (input: Input<E>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void => {
  mount(app, endpoint, async (request, reply) => {
    void reply.header('cache-control', 'no-store').type('application/fhir+json; charset=utf-8')
    return handler(inputOf(request), request, reply)
  })
}

/** Fails the startup when a route declares no access, which would open it to everyone. */
export const refuseUndeclaredAccess = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    if ([API_BASE, '/fhir'].some((base) => route.url.startsWith(base)) && route.config?.access === undefined)
      throw new Error(`${String(route.method)} ${route.url} declares no access`)
  })
}

export const pathNotFound = () => new AppError('NOT_FOUND', 'PATH_NOT_FOUND')

export const timeZoneOf = (request: FastifyRequest): string | undefined => {
  const header = request.headers['x-time-zone']
  return typeof header === 'string' ? header : undefined
}
