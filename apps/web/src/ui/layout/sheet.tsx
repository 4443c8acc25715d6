import type { ReactNode } from 'react'
import classes from './sheet.module.css'

/** Where a document stands: what is in force, what a newer version replaced, what was withdrawn. */
export type DocumentState = 'current' | 'superseded' | 'withdrawn'

interface SheetProps {
  /** Makes it a landmark of this name; no other landmark of the page may have the same. */
  label?: string
  /** Makes it a document, with an edge in the color of its state. */
  state?: DocumentState
  children: ReactNode
}

/** A sheet on the bench without a heading: a list with its filters and paging, a document, or a message in their place. */
export function Sheet({ label, state, children }: SheetProps) {
  const Frame = label === undefined ? 'div' : 'section'
  return (
    <Frame className={classes.sheet} aria-label={label} data-state={state}>
      {children}
    </Frame>
  )
}
