import type { FastifyInstance } from 'fastify'

/** Alive, and ready: the second asks what the service cannot work without. */
export const healthRoutes = (app: FastifyInstance, checks: Record<string, () => Promise<unknown>>): void => {
  app.get('/healthz', { logLevel: 'silent', schema: { hide: true } }, async () => ({ status: 'alive' }))
  app.get('/readyz', { logLevel: 'silent', schema: { hide: true } }, async (_, reply) => {
    const answers = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const isWell = await check().then(
          () => true,
          () => false,
        )
        return [name, isWell ? 'ok' : 'failing'] as const
      }),
    )
    const isReady = answers.every(([, answer]) => answer === 'ok')
    return reply
      .status(isReady ? 200 : 503)
      .send({ status: isReady ? 'ready' : 'not ready', ...Object.fromEntries(answers) })
  })
}
