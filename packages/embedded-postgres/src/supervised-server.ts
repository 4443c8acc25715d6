import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from './logger.ts'
import type { ServerProcess } from './server-process.ts'

interface SuperviseOptions {
  start: () => Promise<ServerProcess>
  clear: () => Promise<void>
  logger: Logger
}

const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 5_000
const STEADY_AFTER_MS = 30_000

/** Restarts the server, with growing delays, when it ends without `stop()`. */
export async function superviseServer({ start, clear, logger }: SuperviseOptions): Promise<{
  stop(): Promise<void>
}> {
  const stopping = new AbortController()
  let server = await start()
  const signalStop = () => server.signalStop()
  process.once('exit', signalStop)

  const watch = async () => {
    let delay = FIRST_DELAY_MS
    for (;;) {
      const startedAt = Date.now()
      const reason = await server.ended
      if (stopping.signal.aborted) return
      logger.error(`PostgreSQL ended unexpectedly (${reason}); starting it again`)
      if (Date.now() - startedAt > STEADY_AFTER_MS) delay = FIRST_DELAY_MS
      for (let isRunning = false; !isRunning; delay = Math.min(delay * 2, LONGEST_DELAY_MS)) {
        await sleep(delay, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
        if (stopping.signal.aborted) return
        isRunning = await startAgain()
      }
      // Stopped while the new server was starting: `stop` ends it.
      if (stopping.signal.aborted) return
    }
  }
  const startAgain = async () => {
    try {
      await clear()
      server = await start()
      logger.info('PostgreSQL is running again')
      return true
    } catch (error) {
      logger.error(error instanceof Error ? error.message : String(error))
      return false
    }
  }
  const watching = watch()

  return {
    async stop() {
      stopping.abort()
      process.removeListener('exit', signalStop)
      await server.stop()
      await watching
      // A pending restart may have started another server.
      await server.stop()
    },
  }
}
