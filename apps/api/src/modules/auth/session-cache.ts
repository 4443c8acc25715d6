import type { NotificationListener } from '../../platform/notifications.ts'
import type { OpenSession } from './sessions.repository.ts'

const LONGEST_MS = 5_000
const MOST_SESSIONS = 10_000

interface Remembered {
  session: OpenSession
  until: number
}

/**
 * Open sessions that were looked up a moment ago, by their token. Whatever ends or changes a session, an
 * account, a lab or the settings empties it: in the same process before the change is answered, in every other one
 * as soon as the database's notification arrives. Without a feed, or while its connection is lost, nothing is
 * remembered and every request asks the database (docs/decisions/0006).
 */
export const createSessionCache = (feed: Pick<NotificationListener, 'listen'> | undefined) => {
  const remembered = new Map<string, Remembered>()
  /** Grows with every change: a look-up that was under way meanwhile may have seen the state before it. */
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
    /** To be called after every commit that may have ended a session or changed an account. */
    forget,

    /** The session of a token, remembered or looked up. */
    async find(
      token: string,
      lookUp: () => Promise<OpenSession | undefined>,
    ): Promise<OpenSession | undefined> {
      if (!isListening) return lookUp()
      const known = remembered.get(token)
      if (known && known.until > performance.now()) return known.session
      const before = changes
      const session = await lookUp()
      // One that is due for a sign of life is not kept, or each of its requests would give one.
      if (session && !session.isTouchDue && changes === before && isListening) {
        if (remembered.size >= MOST_SESSIONS) remembered.clear()
        const life = Math.min(LONGEST_MS, session.secondsLeft * 1000)
        remembered.set(token, { session, until: performance.now() + life })
      }
      return session
    },
  }
}
export type SessionCache = ReturnType<typeof createSessionCache>
