import { create } from 'zustand'
import { browserStorage } from '../browser-storage.ts'
import { useCurrentUser } from '../session-store.ts'

const useSeenTimes = create<Partial<Record<string, string>>>()(() => ({}))

const readSeen = (key: string): string => {
  const at = new Date(String(browserStorage.read(key)))
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

/** The time until which the user has marked reports as seen on this device. */
export const useSeenUntil = (): [seenUntil: string, seeUntil: (at: string) => void] => {
  const key = `zelab-seen-reports-${useCurrentUser().id}`
  const seenUntil = useSeenTimes((times) => times[key] ?? readSeen(key))
  const seeUntil = (at: string) => {
    browserStorage.write(key, at)
    useSeenTimes.setState({ [key]: at })
  }
  return [seenUntil, seeUntil]
}
