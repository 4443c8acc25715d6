import { Text } from '@mantine/core'
import type { UnreleasedReport } from '@zelab/contract'
import { Notice } from '../../ui/feedback/notice.tsx'
import * as texts from './texts.ts'

interface ReturnedNoticeProps {
  returned: NonNullable<UnreleasedReport['returned']>
  /** On its page, with the reply of its author. */
  report?: Pick<UnreleasedReport, 'state' | 'author'>
}

/** Why the report was sent back, and what its author answered. */
export function ReturnedNotice({ returned: { by, reason, reply }, report }: ReturnedNoticeProps) {
  const isReturned = report === undefined || report.state === 'returned'
  return (
    <Notice
      tone={isReturned ? 'warning' : 'info'}
      title={isReturned ? texts.sentBackBy(by.fullName) : texts.correctedSince(by.fullName)}
    >
      <Text component="p" style={{ whiteSpace: 'pre-wrap' }} dir="auto">
        {reason}
      </Text>
      {report && reply !== null && (
        <Text component="p" style={{ whiteSpace: 'pre-wrap' }} dir="auto">
          {texts.replied(report.author.fullName)} {reply}
        </Text>
      )}
    </Notice>
  )
}
