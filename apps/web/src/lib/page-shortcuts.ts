import { useEffect, useRef } from 'react'
import { create } from 'zustand'

export interface PageShortcut {
  label: string
  /** Alternative keys, as named by `pressedKey`. */
  keys: readonly string[]
  /** Pressed with Ctrl or Cmd; also works in fields. */
  hasModifier?: true
  /** Absent for keys that the browser handles, such as Enter on a link. False leaves the key to others. */
  run?: (key: string) => unknown
}

/** Shortcuts of one part of the page, such as its lists. */
interface ShortcutSet {
  title: string
  read: () => readonly PageShortcut[]
}

/** Keys typed for the previous page must not act on the next one. */
const QUIET_AFTER_ARRIVAL_MS = 1_000
let arrivedAt = Number.NEGATIVE_INFINITY
let hasSignedIn = false

export const noteArrival = (isSignIn: boolean): void => {
  arrivedAt = performance.now()
  hasSignedIn = isSignIn
}

/** After a sign-in, keys do open pages: the login has no shortcuts for which they could have been typed. */
export const quietAfterArrival = ({ timeStamp }: Event): 'none' | 'page' | 'all' =>
  timeStamp - arrivedAt >= QUIET_AFTER_ARRIVAL_MS ? 'none' : hasSignedIn ? 'page' : 'all'

/** The latest part of the page comes first. */
export const usePageShortcutStore = create<{ sets: readonly ShortcutSet[] }>()(() => ({ sets: [] }))

/** Returns false if no shortcut of the page takes the key. */
export const pressOnPage = (key: string, hasModifier: boolean): boolean =>
  usePageShortcutStore.getState().sets.some(({ read }) => {
    const pressed = read().find(
      (one) => one.run && one.keys.includes(key) && (one.hasModifier ?? false) === hasModifier,
    )
    return pressed !== undefined && pressed.run?.(key) !== false
  })

export const addPageShortcuts = (title: string, read: ShortcutSet['read']): (() => void) => {
  const added = { title, read }
  usePageShortcutStore.setState(({ sets }) => ({ sets: [added, ...sets] }))
  return () => usePageShortcutStore.setState(({ sets }) => ({ sets: sets.filter((one) => one !== added) }))
}

export const usePageShortcuts = (title: string, shortcuts: readonly PageShortcut[]): void => {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => addPageShortcuts(title, () => latest.current), [title])
}
