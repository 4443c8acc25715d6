const CHECK_MS = 500

/** Detects ended sessions during long requests, with one statement for all of them. */
export const createSessionWatch = (findOpen: (ids: number[]) => Promise<number[]>) => {
  const watched = new Map<number, Set<() => void>>()
  let timer: NodeJS.Timeout | undefined

  const check = async () => {
    const ids = [...watched.keys()]
    const open = new Set(await findOpen(ids))
    for (const id of ids) if (!open.has(id)) for (const onEnd of watched.get(id) ?? []) onEnd()
  }
  const schedule = () => {
    timer = setTimeout(() => {
      // Session states are unknown while the database is unavailable.
      void check()
        .catch(() => {})
        .then(() => (watched.size > 0 ? schedule() : (timer = undefined)))
    }, CHECK_MS).unref()
  }

  /** Calls `onEnd` repeatedly after the session has ended. Returns a function that stops it. */
  return (sessionId: number, onEnd: () => void): (() => void) => {
    const listeners = watched.get(sessionId) ?? new Set()
    watched.set(sessionId, listeners.add(onEnd))
    if (!timer) schedule()
    return () => {
      listeners.delete(onEnd)
      if (listeners.size === 0 && watched.get(sessionId) === listeners) watched.delete(sessionId)
    }
  }
}
