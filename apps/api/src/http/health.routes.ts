import type { FastifyInstance } from 'fastify'
import type { ReadinessState } from './readiness.ts'

/** Liveness and readiness; the latter checks what the service cannot work without. */
export const healthRoutes = (app: FastifyInstance, readiness: ReadinessState): void => {
  app.get('/healthz', { logLevel: 'silent', schema: { hide: true } }, async () => ({ status: 'alive' }))
  app.get('/readyz', { logLevel: 'silent', schema: { hide: true } }, async (_, reply) => {
    const { status, parts } = await readiness.read()
    return reply
      .status(status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, ...parts })
  })
  // Moves keep-alive clients to another process while this one still listens.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (readiness.isStopping()) void reply.header('connection', 'close')
    done(null, payload)
  })
}
