import { once } from 'node:events'
import type { Logger } from 'pino'

/** Aborts on the first stop signal, or when the reader of the output is gone; a second signal exits at once. */
export const abortOnSignals = (): AbortSignal => {
  const stopping = new AbortController()
  const onSignal = () => {
    if (stopping.signal.aborted) process.exit(1)
    stopping.abort()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => stopping.abort())
  return stopping.signal
}

export const createShutdownHooks = (logger: Logger, stopSignal: AbortSignal) => {
  const hooks: (() => Promise<unknown>)[] = []
  const stopped = once(stopSignal, 'abort').then(() => stopSignal.throwIfAborted())
  stopped.catch(() => {})
  return {
    add: (hook: () => Promise<unknown>) => void hooks.push(hook),
    /** Runs a long startup step that can be abandoned: the database rolls it back. */
    unlessShutdown: async <Result>(step: Promise<Result>): Promise<Result> => {
      stopSignal.throwIfAborted()
      return (await Promise.race([step, stopped])) as Result
    },
    runAll: async (): Promise<void> => {
      logger.info('stopping')
      // A failing hook, for example without a database, must not block the others.
      for (const hook of hooks.splice(0).reverse())
        await hook().catch((error: unknown) => logger.error({ err: error }, 'a shutdown hook failed'))
      logger.info('stopped')
    },
  }
}
