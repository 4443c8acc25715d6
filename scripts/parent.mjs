const CHECK_MS = 500
const SIGNALS = ['SIGINT', 'SIGTERM']

/**
 * Ends this process when its parent has ended for any reason: it gets the signal that was meant for the parent.
 * Otherwise it would run unseen and keep its port and its database.
 */
export const endWithParent = () => {
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

/** When npm is ended by a signal its shell ends too, without telling us. */
export const endWithNpm = () => {
  if (process.env.npm_lifecycle_event) endWithParent()
}
