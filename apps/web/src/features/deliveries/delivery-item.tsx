import { Box, Text } from '@mantine/core'
import type { DeliveryEvent, ShownDelivery } from '@zelab/contract'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { LANGUAGE_NAMES } from '../../lib/texts.ts'
import { ContactText } from '../../ui/display/contact-links.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { Facts, RecordItem } from '../../ui/list/record-list.tsx'
import { DeliveryActions } from './delivery-actions.tsx'
import { isLive, statusOf } from './delivery-status.ts'
import { LatestCall } from './report-call.tsx'
import * as texts from './texts.ts'

interface DeliveryItemProps {
  delivery: ShownDelivery
  /** Above the delivery, where it is not the page's report. */
  report?: ReactNode
}

export function DeliveryItem({ delivery, report }: DeliveryItemProps) {
  const {
    channel,
    purpose,
    contact,
    createdAt,
    requestedBy,
    failure,
    language,
    delegate,
    reportVersion,
    link,
  } = delivery
  const { tone, word } = statusOf(delivery)
  return (
    <RecordItem
      name={
        <>
          {report && <Box w="100%">{report}</Box>}
          <span>{texts.SENT_BY[channel]}</span>
          {delegate && <span>{texts.personWithRelation(delegate.fullName, delegate.relation)}</span>}
          {contact !== null && <ContactText contact={contact} />}
        </>
      }
      tags={
        <>
          <StatusBadge tone={tone}>{word}</StatusBadge>
          {purpose !== 'report' && (
            <StatusBadge tone="neutral" icon={null}>
              {texts.PURPOSES[purpose]}
            </StatusBadge>
          )}
        </>
      }
      actions={<DeliveryActions delivery={delivery} />}
    >
      <Facts>
        {formatDateTime(createdAt)}
        {requestedBy ? texts.by(requestedBy.fullName) : texts.automatic}
        {/* A report on paper has no message. */}
        {channel === 'paper' ? texts.version(reportVersion) : LANGUAGE_NAMES[language]}
      </Facts>
      <Facts>{failure !== null && texts.FAILURES[failure]}</Facts>
      <LatestCall of={delivery} />
      {link && (
        <Facts>
          {link.firstOpenedAt && texts.firstOpened(formatDateTime(link.firstOpenedAt))}
          {link.openedVersion !== null &&
            link.openedVersion < reportVersion &&
            texts.openedEarlierVersion(link.openedVersion)}
          {link.revocation && `${texts.linkEnded}: ${texts.REVOCATIONS[link.revocation]}`}
          {isLive(delivery) && texts.worksUntil(formatDate(link.endsAt))}
        </Facts>
      )}
      <History events={delivery.events} />
    </RecordItem>
  )
}

function History({ events }: { events: readonly DeliveryEvent[] }) {
  if (events.length === 0) return null
  return (
    <Text component="details" c="dimmed" size="sm">
      <summary>{texts.history}</summary>
      <Box component="ul" m={0} mt={4} p={0} style={{ listStyle: 'none' }}>
        {events.map(({ id, kind, by, at }) => (
          <li key={id}>
            <Facts>
              {formatDateTime(at)}
              {texts.EVENTS[kind]}
              {by && texts.by(by.fullName)}
            </Facts>
          </li>
        ))}
      </Box>
    </Text>
  )
}
