import { Skeleton } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { formatCount } from '../../lib/format.ts'
import classes from './stat-card.module.css'

interface StatCardProps {
  title: string
  /** Undefined while loading: the card keeps its height. Null when it could not be loaded. */
  value: number | null | undefined
  /** There are more, but counting stopped here. */
  isAtLeast?: boolean
  subtext: string
  /** What was counted where that is not everything, such as "on this page". */
  scope?: string | undefined
  icon: Icon
}

export function StatCard({ title, value, isAtLeast, subtext, scope, icon: Sign }: StatCardProps) {
  return (
    <article className={classes.card} aria-busy={value === undefined}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <span className={classes.icon}>
          <Sign size={18} stroke={1.75} aria-hidden="true" />
        </span>
      </div>
      <p className={classes.value}>
        {value === undefined ? (
          <Skeleton component="span" display="block" height="1.5rem" width="3.5rem" />
        ) : value === null ? (
          '—'
        ) : (
          `${formatCount(value)}${isAtLeast ? '+' : ''}`
        )}
      </p>
      <p className={classes.subtext}>
        <span>{subtext}</span>
        {scope && <> · {scope}</>}
      </p>
    </article>
  )
}
