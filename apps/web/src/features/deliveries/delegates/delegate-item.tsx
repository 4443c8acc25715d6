import { Button, Group } from '@mantine/core'
import type { Delegate } from '@zelab/contract'
import { LANGUAGE_NAMES } from '../../../lib/texts.ts'
import { formatDate, formatPlainDate } from '../../../lib/format.ts'
import { EmailLink, PhoneLink } from '../../../ui/display/contact-links.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { Facts, RecordItem } from '../../../ui/list/record-list.tsx'
import * as words from '../texts.ts'
import * as texts from './texts.ts'

interface DelegateItemProps {
  delegate: Delegate
  dateOfBirth: string
  /** Absent without the permission and for access that has ended. */
  onChange?: (delegate: Delegate) => void
  onEnd?: (delegate: Delegate) => void
}

const yearOf = (date: string) => Number(date.slice(0, 4))

/** The last day, or the earlier birthday on which a guardian's access ends. */
const endInWords = ({ endsOn, validUntil }: Delegate, dateOfBirth: string): string => {
  if (endsOn === null) return texts.withoutEnd
  if (validUntil !== null && validUntil < endsOn) return texts.until(formatPlainDate(validUntil))
  return texts.untilAge(yearOf(endsOn) - yearOf(dateOfBirth), formatPlainDate(endsOn))
}

export function DelegateItem({ delegate, dateOfBirth, onChange, onEnd }: DelegateItemProps) {
  const { kind, fullName, relation, language, email, phone, documentSeen, recorded, ended } = delegate
  return (
    <RecordItem
      name={<bdi>{fullName}</bdi>}
      tags={<StatusBadge tone={delegate.isActive ? 'positive' : 'neutral'}>{texts.KINDS[kind]}</StatusBadge>}
      actions={
        onChange &&
        onEnd && (
          <>
            <Button
              size="xs"
              variant="default"
              aria-label={texts.changeOf(fullName)}
              onClick={() => onChange(delegate)}
            >
              {texts.change}
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={texts.endAccessOf(fullName)}
              onClick={() => onEnd(delegate)}
            >
              {texts.endAccess}
            </Button>
          </>
        )
      }
    >
      <Facts>
        {words.RELATIONS[relation]}
        {LANGUAGE_NAMES[language]}
      </Facts>
      {!ended && (
        <Group gap="0 var(--mantine-spacing-md)">
          {phone && <PhoneLink phone={phone} />}
          {email && <EmailLink email={email} />}
        </Group>
      )}
      <Facts>
        {ended &&
          `${texts.ended(formatDate(ended.at))}: ${texts.endedBy(texts.END_REASONS[ended.reason], ended.by?.fullName)}`}
        {!ended && !delegate.isActive && texts.begins(formatPlainDate(delegate.validFrom))}
        {!ended && endInWords(delegate, dateOfBirth)}
      </Facts>
      <Facts>{texts.documentSeenOf(documentSeen)}</Facts>
      <Facts>{texts.recordedBy(recorded.by.fullName, formatDate(recorded.at))}</Facts>
    </RecordItem>
  )
}
