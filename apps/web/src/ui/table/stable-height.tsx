import type { ReactNode } from 'react'
import { useLayoutEffect, useRef } from 'react'
import classes from './stable-height.module.css'
import { useTableDensity } from './density-toggle.tsx'

interface StableHeightProps {
  /** Rows on a page: with another number the list has a new height. */
  pageSize: number
  /** The rows of this page are not there yet. */
  isPending: boolean
  children: ReactNode
}

/** Keeps the pagination bar below a list in place when a search or the last page has fewer rows. */
export function StableHeight({ pageSize, isPending, children }: StableHeightProps) {
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const greatest = useRef({ layout: '', height: 0 })
  const isCompact = useTableDensity((state) => state.isCompact)
  useLayoutEffect(() => {
    if (isPending || !list.current) return undefined
    // Called after the browser's layout and before it paints: measuring here would make it lay out the list twice.
    const observer = new ResizeObserver((entries) => {
      for (const { contentRect } of entries) {
        const layout = [pageSize, isCompact, contentRect.width].join()
        const least = greatest.current.layout === layout ? greatest.current.height : 0
        greatest.current = { layout, height: Math.max(least, contentRect.height) }
        frame.current?.style.setProperty('--greatest', `${greatest.current.height}px`)
      }
    })
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [pageSize, isPending, isCompact])
  return (
    <div ref={frame} className={classes.frame}>
      <div ref={list}>{children}</div>
    </div>
  )
}
