import type { ReactNode } from 'react'
import classes from './surface.module.css'

interface SurfaceProps {
  /** Accessible name, where the surface is a part of the page of its own. */
  label?: string
  children: ReactNode
}

/** A bordered card without a heading: a list with its filters and paging, or a message in their place. */
export function Surface({ label, children }: SurfaceProps) {
  return (
    <section className={classes.surface} aria-label={label}>
      {children}
    </section>
  )
}
