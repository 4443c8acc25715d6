import { useSyncExternalStore } from 'react'
import { serverNow } from './activity-clock.ts'

const TICK_MS = 30_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = serverNow()

const tick = (): void => {
  now = serverNow()
  for (const listener of listeners) listener()
}

/** One timer for all relative times, stopped when there are none. */
const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) {
    now = serverNow()
    timer = setInterval(tick, TICK_MS)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** The server's time, about twice a minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
