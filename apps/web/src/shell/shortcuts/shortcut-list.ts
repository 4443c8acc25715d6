import type { Permission } from '@zelab/contract/access'
import type { NavigationItem } from '../navigation.ts'
import { DASHBOARD_ITEM, navigationFor, secondaryNavigationFor } from '../navigation.ts'
import * as texts from '../search/texts.tsx'

/** Name of Mantine's "mod" key. */
export const MODIFIER = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : texts.controlKey

export type PageShortcut = NavigationItem & { keys: string }

export const pageShortcutsFor = (may: (permission: Permission) => boolean): PageShortcut[] =>
  [
    DASHBOARD_ITEM,
    ...navigationFor(may).flatMap(({ items }) => items),
    ...secondaryNavigationFor(may),
  ].filter((item): item is PageShortcut => item.keys !== undefined)
