import type { Permission } from '@zelab/contract/access'
import { can } from '@zelab/contract/access'
import { redirect } from '@tanstack/react-router'
import { isSetUpFirst, useSessionStore } from './session-store.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Requested page, kept out of the URL because it may contain patient ids (AMB-03). */
    origin?: string
  }
}

interface GuardContext {
  location: { href: string }
}

const GUARDED_PREFIX = '/user/'
const SET_UP_PAGE = '/user/profile'

/** Only guarded paths of the application are valid targets after login. */
export const isOrigin = (origin: unknown): origin is string =>
  typeof origin === 'string' && origin.startsWith(GUARDED_PREFIX)

/** Redirects an anonymous visitor to the landing page and keeps the requested page. */
export const requireSession = ({ location }: GuardContext): void => {
  const state = useSessionStore.getState()
  if (state.isAuthenticated) {
    // The server refuses all other requests until then.
    if (isSetUpFirst(state) && !location.href.startsWith(SET_UP_PAGE))
      redirect({ throw: true, to: SET_UP_PAGE, replace: true })
    return
  }
  redirect({
    throw: true,
    to: '/',
    replace: true,
    state: (previous) => ({ ...previous, origin: state.forgetsOrigin ? undefined : location.href }),
  })
}

/** Without the permission, `fallback` replaces the history entry (AMB-04, AMB-10). */
export const requirePermission =
  (permission: Permission, fallback: '/user/unauthorized' | '/user/dashboard' = '/user/unauthorized') =>
  (context: GuardContext): void => {
    requireSession(context)
    const { user } = useSessionStore.getState()
    if (!user || !can(user.userType.name, permission)) redirect({ throw: true, to: fallback, replace: true })
  }
