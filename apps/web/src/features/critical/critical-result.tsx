import { Group } from '@mantine/core'
import type { CriticalResult } from '@zelab/contract'
import { Hint } from '../../ui/display/inline.tsx'
import { TimeLeft } from '../../entities/critical/time-left.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import * as words from '../../entities/critical/texts.ts'
import { CallList } from './call-list.tsx'
import { NoticeList } from './notice-list.tsx'
import * as texts from './texts.ts'

/** @param isPublished the patient may get messages about it */
export function CriticalResultView({
  result,
  isPublished,
}: {
  result: CriticalResult
  isPublished: boolean
}) {
  const { closed, cause, flaggedAt, flaggedBy, targetMinutes, escalations, informedAt, messageAllowed } =
    result
  return (
    <>
      <Group gap="sm" mb="sm">
        {closed === null ? (
          <TimeLeft dueAt={result.dueAt} />
        ) : (
          <StatusBadge tone={closed.as === 'read-back' ? 'positive' : 'neutral'}>
            {texts.CLOSINGS[closed.as]}
            {informedAt && ` ${texts.after(words.span(Date.parse(informedAt) - Date.parse(flaggedAt)))}`}
          </StatusBadge>
        )}
        <Hint span>
          {texts.CAUSES[cause]} <RelativeTime at={flaggedAt} /> {texts.by} <bdi>{flaggedBy.fullName}</bdi> ·{' '}
          {texts.target(targetMinutes)}
          {escalations > 0 && ` · ${texts.escalated(escalations)}`}
        </Hint>
      </Group>
      {closed?.reason && (
        <Hint dir="auto">
          {closed.reason} (<bdi>{closed.by?.fullName}</bdi>)
        </Hint>
      )}
      {closed === null && isPublished && (
        <Hint>
          {messageAllowed?.isEnded === true ? (
            texts.permissionEnded(messageAllowed.version ?? 1)
          ) : messageAllowed ? (
            <>
              {texts.messageAllowed} <bdi>{messageAllowed.reason}</bdi> (
              <bdi>{messageAllowed.by.fullName}</bdi>)
            </>
          ) : (
            texts.patientWaits
          )}
        </Hint>
      )}
      {result.awaitsConfirmation && <Hint>{texts.awaitsConfirmation}</Hint>}
      <NoticeList notices={result.notices.filter(({ step }) => step === result.notices[0]?.step)} />
      <CallList calls={result.calls} />
    </>
  )
}
