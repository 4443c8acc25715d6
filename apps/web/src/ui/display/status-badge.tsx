import type { Icon } from '@tabler/icons-react'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
  IconPointFilled,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './status-badge.module.css'

export type Tone = 'positive' | 'warning' | 'negative' | 'info' | 'neutral' | 'accent'

const TONE_ICONS: Record<Tone, Icon> = {
  positive: IconCircleCheck,
  warning: IconAlertTriangle,
  negative: IconCircleX,
  info: IconInfoCircle,
  neutral: IconPointFilled,
  accent: IconPointFilled,
}

interface StatusBadgeProps {
  tone: Tone
  /** Another sign than the tone's own; null for none, where the word is no status. */
  icon?: Icon | null
  children: ReactNode
}

/** A state as sign, word and colour, so that colour is never the only difference. */
export function StatusBadge({ tone, icon, children }: StatusBadgeProps) {
  const Sign = icon === undefined ? TONE_ICONS[tone] : icon
  return (
    <span className={classes.badge} data-tone={tone}>
      {Sign && <Sign size={14} stroke={2} aria-hidden="true" />}
      <span>{children}</span>
    </span>
  )
}
