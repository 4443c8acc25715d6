import type { SessionState as ServerSession, User, UserPreferences } from '@zelab/contract'
import { create } from 'zustand'
import { browserStorage } from './browser-storage.ts'
import type { Permission } from '@zelab/contract/access'
import { can } from '@zelab/contract/access'

/** Permission check for the current user: `const may = useCan(); may('patients:add')`. */
export const useCan = (): ((permission: Permission) => boolean) => {
  const role = useSessionStore((state) => state.user?.userType.name)
  return (permission) => role !== undefined && can(role, permission)
}

export const USER_DATA_KEY = 'userData'

interface SessionState {
  user: User | null
  isAuthenticated: boolean
  /** Limits of the session and state of the second factor; null without a user. */
  session: ServerSession | null
  /** Preferences stored on the server; null without a user. */
  preferences: UserPreferences | null
  /** True until the session-restore request of this page load has ended (section 4). */
  isRestoring: boolean
  /** Set by logout and Back: the next user must not land on the last user's patient (AMB-03). */
  forgetsOrigin: boolean
}

const cameByHistory = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'back_forward')

/** The stored copy is required by the specification; only the server signs a user in (AMB-07). */
export const useSessionStore = create<SessionState>()(() => ({
  user: null,
  isAuthenticated: false,
  session: null,
  preferences: null,
  isRestoring: true,
  forgetsOrigin: cameByHistory(),
}))

const ownFields = ({ id, fullName, email, phone, avatar, userType, lab, createdAt }: User): User => ({
  id,
  fullName,
  email,
  phone,
  avatar,
  userType,
  lab,
  createdAt,
})

export const setUser = (user: User): void => {
  const kept = ownFields(user)
  browserStorage.write(USER_DATA_KEY, kept)
  useSessionStore.setState({ user: kept, isAuthenticated: true, forgetsOrigin: false })
}

export const setSession = (session: ServerSession): void => useSessionStore.setState({ session })

export const setPreferences = (preferences: UserPreferences): void =>
  useSessionStore.setState({ preferences })

export const removeUser = (): void => {
  browserStorage.remove(USER_DATA_KEY)
  useSessionStore.setState({ user: null, isAuthenticated: false, session: null, preferences: null })
}

/** A required second factor or passkey comes before the rest of the application. */
export const isSetUpFirst = ({ session }: Pick<SessionState, 'session'>): boolean =>
  session?.secondFactor === 'required' || session?.passkey === 'required'

export const useCurrentUser = (): User => {
  const user = useSessionStore((state) => state.user)
  if (!user) throw new Error('This screen is only rendered inside the shell, for a signed-in user')
  return user
}
