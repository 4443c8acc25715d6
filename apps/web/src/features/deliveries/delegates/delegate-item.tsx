import { Button } from '@mantine/core'
import type { Delegate } from '@zelab/contract'
import { LANGUAGE_NAMES } from '../../../lib/texts.ts'
import { formatDate, formatPlainDate } from '../../../lib/format.ts'
import { EmailLink, PhoneLink } from '../../../ui/display/contact-links.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import * as words from '../texts.ts'
import classes from './patient-delegates.module.css'
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
    <li className={classes.person}>
      <div className={classes.text}>
        <p className={classes.name}>
          <bdi>{fullName}</bdi>
          <StatusBadge tone={delegate.isActive ? 'positive' : 'neutral'}>{texts.KINDS[kind]}</StatusBadge>
        </p>
        <p className={classes.detail}>
          {words.RELATIONS[relation]} · {LANGUAGE_NAMES[language]}
        </p>
        {!ended && (
          <p className={classes.contacts}>
            {phone && <PhoneLink phone={phone} />}
            {email && <EmailLink email={email} />}
          </p>
        )}
        <p className={classes.detail}>
          {ended
            ? `${texts.ended(formatDate(ended.at))}: ${texts.endedBy(texts.END_REASONS[ended.reason], ended.by?.fullName)}`
            : [
                ...(delegate.isActive ? [] : [texts.begins(formatPlainDate(delegate.validFrom))]),
                endInWords(delegate, dateOfBirth),
              ].join(' · ')}
        </p>
        <p className={classes.detail}>{texts.documentSeenOf(documentSeen)}</p>
        <p className={classes.detail}>{texts.recordedBy(recorded.by.fullName, formatDate(recorded.at))}</p>
      </div>
      {onChange && onEnd && (
        <div className={classes.actions}>
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
        </div>
      )}
    </li>
  )
}
