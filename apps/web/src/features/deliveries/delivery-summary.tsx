import type { Delivery, DeliveryEvent } from '@zelab/contract'
import { LANGUAGE_NAMES } from '../../lib/texts.ts'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { ContactText } from '../../ui/display/contact-links.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { isLive, statusOf } from './delivery-status.ts'
import classes from './report-deliveries.module.css'
import * as texts from './texts.ts'

export function DeliverySummary({ delivery }: { delivery: Delivery }) {
  const { channel, purpose, contact, createdAt, requestedBy, failure, language, delegate, reportVersion } =
    delivery
  const { tone, word } = statusOf(delivery)
  return (
    <div className={classes.text}>
      <p className={classes.head}>
        <span>{texts.SENT_BY[channel]}</span>
        {delegate && <span>{texts.personWithRelation(delegate.fullName, delegate.relation)}</span>}
        {contact !== null && <ContactText contact={contact} />}
        <StatusBadge tone={tone}>{word}</StatusBadge>
        {purpose !== 'report' && (
          <StatusBadge tone="neutral" icon={null}>
            {texts.PURPOSES[purpose]}
          </StatusBadge>
        )}
      </p>
      <p className={classes.detail}>
        {[
          formatDateTime(createdAt),
          requestedBy ? texts.by(requestedBy.fullName) : texts.automatic,
          // A report on paper has no message.
          channel === 'paper' ? texts.version(reportVersion) : LANGUAGE_NAMES[language],
        ].join(' · ')}
      </p>
      {failure !== null && <p className={classes.detail}>{texts.FAILURES[failure]}</p>}
      <LinkState delivery={delivery} />
    </div>
  )
}

function LinkState({ delivery }: { delivery: Delivery }) {
  const { link, reportVersion } = delivery
  if (!link) return null
  const parts = [
    link.firstOpenedAt && texts.firstOpened(formatDateTime(link.firstOpenedAt)),
    link.openedVersion !== null &&
      link.openedVersion < reportVersion &&
      texts.openedEarlierVersion(link.openedVersion),
    link.revocation && `${texts.linkEnded}: ${texts.REVOCATIONS[link.revocation]}`,
    isLive(delivery) && texts.worksUntil(formatDate(link.endsAt)),
  ].filter(Boolean)
  return parts.length > 0 && <p className={classes.detail}>{parts.join(' · ')}</p>
}

export function DeliveryHistory({ events }: { events: readonly DeliveryEvent[] }) {
  if (events.length === 0) return null
  return (
    <details className={classes.history}>
      <summary>{texts.history}</summary>
      <ul className={classes.events}>
        {events.map(({ id, kind, by, at }) => (
          <li key={id}>
            {[formatDateTime(at), texts.EVENTS[kind], by && texts.by(by.fullName)]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
    </details>
  )
}
