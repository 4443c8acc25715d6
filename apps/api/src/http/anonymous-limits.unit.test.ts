import { request as send } from 'node:http'
import { addressOf, contract, type Endpoint } from '@zelab/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { addPublicPages } from './public-pages.ts'
import { serve, serveFhir, serveFile } from './serve.ts'

const open = Object.values(contract)
  .flatMap((group): Endpoint[] => Object.values(group))
  .filter(({ access }) => access === 'anyone')
const unlimited = open.filter(({ rateLimit }) => rateLimit === 'none-needed')
const reads = unlimited.filter(({ method }) => method === 'GET')

let stop = () => Promise.resolve()
afterEach(() => stop())

const startServer = async (add: (app: FastifyInstance, handle: () => Promise<void>) => unknown) => {
  const app = Fastify({ forceCloseConnections: true })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  app.decorateRequest('caller', null)
  app.decorateRequest('workSignal', undefined)
  app.decorateRequest('watchSession', () => () => {})
  let running = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await add(app, async () => {
    running += 1
    await released
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  stop = () => app.close()
  const call = (method: string, path: string, localAddress: string) =>
    new Promise<number>((resolve, reject) => {
      const sent = send(`${origin}${path}`, { method, localAddress }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      })
      sent.on('error', reject).end()
    })
  return { call, release, running: () => running }
}

const expectLimited = async (
  { call, release, running }: Awaited<ReturnType<typeof startServer>>,
  [method, path]: [string, string],
) => {
  const flood = Array.from({ length: 60 }, () => call(method, path, '127.0.0.9'))
  await expect.poll(running).toBe(4)
  const other = call(method, path, '127.0.0.1')
  await expect.poll(running).toBe(5)
  release()
  expect(await other).toBe(200)
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200]))
}

describe('every public address', () => {
  it.each(['GET', 'HEAD', 'POST'])('takes turns by network on pages: %s [RULE-47]', async (method) => {
    const server = await startServer((app, handle) =>
      addPublicPages(app, {
        prefix: '/v',
        failurePageOf: () => '',
        addRoutes: (scope) => {
          scope.get('/page', async () => handle().then(() => 'page'))
          scope.post('/page', async () => handle().then(() => 'page'))
        },
      }),
    )
    await expectLimited(server, [method, '/v/page'])
  })

  it.each(reads)('takes turns by network in the API: $path [RULE-47]', async (endpoint) => {
    const server = await startServer((app, handle) => {
      if (endpoint.response === 'fhir')
        return serveFhir(app, endpoint as Endpoint & { response: 'fhir' }, () => handle().then(() => '{}'))
      return endpoint.response === 'file'
        ? serveFile(app, endpoint as Endpoint & { response: 'file' }, async (_input, _request, reply) => {
            await handle()
            return reply.send('file')
          })
        : serve(app, { ...endpoint, patientData: 'view' }, () => handle().then(() => ({})))
    })
    await expectLimited(server, ['GET', addressOf(endpoint)])
  })

  it('limits attempts, except for the listed ones [RULE-47]', () => {
    expect(open.length).toBeGreaterThanOrEqual(8)
    expect(unlimited.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'GET /R4/.well-known/smart-configuration',
      'GET /R4/metadata',
      'GET /auth/refresh-token',
      'GET /settings/brand',
      'GET /settings/logo',
      'POST /auth/logout',
    ])
  })
})
