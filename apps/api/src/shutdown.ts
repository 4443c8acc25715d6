import { once } from 'node:events'
import type { Logger } from 'pino'

/** Aborts with the first signal to stop; a second one ends the process at once. */
export const abortOnSignals = (): AbortSignal => {
  const stopping = new AbortController()
  const onSignal = () => {
    if (stopping.signal.aborted) process.exit(1)
    stopping.abort()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return stopping.signal
}

/** What has to be stopped, the last first. */
export const createShutdownHooks = (logger: Logger, stopSignal: AbortSignal) => {
  const stops: (() => Promise<unknown>)[] = []
  const stopped = once(stopSignal, 'abort').then(() => stopSignal.throwIfAborted())
  stopped.catch(() => {})
  return {
    add: (stop: () => Promise<unknown>) => void stops.push(stop),
    /** For a step of the start that may take long and may be left in the middle: the database undoes the rest. */
    unlessShutdown: async <Result>(step: Promise<Result>): Promise<Result> => {
      stopSignal.throwIfAborted()
      return (await Promise.race([step, stopped])) as Result
    },
    runAll: async (): Promise<void> => {
      // One that fails, the database being gone say, must not keep the others from stopping.
      for (const stop of stops.splice(0).reverse())
        await stop().catch((error: unknown) => logger.error({ err: error }, 'a part did not stop cleanly'))
    },
  }
}
