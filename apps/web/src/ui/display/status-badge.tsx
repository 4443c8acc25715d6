import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './status-badge.module.css'

export type Tone = 'positive' | 'warning' | 'negative' | 'mismatch' | 'info' | 'neutral' | 'accent'

interface StatusBadgeProps {
  tone: Tone
  /** Replaces the dot; null for no icon, when the label is not a status. */
  icon?: Icon | null
  children: ReactNode
}

/** A status with color, shape and label, so that color is never the only difference. */
export function StatusBadge({ tone, icon: Sign, children }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone} data-plain={Sign === null || undefined}>
      {Sign && <Sign size={14} stroke={2} aria-hidden="true" />}
      <span>{children}</span>
    </span>
  )
}
