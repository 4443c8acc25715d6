import { IconAlertTriangle, IconCircleCheck, IconUserQuestion } from '@tabler/icons-react'
import type { InboxMatch } from '@zelab/contract'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import * as texts from './texts.ts'

const LOOKS = {
  green: { tone: 'positive', icon: IconCircleCheck },
  amber: { tone: 'warning', icon: IconAlertTriangle },
  red: { tone: 'negative', icon: IconUserQuestion },
} as const

export function MatchBadge({ match }: { match: InboxMatch }) {
  const { tone, icon } = LOOKS[match]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {texts.MATCHES[match]}
    </StatusBadge>
  )
}
