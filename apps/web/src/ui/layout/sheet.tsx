import type { ReactNode } from 'react'
import classes from './layout.module.css'

/** Current, replaced by a newer version, withdrawn, or suspended until its correction is released. */
export type DocumentState = 'current' | 'superseded' | 'withdrawn' | 'suspended'

interface SheetProps {
  /** Makes it a landmark; the name must be unique on the page. */
  label?: string
  /** Styles the sheet as a document, with an edge in the color of its state. */
  state?: DocumentState
  children: ReactNode
}

export function Sheet({ label, state, children }: SheetProps) {
  const Frame = label === undefined ? 'div' : 'section'
  return (
    <Frame className={classes.sheet} aria-label={label} data-state={state}>
      {children}
    </Frame>
  )
}
