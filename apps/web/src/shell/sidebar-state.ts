import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import {
  MOBILE_BREAKPOINT_PX,
  SIDEBAR_COOKIE,
  SIDEBAR_COOKIE_MAX_AGE_S,
  SIDEBAR_EXPANDED_FROM_PX,
} from '../lib/limits.ts'
import { GENERAL_SHORTCUTS, useModifierKey } from './shortcuts/shortcut-list.ts'

/** Reads the cookie; by default, expanded when lists have room for all columns. */
export const readIsExpanded = (): boolean => {
  const cookies = document.cookie.split('; ')
  if (cookies.includes(`${SIDEBAR_COOKIE}=true`)) return true
  return window.innerWidth >= SIDEBAR_EXPANDED_FROM_PX && !cookies.includes(`${SIDEBAR_COOKIE}=false`)
}

export const storeIsExpanded = (isExpanded: boolean): void => {
  document.cookie = `${SIDEBAR_COOKIE}=${isExpanded}; path=/; max-age=${SIDEBAR_COOKIE_MAX_AGE_S}; samesite=lax`
}

export interface SidebarState {
  isMobile: boolean
  /** On wide screens: expanded or collapsed to icons. Stored in a cookie. */
  isExpanded: boolean
  /** On small screens: whether the panel is open. Not stored. */
  isOpen: boolean
  toggle: () => void
  close: () => void
}

/** State of the sidebar; Ctrl or Cmd plus B toggles it, also in fields (AMB-83). */
export const useSidebarState = (): SidebarState => {
  const isMobile = useMediaQuery(`(max-width: ${MOBILE_BREAKPOINT_PX - 0.02}px)`, undefined, {
    getInitialValueInEffect: false,
  })
  const [isExpanded, setIsExpanded] = useState(readIsExpanded)
  const [isOpen, setIsOpen] = useState(false)
  const toggle = () => {
    if (isMobile) return setIsOpen(!isOpen)
    storeIsExpanded(!isExpanded)
    setIsExpanded(!isExpanded)
  }
  useModifierKey(GENERAL_SHORTCUTS.sidebar.key, toggle)
  return { isMobile, isExpanded, isOpen: isMobile && isOpen, toggle, close: () => setIsOpen(false) }
}
