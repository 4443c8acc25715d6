import type { ReactNode } from 'react'
import { useLayoutEffect, useRef } from 'react'
import classes from './list.module.css'
import { useTableDensity } from '../table/table-menu.tsx'

interface StableHeightProps {
  pageSize: number
  isPending: boolean
  children: ReactNode
}

/** Keeps the pagination bar in place when a search or the last page has fewer rows. */
export function StableHeight({ pageSize, isPending, children }: StableHeightProps) {
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const greatest = useRef({ layout: '', height: 0 })
  const isCompact = useTableDensity((state) => state.isCompact)
  useLayoutEffect(() => {
    if (isPending || !list.current) return undefined
    // A ResizeObserver runs after layout and before paint, so measuring causes no second layout.
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
