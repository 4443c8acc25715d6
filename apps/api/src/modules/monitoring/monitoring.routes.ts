import type { FastifyInstance } from 'fastify'
import { defineModule } from '../../core/module.ts'
import { mayScrape, type TrustedProxies } from '../../http/scrape-access.ts'
import { pathNotFound } from '../../http/serve.ts'
import { createMonitoringService, type MonitoringService } from './monitoring.service.ts'

/** Unauthorized requests get a 404. */
export const monitoringRoutes = (
  app: FastifyInstance,
  monitoring: MonitoringService,
  settings: { metricsToken: string | undefined; trustProxy: TrustedProxies },
): void => {
  app.get('/metrics', { logLevel: 'warn', schema: { hide: true } }, async (request, reply) => {
    if (!mayScrape(request, settings)) throw pathNotFound()
    return reply
      .header('content-type', monitoring.contentType)
      .header('cache-control', 'no-store')
      .send(await monitoring.page())
  })
}

export const monitoringModule = (context: Parameters<typeof createMonitoringService>[0]) =>
  defineModule({ services: { monitoring: createMonitoringService(context) } })
