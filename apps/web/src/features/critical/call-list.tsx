import { IconCheck, IconPhoneOff, IconPhoneCheck } from '@tabler/icons-react'
import type { CriticalCall } from '@zelab/contract'
import { formatDateTime, formatTime } from '../../lib/format.ts'
import { Ltr } from '../../ui/display/ltr.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import * as words from '../../entities/critical/texts.ts'
import classes from './critical.module.css'
import * as texts from './texts.ts'

const BADGES = {
  'read-back': { tone: 'positive', icon: IconCheck },
  reached: { tone: 'warning', icon: IconPhoneCheck },
  'not-reached': { tone: 'neutral', icon: IconPhoneOff },
} as const

export function CallList({ calls }: { calls: readonly CriticalCall[] }) {
  if (calls.length === 0) return <p className={classes.none}>{texts.noCalls}</p>
  return (
    <ol className={classes.calls} aria-label={texts.calls}>
      {calls.map((call) => (
        <li key={call.id} className={classes.call}>
          <p className={classes.head}>
            <span>
              <bdi>{call.person}</bdi>, <bdi>{call.role}</bdi>
              {call.phone && (
                <>
                  {' · '}
                  <Ltr>{call.phone}</Ltr>
                </>
              )}
            </span>
            <StatusBadge {...BADGES[call.outcome]}>{words.OUTCOMES[call.outcome]}</StatusBadge>
          </p>
          {call.readOut && (
            <p className={classes.readOut} dir="auto">
              {call.readOut}
            </p>
          )}
          <p className={classes.facts}>
            {formatDateTime(call.beganAt)} – {formatTime(call.endedAt)} · <bdi>{call.by.fullName}</bdi>
          </p>
        </li>
      ))}
    </ol>
  )
}
