import { IconAlarm, IconAlertTriangle } from '@tabler/icons-react'
import { formatDateTime } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import * as texts from './texts.ts'

/** How long until an open critical result is late, or since when it is. */
export function TimeLeft({ dueAt }: { dueAt: string }) {
  const left = new Date(dueAt).getTime() - useNow()
  return (
    <span data-tooltip={formatDateTime(dueAt)} data-tooltip-touch="">
      {left > 0 ? (
        <StatusBadge tone="mismatch" icon={IconAlarm}>
          {texts.timeLeft(left)}
        </StatusBadge>
      ) : (
        <StatusBadge tone="negative" icon={IconAlertTriangle}>
          {texts.late(-left)}
        </StatusBadge>
      )}
    </span>
  )
}
