import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'
import sheet from './sheet.module.css'
import classes from './stat-card.module.css'

interface StatStripProps {
  label?: string
  /** One line of text on the bench, above a list that is what the page is for. */
  isSlim?: boolean
  children: ReactNode
}

/** Figures beside one another on one sheet, on one baseline; on a phone two or three in a line. */
export function StatStrip({ label, isSlim = false, children }: StatStripProps) {
  const Frame = label === undefined ? 'div' : 'section'
  return (
    <Frame
      className={isSlim ? `${classes.strip} ${classes.slim}` : `${sheet.sheet} ${classes.strip}`}
      aria-label={label}
    >
      {children}
    </Frame>
  )
}

interface StatCardProps {
  title: string
  /** Undefined while loading: the card keeps its height. Null when it could not be loaded. */
  value: number | null | undefined
  /** There are more, but counting stopped here. */
  isAtLeast?: boolean
  subtext: string
  /** A hint: what was counted where that is not everything, such as "Of 10 on this page". */
  scope?: string | undefined
}

/** One figure of a `StatStrip`. */
export function StatCard({ title, value, isAtLeast, subtext, scope }: StatCardProps) {
  return (
    <article className={classes.card} aria-busy={value === undefined}>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.value}>
        {value === undefined ? (
          <Skeleton component="span" className={classes.waiting} />
        ) : value === null ? (
          '—'
        ) : (
          `${formatCount(value)}${isAtLeast ? '+' : ''}`
        )}
      </p>
      <p className={classes.subtext}>
        <span>{subtext}</span>
        {scope && <span className={classes.scope}>{scope}</span>}
      </p>
    </article>
  )
}
