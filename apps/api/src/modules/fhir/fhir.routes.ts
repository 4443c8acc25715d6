import formBody from '@fastify/formbody'
import { contract, FHIR_RESOURCES, isFhirType, SEARCHED_TYPES, type SearchedType } from '@zelab/contract'
import type { FhirResource, Meta } from 'fhir/r4'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../../core/app-error.ts'
import type { Context } from '../../core/context.ts'
import { operationOutcome } from '../../core/fhir/operation-outcome.ts'
import { describeFailure, retryAfterOf } from '../../http/error-handler.ts'
import { pathNotFound, serveFhir } from '../../http/serve.ts'
import { streamChunks } from '../../http/file-streaming.ts'
import { sendStoredFile } from '../../http/stored-file-response.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { streamedBinary } from './binary-resource.ts'
import { capabilityStatement } from './capability-statement.ts'
import { acceptsJson, FHIR_JSON, formOfFile } from './content-types.ts'
import type { FhirSearchService } from './fhir-search.service.ts'
import { findFile } from './resources/document-reference.ts'
import type { FhirContext } from './resources/fhir-resource.ts'
import { recordReport } from './resources/report-resources.ts'
import { RESOURCE_TYPES, RESOURCES } from './resources/resources.ts'
import { subsetOf } from './resources/subset.ts'
import { readShown } from './search/result-parameters.ts'
import {
  hasModifierOrChain,
  isKnownParameter,
  namedValues,
  type NamedValue,
} from './search/search-parameters.ts'

const PREFIX = '/fhir/R4'
const FORM_LIMIT_BYTES = 16 * 1024
/** Larger files are sent as they are only. */
const BINARY_MAX_BYTES = 25 * 1024 * 1024
const CONTENT_TYPE = `${FHIR_JSON}; charset=utf-8`

const fail = (reply: FastifyReply, status: number, message: string) =>
  reply
    .status(status)
    .header('cache-control', 'no-store')
    .type(CONTENT_TYPE)
    .send(JSON.stringify(operationOutcome(status, message)))

class NotAcceptable extends Error {
  readonly statusCode = 406
}

const valueOf = ({ query, body }: FastifyRequest, name: string): string | undefined =>
  namedValues(query, body).find(([one]) => one === name)?.[1]
const formatOf = (request: FastifyRequest) => valueOf(request, '_format')

const textOf = (request: FastifyRequest, resource: FhirResource): string =>
  JSON.stringify(resource, null, valueOf(request, '_pretty') === 'true' ? 2 : undefined)

const expectJson = (request: FastifyRequest) => {
  if (!acceptsJson(request.headers.accept, formatOf(request)))
    throw new NotAcceptable(`The only format is ${FHIR_JSON}`)
}

const isMatch = (header: string | undefined, version: string) =>
  (header ?? '').split(',').some((tag) => [`W/"${version}"`, `"${version}"`, '*'].includes(tag.trim()))

/** Sets the version and the time of the change. True if the client has this version. */
const isUnchanged = (request: FastifyRequest, reply: FastifyReply, { meta }: { meta?: Meta }): boolean => {
  const { versionId = '', lastUpdated } = meta ?? {}
  void reply.header('etag', `W/"${versionId}"`)
  if (lastUpdated) void reply.header('last-modified', new Date(lastUpdated).toUTCString())
  return isMatch(request.headers['if-none-match'], versionId)
}

const sendUnchanged = (reply: FastifyReply) => reply.removeHeader('content-type').status(304).send()

const sendResource = (
  request: FastifyRequest,
  reply: FastifyReply,
  resource: FhirResource & { meta?: Meta },
): FastifyReply =>
  isUnchanged(request, reply, resource) ? sendUnchanged(reply) : reply.send(textOf(request, resource))

const isLenient = ({ headers }: FastifyRequest) =>
  /(^|[;,\s])handling\s*=\s*lenient\b/i.test(String(headers.prefer ?? ''))

/** They shape the answer and filter nothing. */
const FORMS = ['_format', '_pretty']

/** Unknown parameters are left out if the client says so. Modifiers and chains never are. */
const searchedFor = (request: FastifyRequest, type: SearchedType): NamedValue[] => {
  const given = namedValues(request.query, request.body).filter(([name]) => !FORMS.includes(name))
  if (!isLenient(request)) return given
  return given.filter(
    ([name]) =>
      name === '_cursor' || isKnownParameter(RESOURCES[type].search.rules, name) || hasModifierOrChain(name),
  )
}

