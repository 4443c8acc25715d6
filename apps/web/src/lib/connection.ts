import { onlineManager } from '@tanstack/react-query'

/** Any file of the application answers without a session. */
const PROBE = '/color-scheme.js'
const PROBE_EVERY_MS = 3_000

const losses = new WeakSet<object>()
let isProbing = false
let onLoss: () => void = () => undefined

export const isReachable = (): Promise<boolean> =>
  fetch(PROBE, { method: 'HEAD', cache: 'no-store', credentials: 'omit' }).then(
    () => true,
    () => false,
  )

/** Distinguishes a dropped request from a lost connection, and waits until the connection is back. */
const probe = async (): Promise<void> => {
  if (isProbing) return
  isProbing = true
  while (!(await isReachable())) {
    onlineManager.setOnline(false)
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS))
  }
  isProbing = false
  onlineManager.setOnline(true)
}

/** `fetch` for the server: notes when no response arrives, for which it rejects with a TypeError. */
export const fetchFromServer: typeof fetch = async (...request) => {
  try {
    return await fetch(...request)
  } catch (error) {
    if (error instanceof TypeError) noteConnectionLoss(error)
    throw error
  }
}

export const noteConnectionLoss = (error: Error): void => {
  losses.add(error)
  onLoss()
}

/** Until then, losses are noted but not watched. */
export const watchConnection = (): void => {
  onLoss = () => void probe()
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // The router reloads the page for the browser's own message, and without a connection nothing would be left of it.
    payload.message = ''
    noteConnectionLoss(payload)
  })
}

export const isConnectionLoss = (error: unknown): error is Error =>
  error instanceof Error && losses.has(error)
