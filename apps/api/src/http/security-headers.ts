import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Headers of every answer; a file's own answer narrows the policy further (reports.routes). */
export const addSecurityHeaders = async (
  app: FastifyInstance,
  options: { isHttps: boolean; webOrigins: readonly string[] },
): Promise<void> => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library positions and sizes elements by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        frameSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'", ...options.webOrigins],
        ...(options.isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    hsts: options.isHttps && { maxAge: 31_536_000 },
    referrerPolicy: { policy: 'no-referrer' },
    // frame-ancestors says it more exactly; SAMEORIGIN for browsers that do not know it.
    xFrameOptions: options.webOrigins.length === 0 && { action: 'sameorigin' },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
  })
}
