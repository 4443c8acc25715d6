import { Box, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconClockExclamation, IconPhoneOff, IconPhoneCheck } from '@tabler/icons-react'
import type { CriticalCall } from '@zelab/contract'
import { CALL_RECORDED_LATE_MINUTES } from '@zelab/contract/limits'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import { Hint, Ltr } from '../../ui/display/inline.tsx'
import { formatDateTime, formatTime } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import * as words from '../../entities/critical/texts.ts'
import * as texts from './texts.ts'

const BADGES = {
  'read-back': { tone: 'positive', icon: IconCheck },
  reached: { tone: 'warning', icon: IconPhoneCheck },
  voicemail: { tone: 'neutral', icon: IconPhoneOff },
  'not-reached': { tone: 'neutral', icon: IconPhoneOff },
  'wrong-number': { tone: 'neutral', icon: IconPhoneOff },
  declined: { tone: 'neutral', icon: IconPhoneOff },
} as const

/** How long after its end a call was recorded; 0 within the time that is usual. */
const lateBy = ({ endedAt, recordedAt }: CriticalCall): number => {
  const delay = Date.parse(recordedAt) - Date.parse(endedAt)
  return delay > CALL_RECORDED_LATE_MINUTES * 60_000 ? delay : 0
}

const aboutOf = ({ version, revision }: CriticalCall): string =>
  version === null ? (revision === null ? '' : texts.aboutRevision(revision)) : texts.aboutVersion(version)

export function CallList({ calls }: { calls: readonly CriticalCall[] }) {
  if (calls.length === 0) return <Hint>{texts.noCalls}</Hint>
  return (
    <Stack component="ol" gap={0} mod="rows" aria-label={texts.calls}>
      {calls.map((call) => (
        <Box component="li" key={call.id} py="xs">
          <Group justify="space-between" gap="sm" fw={500}>
            <span>
              <bdi>{call.person}</bdi>, <bdi>{call.role}</bdi>
              {call.phone && (
                <>
                  {' · '}
                  <PhoneText phone={call.phone} />
                </>
              )}
            </span>
            <StatusBadge {...BADGES[call.outcome]}>{words.OUTCOMES[call.outcome]}</StatusBadge>
          </Group>
          {call.readOut && (
            <Text my={4} dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
              {call.readOut}
              {call.value && (
                <>
                  {': '}
                  <Ltr>{[call.value, call.unit].filter(Boolean).join(' ')}</Ltr>
                </>
              )}
            </Text>
          )}
          {call.identifiers && (
            <Hint>
              {texts.identifiers}: <bdi>{call.identifiers}</bdi>
            </Hint>
          )}
          <Hint>
            {formatDateTime(call.beganAt)} – {formatTime(call.endedAt)} · <bdi>{call.caller}</bdi>
            {aboutOf(call)}
          </Hint>
          <Hint>
            {texts.recordedAt} {formatDateTime(call.recordedAt)} {texts.by} <bdi>{call.by.fullName}</bdi>
            {lateBy(call) > 0 && (
              <>
                {' '}
                <StatusBadge tone="warning" icon={IconClockExclamation}>
                  {texts.recordedLate(words.span(lateBy(call)))}
                </StatusBadge>
              </>
            )}
          </Hint>
        </Box>
      ))}
    </Stack>
  )
}
