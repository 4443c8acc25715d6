import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'

/** A shortcut of the page that is open, besides those that lead to other pages. */
export interface PageShortcut {
  label: string
  /** As `pressedKey` names them: any of these keys. */
  keys: readonly string[]
  /** Pressed together with Ctrl or Cmd; works in fields, too. */
  hasModifier?: true
  /** Left out for a key that works without help, such as Enter on a link. */
  run?: () => void
}

interface PageShortcutState {
  title: string
  shortcuts: readonly Omit<PageShortcut, 'run'>[]
  press: (key: string, hasModifier: boolean) => boolean
}

const NONE: PageShortcutState = { title: '', shortcuts: [], press: () => false }

/** The shortcuts of the open page; the shell listens for the keys and lists them. */
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
