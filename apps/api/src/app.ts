import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookiePlugin from '@fastify/cookie'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Config } from './config/config.ts'
import { limitUploads } from './http/file-part.ts'
import { serializeByContract } from './http/response-serializer.ts'
import { sessionCookie } from './http/cookies.ts'
import { describeApi } from './http/api-description.ts'
import { identifyCallers } from './modules/auth/auth.routes.ts'
import { identifyClients } from './modules/integrations/clients/clients.routes.ts'
import { monitoringRoutes } from './modules/monitoring/monitoring.routes.ts'
import { closeIdleConnections } from './http/connection-closing.ts'
import { addErrorHandler, refuseAddress } from './http/error-handler.ts'
import { LEAST_FREE_BYTES } from './platform/disk-space.ts'
import { addOriginCheck } from './http/origin-check.ts'
import { createReadiness, type ReadinessCheck, type ReadinessState, healthRoutes } from './http/readiness.ts'
import { logRequests } from './http/request-log.ts'
import { rememberLastWrites } from './http/read-your-writes.ts'
import { measureRequests } from './http/request-metrics.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { refuseUndeclaredAccess } from './http/serve.ts'
import {
  closeSilentConnections,
  DEFAULT_TRAFFIC_LIMITS,
  endSlowRequests,
  limitConnections,
  serverTimeouts,
  type TrafficLimits,
} from './http/traffic-limits.ts'
import { handleUnreadBodies, acceptEmptyJsonBody, refuseUnknownCharsets } from './http/request-body.ts'
import { serveWebApp } from './http/web-app.ts'
import type { TrustedProxies } from './http/scrape-access.ts'
import type { Module } from './core/module.ts'
import type { Platform } from './start/platform.ts'
import type { Services } from './services.ts'

// Contract rules without a custom message use Zod's English texts.
z.config(z.locales.en())

const JSON_LIMIT_BYTES = 256 * 1024
/** No setting allows larger report files; the setting itself is enforced while streaming. */
const PART_LIMIT_BYTES = 1024 * 1024 * 1024

export const readinessOf = (
  { database, storage, uploadQuota }: Platform,
  further: Record<string, ReadinessCheck> = {},
): ReadinessState =>
  createReadiness({
    database: { check: () => database.ping() },
    storage: { check: () => storage.check() },
    // Everything but uploads still works above the reserve.
    disk: {
      check: async () => {
        if ((await storage.freeBytes()) < (uploadQuota?.reserveBytes ?? LEAST_FREE_BYTES))
          throw new Error('Less is free than uploads must leave')
      },
      isOptional: true,
    },
    ...further,
  })

/** Optional: without it, sign-in and uploads still work, but patient data cannot be viewed. */
export const recordingOf = ({ activity }: Pick<Services, 'activity'>): Record<string, ReadinessCheck> => ({
  activityLog: { check: () => activity.checkRecording(), isOptional: true },
})

const trustOf = (proxies: TrustedProxies) =>
  typeof proxies === 'number' ? (_: string, hop: number) => hop < proxies : proxies

export const buildApp = async (options: {
  config: Pick<Config, 'appUrl' | 'publicUrl' | 'isAppUrlSet' | 'trustProxy' | 'webOrigins' | 'metricsToken'>
  platform: Platform
  services: Services
  modules: readonly Module[]
  /** Defaults to the required parts. */
  readiness?: ReadinessState
  logger?: FastifyBaseLogger
  /** Tests compare it with parsing by the contract. */
  serializer?: typeof serializeByContract
  traffic?: Partial<TrafficLimits> | undefined
  webRoot?: string | undefined
}): Promise<FastifyInstance> => {
  const { config, platform, services } = options
  const traffic = { ...DEFAULT_TRAFFIC_LIMITS, ...options.traffic }
  const app = Fastify({
    ...serverTimeouts(traffic),
    ...(options.logger && { loggerInstance: options.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustOf(config.trustProxy),
    bodyLimit: JSON_LIMIT_BYTES,
    frameworkErrors: refuseAddress,
    forceCloseConnections: 'idle',
    // Dependencies close last, so requests on open connections are still served during shutdown.
    return503OnClosing: false,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(options.serializer ?? serializeByContract)
  addErrorHandler(app, {
    freeBytes: () => platform.storage.freeBytes(),
    onForbidden: (request) =>
      request.caller
        ? services.activity.recordRefusal(
            request.caller,
            `Refused ${request.method} ${request.routeOptions.url ?? 'an unknown address'}`,
          )
        : Promise.resolve(),
  })
  logRequests(app, { isBehindProxy: config.trustProxy !== false })
  measureRequests(app, platform.metrics)
  refuseUndeclaredAccess(app)
  acceptEmptyJsonBody(app)
  refuseUnknownCharsets(app)

  const isHttps = config.appUrl.startsWith('https://')
  await addSecurityHeaders(app, {
    isHttps,
    webOrigins: config.webOrigins,
  })
  if (config.webOrigins.length > 0) await app.register(cors, { origin: config.webOrigins, credentials: true })
  addOriginCheck(app, config)
  closeIdleConnections(app)
  limitConnections(app, traffic, { isBehindProxy: config.trustProxy !== false })
  closeSilentConnections(app, traffic)
  endSlowRequests(app, traffic)
  handleUnreadBodies(app)
  await app.register(cookiePlugin)
  await app.register(multipart, { limits: { files: 1, fields: 5, parts: 6, fileSize: PART_LIMIT_BYTES } })
  await app.register(compress, { threshold: 1024 })
  identifyCallers(app, { ...services, cookie: sessionCookie(config.appUrl) })
  identifyClients(app, services)
  limitUploads(app, services.uploadGate)
  if (platform.replica) rememberLastWrites(app, { replica: platform.replica, isHttps })

  app.decorate('recordList', (...view) => services.activity.recordList(...view))
  await describeApi(app)
  healthRoutes(app, options.readiness ?? readinessOf(platform, recordingOf(services)))
  monitoringRoutes(app, services.monitoring, config)
  for (const { routes } of options.modules) await routes?.(app)
  await serveWebApp(app, options.webRoot, services.settings.pageSettings)
  return app
}
