import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  icon: Icon
  title: string
  description?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon: Sign, title, description, action }: EmptyStateProps) {
  return (
    <div className={classes.box}>
      <span className={classes.icon}>
        <Sign size={22} stroke={1.5} aria-hidden="true" />
      </span>
      <p className={classes.title}>{title}</p>
      {description && <p className={classes.description}>{description}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
