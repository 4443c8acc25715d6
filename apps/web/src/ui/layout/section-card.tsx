import type { ReactNode } from 'react'
import { useId } from 'react'
import type { DocumentState } from './sheet.tsx'
import classes from './section-card.module.css'
import sheet from './sheet.module.css'

interface SectionCardProps {
  title: string
  subtitle?: string
  /** False keeps their place free: they come with the content, or not at all. */
  actions?: ReactNode
  /** Makes it a document, with an edge in the color of its state. */
  state?: DocumentState
  /** Without inner margins, for tables that run from edge to edge. */
  isFlush?: boolean
  children: ReactNode
}

/** A titled block of a page: an h2 on a sheet. */
export function SectionCard({ title, subtitle, actions, state, isFlush, children }: SectionCardProps) {
  const titleId = useId()
  return (
    <section className={sheet.sheet} aria-labelledby={titleId} data-state={state}>
      <div className={classes.head} data-flush={isFlush}>
        <div className={classes.text}>
          <h2 className={classes.title} id={titleId}>
            {title}
          </h2>
          {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      <div className={isFlush ? undefined : classes.body}>{children}</div>
    </section>
  )
}
