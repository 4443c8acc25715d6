import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'

export interface PageShortcut {
  label: string
  /** Alternative keys, as named by `pressedKey`. */
  keys: readonly string[]
  /** Pressed with Ctrl or Cmd; also works in fields. */
  hasModifier?: true
  /** Absent for keys that the browser handles, such as Enter on a link. */
  run?: () => void
}

interface PageShortcutState {
  title: string
  shortcuts: readonly Omit<PageShortcut, 'run'>[]
  press: (key: string, hasModifier: boolean) => boolean
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

const NONE: PageShortcutState = { title: '', shortcuts: [], press: () => false }

export const usePageShortcutStore = create<PageShortcutState>()(() => NONE)

export const usePageShortcuts = (title: string, shortcuts: readonly PageShortcut[]): void => {
  const press = useEffectEvent((key: string, hasModifier: boolean) => {
    const pressed = shortcuts.find(
      (one) => one.run && one.keys.includes(key) && (one.hasModifier ?? false) === hasModifier,
    )
    pressed?.run?.()
    return pressed !== undefined
  })
  const labels = shortcuts.map(({ label }) => label).join('\n')
  const list = useEffectEvent(() => shortcuts.map(({ run: _, ...shown }) => shown))
  useEffect(() => {
    usePageShortcutStore.setState({
      title,
      shortcuts: list(),
      press: (key, hasModifier) => press(key, hasModifier),
    })
    return () => usePageShortcutStore.setState(NONE)
  }, [title, labels])
}
