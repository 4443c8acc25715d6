import type { Attempt, SendingState } from '@zelab/contract'
import type { ReactNode } from 'react'
import { formatMoment } from '../../lib/format.ts'
import { StatusBadge, type Tone } from '../../ui/display/status-badge.tsx'
import { Facts, RecordItem } from '../../ui/list/record-list.tsx'
import * as texts from './texts.ts'

const TONES: Record<SendingState, Tone> = {
  waiting: 'warning',
  done: 'positive',
  refused: 'negative',
  superseded: 'neutral',
}

/** A change of a report on its way to a connected system. */
export function SendingItem({
  name,
  sending: { version, type, state, at, tries, answer },
  note,
  actions,
}: {
  name: ReactNode
  sending: Attempt
  note?: ReactNode
  actions?: ReactNode
}) {
  return (
    <RecordItem
      name={name}
      badges={<StatusBadge tone={TONES[state]}>{texts.STATES[state]}</StatusBadge>}
      actions={actions}
    >
      <Facts>
        {texts.CHANGES[type]}
        {version !== null && texts.version(version)}
        {formatMoment(at)}
        {tries > 0 && texts.tries(tries)}
        {answer && <bdi>{answer}</bdi>}
      </Facts>
      {note && <Facts>{note}</Facts>}
    </RecordItem>
  )
}
