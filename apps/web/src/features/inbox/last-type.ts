import { useSessionStore } from '../../lib/session-store.ts'

const currentUserId = () => useSessionStore.getState().user?.id

/** The report type that the user chose last, for the next item without one. */
let last: { userId: number | undefined; typeId: number } | undefined

export const rememberType = (typeId: number): void => {
  last = { userId: currentUserId(), typeId }
}

export const isLastType = ({ id }: { id: number }): boolean =>
  last?.userId === currentUserId() && last?.typeId === id
