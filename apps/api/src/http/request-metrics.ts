import { API_BASE } from '@zelab/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../platform/metrics/metrics.ts'

type Child = ReturnType<Metrics['requests']['labels']>

/** Pages and files of the web application are one: their names change with every build. */
const WEB_APP = 'web'
const NOWHERE = 'unknown'

const routeOf = (request: FastifyRequest) => {
  const { url } = request.routeOptions
  if (url?.startsWith(API_BASE)) return url
  // Whatever is at no address of the API is answered with the application.
  return request.url.startsWith(`${API_BASE}/`) ? NOWHERE : WEB_APP
}

/** Times every request. The label sets are kept with their routes: making them anew would cost more than counting. */
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
    // Not with the answer: one whose reader went away never comes to its end.
    reply.raw.once('close', () => (inFlight.requests -= 1))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    childOf(request, reply).observe(reply.elapsedTime / 1000)
    done()
  })
}
