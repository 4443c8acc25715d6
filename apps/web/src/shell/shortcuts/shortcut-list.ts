import type { Permission } from '@zelab/contract/access'
import {
  type NavigationItem,
  type useLabUses,
  firstItemsFor,
  navigationFor,
  RELEASE_ITEM,
  secondaryNavigationFor,
} from '../navigation.ts'
import * as texts from '../search/texts.tsx'
import { useEffect, useEffectEvent } from 'react'
import { latinKey } from '../../lib/latin-key.ts'

/** Name of Mantine's "mod" key. */
export const MODIFIER = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : texts.controlKey

/** The shortcuts of every page: their handlers and the help take the keys from here. */
export const GENERAL_SHORTCUTS = {
  search: { key: 'k', hasModifier: true },
  sidebar: { key: 'b', hasModifier: true },
  listSearch: { key: '/', hasModifier: false },
  help: { key: '?', hasModifier: false },
} as const

export type PageShortcut = NavigationItem & { keys: string }

export const pageShortcutsFor = (
  may: (permission: Permission) => boolean,
  uses: ReturnType<typeof useLabUses>,
): PageShortcut[] =>
  [
    ...firstItemsFor(may),
    ...navigationFor(may, uses).flatMap(({ items }) => items),
    ...(may('reports:publish') && uses.release ? [RELEASE_ITEM] : []),
    ...secondaryNavigationFor(may),
  ].filter((item): item is PageShortcut => item.keys !== undefined)

/** Called on Ctrl or Cmd with this key, also in fields. */
export const useModifierKey = (letter: string, run: () => void): void => {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    if (latinKey(event) !== letter) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => hear(event)
    document.documentElement.addEventListener('keydown', listen)
    return () => document.documentElement.removeEventListener('keydown', listen)
  }, [])
}
