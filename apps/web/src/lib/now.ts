import { useSyncExternalStore } from 'react'

const TICK_MS = 30_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

const tick = (): void => {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** One timer for every time on the page, and none while there is no time on it. */
const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, TICK_MS)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** The time by which "5 minutes ago" is told; it moves on by itself. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
