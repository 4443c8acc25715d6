import { API_BASE } from '@zelab/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../platform/metrics/metrics.ts'

type Child = ReturnType<Metrics['requests']['labels']>

/** One label for pages and assets of the web app, because their names change with every build. */
const WEB_APP = 'web'
const NOWHERE = 'unknown'

const routeOf = (request: FastifyRequest) => {
  const { url } = request.routeOptions
  if (url?.startsWith(API_BASE) || url?.startsWith('/fhir/')) return url
  // Addresses outside the API are served by the web app.
  return request.url.startsWith(`${API_BASE}/`) ? NOWHERE : WEB_APP
}

/** Label sets are cached per route, because creating them costs more than counting. */
export const measureRequests = (app: FastifyInstance, { requests, inFlight }: Metrics): void => {
  const children = new WeakMap<object, Map<string, Child>>()
  const childOf = (request: FastifyRequest, reply: FastifyReply): Child => {
    const { config } = request.routeOptions
    let ofRoute = children.get(config)
    if (!ofRoute) {
      ofRoute = new Map<string, Child>()
      children.set(config, ofRoute)
    }
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    const route = routeOf(request)
    const key = `${request.method} ${status} ${route}`
    let child = ofRoute.get(key)
    if (!child) ofRoute.set(key, (child = requests.labels({ method: request.method, route, status })))
    return child
  }
  app.addHook('onRequest', (_request, reply, done) => {
    inFlight.requests += 1
    // Not `finish`, which is not emitted when the reader disconnects.
    reply.raw.once('close', () => (inFlight.requests -= 1))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    childOf(request, reply).observe(reply.elapsedTime / 1000)
    done()
  })
}
