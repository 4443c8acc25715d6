import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    securityHeaders: Record<string, string>
  }
}

interface HeaderOptions {
  isHttps: boolean
  webOrigins: readonly string[]
}

const helmetOptions = (options: HeaderOptions): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // The component library positions and sizes elements with style attributes.
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
  // For browsers without frame-ancestors.
  xFrameOptions: options.webOrigins.length === 0 && { action: 'sameorigin' },
  crossOriginEmbedderPolicy: false,
  crossOriginResourcePolicy: { policy: 'same-site' },
})

const OF_THE_ANSWER_ITSELF = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive'])

/** Computed once with a throwaway application, because the headers are always the same. */
const computeHeaders = async (options: HeaderOptions): Promise<Record<string, string>> => {
  const probe = Fastify()
  await probe.register(helmet, helmetOptions(options))
  probe.get('/', () => '')
  const { headers } = await probe.inject('/')
  await probe.close()
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !OF_THE_ANSWER_ITSELF.has(name))
      .map(([name, value]) => [name, String(value)]),
  )
}

/** File responses restrict the policy further (reports.routes). */
export const addSecurityHeaders = async (app: FastifyInstance, options: HeaderOptions): Promise<void> => {
  const headers = await computeHeaders(options)
  app.decorate('securityHeaders', headers)
  app.addHook('onRequest', (_, reply, done) => {
    void reply.headers(headers)
    done()
  })
}
