import { Text } from '@mantine/core'
import type { CriticalNotice } from '@zelab/contract'
import { formatDateTime, formatTime } from '../../lib/format.ts'
import * as texts from './texts.ts'

/** The messages about an open result, with the outcome of each. */
export function NoticeList({
  notices,
  hasDates = false,
}: {
  notices: readonly CriticalNotice[]
  hasDates?: boolean
}) {
  if (notices.length === 0) return null
  const at = hasDates ? formatDateTime : formatTime
  return (
    <Text component="ul" size="sm" c="dimmed" mb="sm" ps="md" aria-label={texts.told}>
      {notices.map((notice) => (
        <li key={`${notice.step} ${notice.person.fullName} ${notice.channel}`}>
          {texts.step(notice.step)}: <bdi>{notice.person.fullName}</bdi>, {texts.CHANNELS[notice.channel]}{' '}
          {notice.isRetried ? texts.retried : texts.NOTICES[notice.state]} {at(notice.at)}
        </li>
      ))}
    </Text>
  )
}
