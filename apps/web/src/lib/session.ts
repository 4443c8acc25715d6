import type { User } from '@zelab/contract'
import { queryClient } from '../query-client.ts'
import { api } from './api-client.ts'
import { removeLabs, removeReportTypes } from './app-data-store.ts'
import { cleanUploads } from './upload-cleanup.ts'
import { hasUnsavedInput } from './unsaved-input.ts'
import {
  removeUser,
  setPreferences,
  setSession,
  setUser,
  USER_DATA_KEY,
  useSessionStore,
} from './session-store.ts'

/** Forgets everything about the signed-in user: a later user of this browser must see nothing of it. */
export const forgetSession = (): void => {
  // The user goes first: that takes the screens down, so that emptying the cache does not make them fetch again.
  removeUser()
  queryClient.clear()
  removeReportTypes()
  removeLabs()
}

/** The one session-restore call of a page load. After any failure, including the network, no user is signed in. */
export const restoreSession = async (): Promise<void> => {
  try {
    const { data, session, preferences } = await api.auth.restoreSession()
    setSession(session)
    setPreferences(preferences)
    setUser(data)
  } catch {
    forgetSession()
  } finally {
    useSessionStore.setState({ isRestoring: false })
    void cleanUploads(useSessionStore.getState().user)
  }
}

/**
 * Starts again when another tab signs out or signs in as another user: the cookie is shared by all tabs, and
 * this one would go on showing the earlier user's patients. Without a reload, by `onSignedOut`, when something was
 * typed here: it is kept for the same user.
 */
export const watchOtherTabs = (onSignedOut: () => void): void => {
  window.addEventListener('storage', (event) => {
    const { user } = useSessionStore.getState()
    if (event.key !== USER_DATA_KEY || !user) return
    let other: Partial<User> | null = null
    try {
      other = JSON.parse(event.newValue ?? 'null') as Partial<User> | null
    } catch {
      // Unreadable counts as signed out.
    }
    if (other?.id === user.id) return
    if (!other && hasUnsavedInput()) return onSignedOut()
    // Takes the pages down at once; nothing may hold the reload up.
    useSessionStore.setState({ isAuthenticated: false })
    window.location.reload()
  })
}
