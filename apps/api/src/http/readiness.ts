import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export const healthRoutes = (app: FastifyInstance, readiness: ReadinessState): void => {
  app.get('/healthz', { logLevel: 'silent', schema: { hide: true } }, async () => ({ status: 'alive' }))
  app.get('/readyz', { logLevel: 'silent', schema: { hide: true } }, async (_, reply) => {
    const { status, parts } = await readiness.read()
    return reply
      .status(status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, ...parts })
  })
  // Moves keep-alive clients to another process before this one stops listening.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (readiness.isStopping()) void reply.header('connection', 'close')
    done(null, payload)
  })
}

export interface ReadinessCheck {
  check: () => Promise<unknown>
  /** If this part fails, the response names it but stays 200. */
  isOptional?: boolean
}

/** The endpoint is public, so results are cached for this long. */
const KEEP_MS = 1_000
const CHECK_MS = 4_000

export interface Readiness {
  status: 'ready' | 'not ready' | 'stopping'
  parts: Record<string, 'ok' | 'failing'>
}

/** Readiness of this process. `stop` marks it unready before anything closes, so that a proxy uses others. */
export const createReadiness = (
  checks: Record<string, ReadinessCheck>,
  limits: { keepMs?: number; checkMs?: number } = {},
) => {
  const isWell = async ({ check }: ReadinessCheck) => {
    const timer = new AbortController()
    const late = sleep(limits.checkMs ?? CHECK_MS, false, { signal: timer.signal }).catch(() => false)
    const answer = check().then(
      () => true,
      () => false,
    )
    return Promise.race([answer, late]).finally(() => timer.abort())
  }
  const look = async (): Promise<Readiness> => {
    const answers = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ({ name, check, isWell: await isWell(check) })),
    )
    const isReady = answers.every((answer) => answer.isWell || answer.check.isOptional)
    return {
      status: isReady ? 'ready' : 'not ready',
      parts: Object.fromEntries(answers.map((one) => [one.name, one.isWell ? 'ok' : 'failing'])),
    }
  }

  let looking: Promise<Readiness> | undefined
  let lookedAt = -Infinity
  let isStopping = false
  return {
    async read(): Promise<Readiness> {
      if (isStopping) return { status: 'stopping', parts: {} }
      if (!looking || performance.now() - lookedAt > (limits.keepMs ?? KEEP_MS)) {
        lookedAt = performance.now()
        looking = look()
      }
      return looking
    },
    stop(): void {
      isStopping = true
    },
    isStopping: () => isStopping,
  }
}
export type ReadinessState = ReturnType<typeof createReadiness>
