import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useId } from 'react'
import classes from './section-card.module.css'

interface SectionCardProps {
  title: string
  subtitle?: string
  icon?: Icon
  actions?: ReactNode
  /** Without inner margins, for tables that run from edge to edge. */
  isFlush?: boolean
  children: ReactNode
}

/** A titled block of a page: an h2 and a bordered surface. */
export function SectionCard({ title, subtitle, icon: Sign, actions, isFlush, children }: SectionCardProps) {
  const titleId = useId()
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <div className={classes.head}>
        {Sign && <Sign className={classes.icon} size={18} stroke={1.75} aria-hidden="true" />}
        <div className={classes.text}>
          <h2 className={classes.title} id={titleId}>
            {title}
          </h2>
          {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      <div className={isFlush ? undefined : classes.body}>{children}</div>
    </section>
  )
}