interface FhirServices extends FhirContext, Pick<Context, 'build' | 'clock'> {
  searches: FhirSearchService
  settings: SettingsService
}

const addErrors = (scope: FastifyInstance) => {
  scope.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    if (error instanceof NotAcceptable) return fail(reply, 406, error.message)
    const { status, body } = describeFailure(error, request)
    const retryAfter = retryAfterOf(error)
    if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
    if (status === 401) void reply.header('www-authenticate', 'Bearer')
    return fail(reply, status, body.message)
  })
}

const { fhir } = contract

const allowedMethods = (path: string): string | undefined => {
  const [, type = '', rest] = /^\/fhir\/R4\/([^/?]+)(?:\/([^/?]*))?\/?(?:\?|$)/.exec(path) ?? []
  if (type === 'metadata' && rest === undefined) return 'GET'
  if (!isFhirType(type)) return undefined
  const { isSearched } = FHIR_RESOURCES[type]
  if (rest === '_search') return isSearched ? 'POST' : undefined
  if (rest === undefined) return isSearched ? 'GET' : undefined
  return 'GET'
}

const sendNotFound = (request: FastifyRequest, reply: FastifyReply) => {
  const allowed = allowedMethods(request.url)
  if (allowed !== undefined && !(allowed === 'GET' && ['GET', 'HEAD'].includes(request.method)))
    return fail(reply.header('allow', allowed), 405, 'This server is read only')
  return fail(reply, 404, pathNotFound().message)
}

const addReads = (scope: FastifyInstance, services: FhirServices) => {
  for (const type of RESOURCE_TYPES)
    serveFhir(scope, fhir[`read${type}`], async ({ client, params }, request, reply) => {
      expectJson(request)
      const shown = readShown(namedValues(request.query))
      const resource = await RESOURCES[type].read(services, client, params.id)
      return sendResource(request, reply, subsetOf(resource, shown))
    })

  serveFhir(scope, fhir.readBinary, async ({ client, params }, request, reply) => {
    const file = await findFile(services, client, params.id)
    const form = formOfFile(request.headers.accept, formatOf(request), file.mediaType)
    if (form === undefined) throw new NotAcceptable(`The formats are ${file.mediaType} and ${FHIR_JSON}`)
    if (form === 'resource' && file.sizeBytes > BINARY_MAX_BYTES)
      throw new NotAcceptable(`A file of this size is sent as ${file.mediaType} only`)
    recordReport(services, client, file.reportId, 'Read the file of report')
    void reply.header('vary', 'Accept')
    if (form === 'file') {
      void reply.header('repr-digest', `sha-256=:${Buffer.from(file.checksum, 'hex').toString('base64')}:`)
      return sendStoredFile(request, reply, file, (range) => services.files.open(file, range), 'attachment')
    }
    const { version, changedAt } = file.resourceVersion
    const resource = {
      resourceType: 'Binary' as const,
      id: params.id,
      meta: { versionId: version, lastUpdated: changedAt },
      contentType: file.mediaType,
      securityContext: { reference: `DiagnosticReport/report-${file.reportId}` },
    }
    if (isUnchanged(request, reply, resource)) return sendUnchanged(reply)
    const { chunks, length } = streamedBinary(resource, file.sizeBytes, await services.files.open(file))
    return streamChunks(reply, chunks, length)
  })
}

const addSearches = (scope: FastifyInstance, { searches }: FhirServices) => {
  for (const type of SEARCHED_TYPES)
    for (const endpoint of [fhir[`search${type}`], fhir[`searchByForm${type}`]])
      serveFhir(scope, endpoint, async ({ client }, request) => {
        expectJson(request)
        return textOf(request, await searches.search(client, type, searchedFor(request, type)))
      })
}

export const fhirRoutes = async (app: FastifyInstance, services: FhirServices): Promise<void> => {
  const { publicUrl, build, clock, settings } = services
  const startedAt = clock.now().toISOString()
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(formBody, { bodyLimit: FORM_LIMIT_BYTES })
    addErrors(scope)
    serveFhir(scope, fhir.capabilities, async (_, request) => {
      expectJson(request)
      const { productName } = await settings.brand()
      const software = { name: productName, version: build['version'] }
      return textOf(request, capabilityStatement(publicUrl, software, startedAt))
    })
    addReads(scope, services)
    addSearches(scope, services)
  })
  await app.register(
    (scope, _, done) => {
      addErrors(scope)
      scope.setNotFoundHandler(sendNotFound)
      done()
    },
    { prefix: PREFIX },
  )
}
