import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { readIsExpanded, storeIsExpanded } from './sidebar-cookie.ts'
import { MOBILE_BREAKPOINT_PX } from '../lib/limits.ts'

export interface SidebarState {
  isMobile: boolean
  /** On wide screens: expanded, or collapsed to the icon strip. Kept in a cookie. */
  isExpanded: boolean
  /** Below the breakpoint: whether the panel has slid in. Not kept. */
  isOpen: boolean
  toggle: () => void
  close: () => void
}

/** Expanded or collapsed, open or closed; Ctrl or Cmd plus b toggles, in form fields too (AMB-83). */
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
  useHotkeys([['mod+b', toggle]], [], true)
  return { isMobile, isExpanded, isOpen: isMobile && isOpen, toggle, close: () => setIsOpen(false) }
}
