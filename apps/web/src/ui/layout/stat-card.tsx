import { Skeleton, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'
import classes from './layout.module.css'

interface StatStripProps {
  label?: string
  /** Reserves a line for scopes, which come and go with filters. */
  hasScopes?: boolean
  children: ReactNode
}

export function StatStrip({ label, hasScopes = false, children }: StatStripProps) {
  const Frame = label === undefined ? 'div' : 'section'
  return (
    <Frame
      className={`${classes.sheet} ${classes.strip} ${hasScopes ? classes.scoped : ''}`}
      aria-label={label}
    >
      {children}
    </Frame>
  )
}

interface StatCardProps {
  title: string
  /** Undefined while loading, null after a failure; the height stays the same. */
  value: number | null | undefined
  /** The count stopped at this number. */
  isAtLeast?: boolean
  subtext: string
  /** Hint at a limited scope, such as "Of 10 on this page". */
  scope?: string | undefined
}

export function StatCard({ title, value, isAtLeast, subtext, scope }: StatCardProps) {
  return (
    <article className={classes.card} aria-busy={value === undefined}>
      <Title order={2} c="dimmed" size="sm" fw={500}>
        {title}
      </Title>
      <p className={classes.value}>
        {value === undefined ? (
          <Skeleton component="span" display="block" w="3rem" h="1.75rem" />
        ) : value === null ? (
          '—'
        ) : (
          `${formatCount(value)}${isAtLeast ? '+' : ''}`
        )}
      </p>
      <p className={classes.subtext}>
        <span>{subtext}</span>
        {scope && (
          <Text span inherit display="block">
            {scope}
          </Text>
        )}
      </p>
    </article>
  )
}
