import type { User } from '@zelab/contract'
import { queryClient } from './query-client.ts'
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

/** Removes all data of the user, so that the next user of this browser sees none of it. */
export const forgetSession = (): void => {
  // Removing the user first unmounts the pages, which would refetch from an empty cache otherwise.
  removeUser()
  queryClient.clear()
  removeReportTypes()
  removeLabs()
}

/** The session-restore request of a page load. After any failure, no user is signed in. */
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
 * All tabs share the cookie, so another user's sign-in must not leave this one's patients visible.
 * `onSignedOut` keeps unsaved input instead of reloading.
 */
export const watchOtherTabs = (onSignedOut: () => void): void => {
  window.addEventListener('storage', (event) => {
    const { user } = useSessionStore.getState()
    if (event.key !== USER_DATA_KEY || !user) return
    let other: Partial<User> | null = null
    try {
      other = JSON.parse(event.newValue ?? 'null') as Partial<User> | null
    } catch {
      // An unreadable value counts as signed out.
    }
    if (other?.id === user.id) return
    if (!other && hasUnsavedInput()) return onSignedOut()
    // Unmounts the pages immediately, without waiting for the reload.
    useSessionStore.setState({ isAuthenticated: false })
    window.location.reload()
  })
}
