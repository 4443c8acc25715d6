const CHECK_MS = 500
const SIGNALS = ['SIGINT', 'SIGTERM']

/**
 * When npm is ended by a signal its shell ends too, without telling us. A server or a test run that nobody sees any
 * more would keep the port and the database, so it gets the signal that was meant for it.
 */
export const endWithNpm = () => {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const check = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(check)
    process.kill(process.pid, 'SIGTERM')
  }, CHECK_MS)
  check.unref()

  // The terminal tells everyone at once: then a second signal would cut the orderly end short.
  for (const signal of SIGNALS)
    process.once(signal, () => {
      clearInterval(check)
      const isHandled = process.listenerCount(signal) > 0
      if (!isHandled) process.kill(process.pid, signal)
    })
}
