import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { latinKey } from '../../lib/latin-key.ts'
import { pressOnPage, quietAfterArrival } from '../../lib/page-shortcuts.ts'
import { isSetUpFirst, useCan, useSessionStore } from '../../lib/session-store.ts'
import { closeShortcutSheet, openShortcutSheet, useShortcutState } from '../../lib/shortcut-settings.ts'
import { toastError } from '../../ui/feedback/toasts.ts'
import { useLabUses } from '../navigation.ts'
import { GENERAL_SHORTCUTS, pageShortcutsFor } from './shortcut-list.ts'
import type { ShortcutSheet } from './shortcut-sheet.tsx'

/** Elements that use letter keys: fields, and lists with type-ahead. */
const TAKES_LETTERS =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role="menu"], [role="listbox"], iframe'

/** Overlays take the keys. */
const OVER_THE_PAGE = '[aria-modal="true"], [role="menu"]'

const isOverThePage = (): boolean => document.querySelector(OVER_THE_PAGE) !== null

/** Undefined for text input and browser shortcuts. On a non-Latin keyboard, the physical key counts. */
export const pressedKey = (event: KeyboardEvent): string | undefined => {
  const { target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return undefined
  if (event.defaultPrevented || isOverThePage()) return undefined
  if (target instanceof Element && target.closest(TAKES_LETTERS)) return undefined
  return latinKey(event)
}

/** Maximum delay between the keys of a sequence. */
const SECOND_KEY_WITHIN_MS = 2000

type Sheet = typeof ShortcutSheet

/** Handles single-key shortcuts on all pages, and shows their list. */
export function ShortcutHost() {
  useSingleKeys()
  useModifierKeys()
  const isOpen = useShortcutState((state) => state.isSheetOpen)
  const [LoadedSheet, setLoadedSheet] = useState<Sheet>()
  const openedFrom = useRef<Element>(null)

  useEffect(() => {
    if (!isOpen) return
    // The dialog mounts open the first time and cannot record the previous focus.
    openedFrom.current = document.activeElement
    fetchSheet().then(setLoadedSheet, (error: unknown) => {
      closeShortcutSheet()
      toastError(error)
    })
  }, [isOpen])
  // The keys of lists. Without them, rows are links and their buttons stay.
  useEffect(() => void import('../../ui/shortcuts/record-shortcuts.ts').catch(() => undefined), [])
  // Closed on sign-out, so that the next user does not see it.
  useEffect(() => closeShortcutSheet, [])

  const close = () => {
    closeShortcutSheet()
    const { current: element } = openedFrom
    const target =
      element instanceof HTMLElement && element.isConnected && element !== document.body ? element : null
    requestAnimationFrame(() =>
      (target ?? document.getElementById('content'))?.focus({ preventScroll: true }),
    )
  }
  return LoadedSheet && <LoadedSheet isOpen={isOpen} onClose={close} />
}

const useSingleKeys = (): void => {
  const may = useCan()
  const uses = useLabUses()
  const navigate = useNavigate()
  // A required second factor has to be set up first; there are no other pages.
  const isLocked = useSessionStore(isSetUpFirst)
  const hasSingleKeys = useShortcutState((state) => state.hasSingleKeys)
  const first = useRef({ key: '', at: 0 })

  const hear = useEffectEvent((event: KeyboardEvent) => {
    const key = pressedKey(event)
    const before = event.timeStamp - first.current.at < SECOND_KEY_WITHIN_MS ? first.current.key : ''
    // Shift is part of another key.
    if (key === undefined || key === 'shift') return
    first.current = { key, at: event.timeStamp }
    const shortcuts = pageShortcutsFor(may, uses)
    const sequence = shortcuts.find(({ keys }) => keys === `${before} ${key}`)
    const quiet = sequence || key.length > 1 ? 'none' : quietAfterArrival(event)
    if (quiet === 'all') return
    // Shortcuts of the page take precedence over navigation.
    if (!sequence && quiet === 'none' && pressOnPage(key, false)) return event.preventDefault()
    const page = sequence ?? shortcuts.find(({ keys }) => keys === key)
    const search =
      key === GENERAL_SHORTCUTS.listSearch.key &&
      document.querySelector<HTMLElement>('main [role="searchbox"]')
    const act = page
      ? () => void navigate({ to: page.to })
      : key === GENERAL_SHORTCUTS.help.key
        ? openShortcutSheet
        : search && focusOn(search)
    if (!act) return
    // Prevents the key from being typed into the newly focused field.
    event.preventDefault()
    first.current = { key: '', at: 0 }
    act()
  })

  const isListening = hasSingleKeys && !isLocked
  useEffect(() => {
    if (!isListening) return
    const listen = (event: KeyboardEvent) => hear(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isListening])
}

/** Shortcuts with Ctrl or Cmd, which work in fields and stay on when single keys are disabled. */
const useModifierKeys = (): void => {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.repeat || event.isComposing) return
      if (event.defaultPrevented || isOverThePage()) return
      if (pressOnPage(latinKey(event), true)) event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

const focusOn = (field: HTMLElement) => () => field.focus()

/** Wrapped in a function, because a state setter would call a bare one. */
const fetchSheet = async (): Promise<() => Sheet> => {
  const { ShortcutSheet: loaded } = await import('./shortcut-sheet.tsx')
  return () => loaded
}
