import type { ReactNode } from 'react'
import { useLayoutEffect, useRef } from 'react'
import classes from './steady-height.module.css'
import { useTableDensity } from './table-density.ts'

interface SteadyHeightProps {
  /** Rows on a page: with another number the list has a new height. */
  pageSize: number
  /** The rows of this page are not there yet. */
  isPending: boolean
  children: ReactNode
}

/** Keeps the pagination bar below a list in place when a search or the last page has fewer rows. */
export function SteadyHeight({ pageSize, isPending, children }: SteadyHeightProps) {
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const greatest = useRef({ layout: '', height: 0 })
  const isCompact = useTableDensity((state) => state.isCompact)
  useLayoutEffect(() => {
    if (isPending || !frame.current || !list.current) return
    const { width, height } = list.current.getBoundingClientRect()
    const layout = [pageSize, isCompact, width].join()
    const kept = greatest.current.layout === layout ? Math.max(greatest.current.height, height) : height
    greatest.current = { layout, height: kept }
    frame.current.style.setProperty('--greatest', `${kept}px`)
  }, [pageSize, isPending, isCompact, children])
  return (
    <div ref={frame} className={classes.frame}>
      <div ref={list}>{children}</div>
    </div>
  )
}
