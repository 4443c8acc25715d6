import type { NotificationListener } from '../../../platform/notifications.ts'
import type { OpenSession } from './sessions.repository.ts'

const LONGEST_MS = 5_000
const MAX_SESSIONS = 10_000

interface Remembered {
  session: OpenSession
  until: number
}

/**
 * Recent sessions by token. Any change of sessions, accounts, labs or settings clears the cache: in this process
 * before the answer, in others with the notification. Without notifications, nothing is cached (ADR 6).
 */
export const createSessionCache = (feed: Pick<NotificationListener, 'listen'> | undefined) => {
  const remembered = new Map<string, Remembered>()
  /** A lookup that overlaps a change may have read the previous state. */
  let changes = 0
  let isListening = false

  const forget = () => {
    changes += 1
    remembered.clear()
  }
  feed?.listen('accounts', {
    onChange: forget,
    onListening() {
      forget()
      isListening = true
    },
    onLost() {
      isListening = false
      forget()
    },
  })

  return {
    /** Called after every commit that may have ended a session or changed an account. */
    forget,

    async find(
      token: string,
      load: () => Promise<OpenSession | undefined>,
    ): Promise<OpenSession | undefined> {
      if (!isListening) return load()
      const known = remembered.get(token)
      if (known && known.until > performance.now()) return known.session
      const before = changes
      const session = await load()
      // Sessions that need a last-seen update are not cached, or each request would write one.
      if (session && !session.isTouchDue && changes === before && isListening) {
        if (remembered.size >= MAX_SESSIONS) remembered.clear()
        const life = Math.min(LONGEST_MS, session.secondsLeft * 1000)
        remembered.set(token, { session, until: performance.now() + life })
      }
      return session
    },
  }
}
export type SessionCache = ReturnType<typeof createSessionCache>
