import { Fragment } from 'react'
import { IconAlertTriangle, IconCircleCheck, IconUserQuestion } from '@tabler/icons-react'
import type { InboxMatch } from '@zelab/contract'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import * as texts from './texts.ts'

/** A file name that wraps after separators before it wraps within words. */
export function FileName({ name }: { name: string }) {
  return (
    <bdi>
      {name.split(/(?<=[_.-])(?=[^_.-])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  )
}

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
