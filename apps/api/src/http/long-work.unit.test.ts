import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { can, STAFF_ROLES, type Endpoint } from '@zelab/contract'
import Fastify, { type FastifyRequest } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '../core/app-error.ts'
import type { Caller } from '../core/caller.ts'
import { createSessionWatch } from '../modules/auth/sessions/session-watch.ts'
import { endpoints } from '../testing/endpoints.ts'
import { jsonSchemaOf, type JsonSchema } from '../testing/hostile-values.ts'
import { isLongWork, workSignalOf } from './long-work.ts'
import { serve, serveFile } from './serve.ts'

const long = endpoints.filter(([, endpoint]) => isLongWork(endpoint) && endpoint.access !== 'anyone')

const IN_ONE_STATEMENT = [
  'critical.updateCriticalSettings',
  'inbox.addSource',
  'inbox.review',
  'inbox.setType',
  'inbox.trySettings',
  'inbox.updateSettings',
  'inbox.updateSource',
  'patients.register',
  'preferences.update',
  'providers.create',
  'providers.update',
  'release.updateReleaseSettings',
  'turnaround.updateSettings',
  'visits.addVisit',
  'visits.updateVisit',
]

const serveEndless = async (endpoint: Endpoint) => {
  const app = Fastify()
  const role = STAFF_ROLES.find((one) => endpoint.access === 'staff' || can(one, endpoint.access as never))
  let isOpen = true
  const watch = createSessionWatch((ids) => Promise.resolve(isOpen ? ids : []))
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  app.decorateRequest('caller', null)
  app.decorateRequest('workSignal', undefined)
  app.decorateRequest('expectSession', () => Promise.resolve())
  app.decorateRequest('watchSession', function (this: FastifyRequest, onEnd) {
    return watch(1, onEnd)
  })
  app.addHook('onRequest', (request, _, done) => {
    request.caller = { user: { id: 1, userType: { name: role } }, session: { id: 1 } } as Caller
    done()
  })
  app.setErrorHandler((error, _, reply) =>
    reply.status(error instanceof AppError ? error.status : 500).send(),
  )
  let begun = 0
  const endless = async (request: FastifyRequest) => {
    begun += 1
    for (;;) {
      await sleep(20)
      // A service may translate the end of its work.
      if (workSignalOf(request).aborted) throw new Error('The upload was interrupted')
    }
  }
  if (endpoint.response === 'file')
    serveFile(app, endpoint as Endpoint & { response: 'file' }, async (_input, _request, reply) => {
      begun += 1
      const content = new Readable({ read: () => {} })
      content.push('begin')
      return reply.type('text/plain').send(content)
    })
  else serve(app, { ...endpoint, patientData: 'view' }, (_, request) => endless(request))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, origin, endSession: () => (isOpen = false), hasBegun: () => begun > 0 }
}

let stop = () => Promise.resolve()
afterEach(() => stop())

describe('every endpoint that streams or works through a list', () => {
  it.each(long)('%s ends with the session [RULE-42]', async (_, endpoint) => {
    const { app, origin, endSession, hasBegun } = await serveEndless(endpoint)
    stop = () => app.close()
    const path = endpoint.path.replace(/:\w+/g, '1')
    const answer = fetch(`${origin}/api/v1${path}`, { method: endpoint.method }).then(async (response) => {
      const text = await response.text()
      return { status: response.status, text }
    })
    const outcome = answer.then(
      ({ status }) => status,
      () => 'broken off',
    )
    await expect.poll(hasBegun).toBe(true)
    endSession()
    expect(await outcome).toBe(endpoint.response === 'file' ? 'broken off' : 401)
  })

  it('declares that it repeats, unless one statement handles its list [RULE-42]', () => {
    const hasLongList = (schema: JsonSchema): boolean =>
      (schema.type === 'array' && (schema.maxItems ?? Infinity) > 10) ||
      Object.values(schema as Record<string, unknown>).some((part) =>
        typeof part === 'object' && part !== null ? hasLongList(part) : false,
      )
    const lists = endpoints.filter(([, { body }]) => body && hasLongList(jsonSchemaOf(body)))
    const undeclared = lists.filter(([, { repeats }]) => !repeats).map(([name]) => name)
    expect(undeclared.toSorted()).toEqual(IN_ONE_STATEMENT)
  })

  it('counts as long work: uploads, files and lists [RULE-42]', () => {
    expect(long.length).toBeGreaterThanOrEqual(20)
    expect(long.filter(([, { repeats }]) => repeats).map(([name]) => name)).toEqual([
      'release.releaseMany',
      'deliveries.resendMany',
      'visits.setPayments',
      'visits.handOverPapers',
      'inbox.publishMatched',
      'integrations.replay',
    ])
  })
})
