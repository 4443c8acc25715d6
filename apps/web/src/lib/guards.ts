import type { Permission } from '@zelab/contract/access'
import { can } from '@zelab/contract/access'
import { redirect } from '@tanstack/react-router'
import { useSessionStore } from './session-store.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Where a signed-out visitor wanted to go. Never in the address: it may hold patient ids (AMB-03). */
    origin?: string
  }
}

interface GuardContext {
  location: { href: string }
}

const GUARDED_PREFIX = '/user/'
const SET_UP_PAGE = '/user/profile'

/** Only an in-app guarded path is a place to return to after login. */
export const isOrigin = (origin: unknown): origin is string =>
  typeof origin === 'string' && origin.startsWith(GUARDED_PREFIX)

/** Sends a signed-out visitor to the landing page and keeps where they wanted to go. */
export const requireSession = ({ location }: GuardContext): void => {
  const { isAuthenticated, session, forgetsOrigin } = useSessionStore.getState()
  if (isAuthenticated) {
    // The server refuses all work until a required second factor is set up.
    if (session?.secondFactor === 'required' && !location.href.startsWith(SET_UP_PAGE))
      redirect({ throw: true, to: SET_UP_PAGE, replace: true })
    return
  }
  redirect({
    throw: true,
    to: '/',
    replace: true,
    state: (previous) => ({ ...previous, origin: forgetsOrigin ? undefined : location.href }),
  })
}

/**
 * The `beforeLoad` of a route that needs a permission. Without it the visitor ends on the fallback, which no
 * route sets so far, or on the unauthorized page; the guarded entry is replaced (AMB-04, AMB-10).
 */
export const requirePermission =
  (permission: Permission, fallback: '/user/unauthorized' | '/user/dashboard' = '/user/unauthorized') =>
  (context: GuardContext): void => {
    requireSession(context)
    const { user } = useSessionStore.getState()
    if (!user || !can(user.userType.name, permission)) redirect({ throw: true, to: fallback, replace: true })
  }
