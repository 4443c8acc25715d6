import type { ReactNode } from 'react'
import { useId } from 'react'
import classes from './detail-section.module.css'

interface DetailSectionProps {
  title: string
  actions?: ReactNode
  children: ReactNode
}

/** One of several titled parts of a sheet, with a line between them. */
export function DetailSection({ title, actions, children }: DetailSectionProps) {
  const titleId = useId()
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 className={classes.title} id={titleId}>
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
