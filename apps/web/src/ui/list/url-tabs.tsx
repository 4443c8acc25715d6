import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Count } from '../display/tags.tsx'
import type { RowTarget } from './row-link.tsx'
import classes from './list.module.css'

interface UrlTabsProps<Tab extends string> {
  /** Accessible name. */
  label: string
  tabs: readonly Tab[]
  current: Tab
  /** The address of the tab, where its list starts at page 1. */
  targetOf: (tab: Tab) => RowTarget
  nameOf: Readonly<Record<Tab, string>>
  /** Undefined for a tab without a count. */
  countOf?: (tab: Tab) => string | undefined
  /** At the edge of the cards below, instead of in a card. */
  isAboveCards?: boolean
}

/** Lists or parts of a page, each with its own address. */
export function UrlTabs<Tab extends string>({
  label,
  tabs,
  current,
  targetOf,
  nameOf,
  countOf,
  isAboveCards,
}: UrlTabsProps<Tab>) {
  const bar = useRef<HTMLElement>(null)
  const counted = tabs.filter((tab) => countOf?.(tab) !== undefined).length
  useEffect(() => {
    const link = bar.current?.querySelector('[aria-current]')
    // Scrolls the tabs and never the page.
    if (bar.current && link) bar.current.scrollLeft += centerOf(link) - centerOf(bar.current)
    // Counts make the tabs wider.
  }, [current, tabs.length, counted])
  return (
    <nav
      ref={bar}
      className={isAboveCards ? classes.tabsAboveCards : classes.tabsInCard}
      data-tabs
      aria-label={label}
    >
      {tabs.map((tab) => {
        const count = countOf?.(tab)
        return (
          <Link
            key={tab}
            {...targetOf(tab)}
            resetScroll={false}
            // Without exact matching, the first tab would be current for every tab.
            activeOptions={{ exact: true, explicitUndefined: true }}
            {...(tab === current && { 'aria-current': 'page' as const })}
          >
            {nameOf[tab]}
            {count !== undefined && <Count>{count}</Count>}
          </Link>
        )
      })}
    </nav>
  )
}

const centerOf = (element: Element) => {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}
