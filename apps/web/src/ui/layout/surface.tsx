import type { ReactNode } from 'react'
import classes from './surface.module.css'

interface SurfaceProps {
  /** Makes it a landmark of this name; no other landmark of the page may have the same. */
  label?: string
  children: ReactNode
}

/** A bordered card without a heading: a list with its filters and paging, or a message in their place. */
export function Surface({ label, children }: SurfaceProps) {
  const Frame = label === undefined ? 'div' : 'section'
  return (
    <Frame className={classes.surface} aria-label={label}>
      {children}
    </Frame>
  )
}
