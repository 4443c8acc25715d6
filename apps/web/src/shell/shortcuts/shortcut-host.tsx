import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { usePageShortcutStore } from '../../lib/page-shortcuts.ts'
import { useCan, useSessionStore } from '../../lib/session-store.ts'
import { closeShortcutSheet, openShortcutSheet, useShortcutState } from '../../lib/shortcut-settings.ts'
import { toastError } from '../../ui/feedback/toasts.ts'
import { pageShortcutsFor } from './shortcut-list.ts'
import type { ShortcutSheet } from './shortcut-sheet.tsx'

/** What takes letters for itself: fields, and lists that jump to the entry beginning with one. */
const TAKES_LETTERS = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], iframe'

/** Something lies over the page and has to be dealt with first. */
const OVER_THE_PAGE = '[aria-modal="true"], [role="menu"]'

/** Whether a dialog or a menu gets the keys. */
const isOverThePage = (): boolean => document.querySelector(OVER_THE_PAGE) !== null

/**
 * The single key that was pressed for us, or undefined when it means something else: text, a key of the browser, or
 * a key held down. On a keyboard with other letters, Arabic for one, the key's place counts.
 */
export const pressedKey = (event: KeyboardEvent): string | undefined => {
  const { key, code, target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return undefined
  if (event.defaultPrevented || isOverThePage()) return undefined
  if (target instanceof Element && target.closest(TAKES_LETTERS)) return undefined
  if (key === '؟') return '?'
  const isForeignLetter = key.length === 1 && key > '\u007F' && /^Key/.test(code)
  return isForeignLetter ? code.slice(3).toLowerCase() : key.toLowerCase()
}

/** The second key of two must follow the first one within this time. */
const SECOND_KEY_WITHIN_MS = 2000

type Sheet = typeof ShortcutSheet

/** Hears the single keys on every page of the signed-in area, and shows what they do. */
export function ShortcutHost() {
  useSingleKeys()
  useModifierKeys()
  const isOpen = useShortcutState((state) => state.isSheetOpen)
  const [LoadedSheet, setLoadedSheet] = useState<Sheet>()
  const openedFrom = useRef<Element>(null)

  useEffect(() => {
    if (!isOpen) return
    // By itself the dialog would not know it the first time, when it comes open already.
    openedFrom.current = document.activeElement
    fetchSheet().then(setLoadedSheet, (error: unknown) => {
      closeShortcutSheet()
      toastError(error)
    })
  }, [isOpen])
  // Closed on sign-out, so that the next user does not find it open.
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
  const navigate = useNavigate()
  // Before a required second factor is set up there is nowhere to go.
  const isLocked = useSessionStore(({ session }) => session?.secondFactor === 'required')
  const hasSingleKeys = useShortcutState((state) => state.hasSingleKeys)
  const first = useRef({ key: '', at: 0 })

  const hear = useEffectEvent((event: KeyboardEvent) => {
    const key = pressedKey(event)
    const before = event.timeStamp - first.current.at < SECOND_KEY_WITHIN_MS ? first.current.key : ''
    // Shift alone is part of another key.
    if (key === undefined || key === 'shift') return
    first.current = { key, at: event.timeStamp }
    const shortcuts = pageShortcutsFor(may)
    const sequence = shortcuts.find(({ keys }) => keys === `${before} ${key}`)
    // The open page comes before the pages that it could lead to.
    if (!sequence && usePageShortcutStore.getState().press(key, false)) return event.preventDefault()
    const page = sequence ?? shortcuts.find(({ keys }) => keys === key)
    const search = key === '/' && document.querySelector<HTMLElement>('main [role="searchbox"]')
    const act = page
      ? () => void navigate({ to: page.to })
      : key === '?'
        ? openShortcutSheet
        : search && focusOn(search)
    if (!act) return
    // The field that gets the focus must not get the key as well.
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

/** Ctrl or Cmd and a key of the open page, also in a field. These stay on when single keys are off. */
const useModifierKeys = (): void => {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.repeat || event.isComposing) return
      if (event.defaultPrevented || isOverThePage()) return
      if (usePageShortcutStore.getState().press(event.key.toLowerCase(), true)) event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

const focusOn = (field: HTMLElement) => () => field.focus()

/** Wrapped, as a state takes a bare function for a change of itself. */
const fetchSheet = async (): Promise<() => Sheet> => {
  const { ShortcutSheet: loaded } = await import('./shortcut-sheet.tsx')
  return () => loaded
}
