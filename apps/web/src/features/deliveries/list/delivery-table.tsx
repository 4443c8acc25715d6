import { Checkbox, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { Delivery, DeliveryView } from '@zelab/contract'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '../../../lib/format.ts'
import { ContactText } from '../../../ui/display/contact-links.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import { Facts } from '../../../ui/list/record-list.tsx'
import type { Chosen } from '../../../ui/list/use-chosen.ts'
import type { ShownRows } from '../../../ui/list/paged-list.tsx'
import { RecordTable } from '../../../ui/table/record-table.tsx'
import { ResendButton } from '../delivery-actions.tsx'
import { isResendable, statusOf } from '../delivery-status.ts'
import { LatestCall, RecordCallButton } from '../report-call.tsx'
import * as words from '../texts.ts'
import classes from '../deliveries.module.css'
import { PatientToCall, ReportLink, reportTarget } from './record-links.tsx'
import * as texts from './texts.ts'

interface DeliveryTableProps extends ShownRows<Delivery> {
  view: DeliveryView
  selection?: Chosen<Delivery>
  /** The selected messages are being sent. */
  isPending?: boolean
  refusals: ReadonlyMap<number, string>
}

export function DeliveryTable({
  view,
  selection,
  isPending = false,
  refusals,
  ...shown
}: DeliveryTableProps) {
  const tick = (delivery: Delivery, label: ReactNode) =>
    selection &&
    isResendable(delivery) && (
      <SelectRow
        delivery={delivery}
        label={label}
        selection={selection}
        isPending={isPending}
        isCell={typeof label !== 'string'}
      />
    )
  const hiddenTick = (delivery: Delivery) =>
    tick(delivery, <VisuallyHidden>{texts.selectMessage(delivery.patient.fullName)}</VisuallyHidden>)
  const status = (delivery: Delivery) => (
    <Status delivery={delivery} view={view} refusal={refusals.get(delivery.id)} />
  )
  const actions = (delivery: Delivery) => (
    <Group gap="xs">
      {(view !== 'all' || isResendable(delivery)) && <RecordCallButton about={delivery} />}
      {isResendable(delivery) && <ResendButton delivery={delivery} />}
    </Group>
  )
  return (
    <RecordTable
      {...shown}
      label={texts.deliveries}
      columns={[
        ...(selection ? [{ header: texts.select, width: '4.5rem', cell: hiddenTick }] : []),
        ...COLUMNS,
        { header: texts.status, cell: status },
        ...(selection || view !== 'all' ? [{ header: texts.actions, width: '9rem', cell: actions }] : []),
      ]}
      rowKey={({ id }) => id}
      rowTarget={reportTarget}
      renderCard={(delivery) => (
        <Stack component="article" gap={4} align="start" aria-label={delivery.report.title}>
          <PatientToCall {...delivery} />
          <ReportLink report={delivery.report} />
          {status(delivery)}
          <Recipient delivery={delivery} />
          {tick(delivery, texts.selectMessage(delivery.patient.fullName))}
          {actions(delivery)}
        </Stack>
      )}
      skeletonRows={10}
    />
  )
}

interface SelectRowProps {
  delivery: Delivery
  label: ReactNode
  selection: Chosen<Delivery>
  isPending: boolean
  /** The whole table cell is the label, because a click beside the box would open the report. */
  isCell: boolean
}

function SelectRow({ delivery, label, selection, isPending, isCell }: SelectRowProps) {
  return (
    <Checkbox
      className={isCell ? classes.tickCell : classes.tick}
      label={label}
      checked={selection.isChosen(delivery)}
      disabled={isPending || selection.isBeyondLimit(delivery)}
      onChange={() => selection.toggle(delivery)}
    />
  )
}

function Recipient({ delivery: { channel, contact, createdAt } }: { delivery: Delivery }) {
  return (
    <>
      {words.SENT_BY[channel]}
      {contact !== null && (
        <Facts>
          <ContactText contact={contact} />
        </Facts>
      )}
      <Facts>{formatDateTime(createdAt)}</Facts>
    </>
  )
}

const reasonOf = ({ failure, link, sentAt }: Delivery, view: DeliveryView): string | undefined => {
  if (failure) return words.FAILURES[failure]
  if (view === 'all' || !link) return undefined
  if (link.openedVersion !== null) return texts.earlierVersionOpened(link.openedVersion)
  return sentAt === null ? undefined : texts.notOpenedSince(formatDate(sentAt))
}

interface StatusProps {
  delivery: Delivery
  view: DeliveryView
  refusal: string | undefined
}

function Status({ delivery, view, refusal }: StatusProps) {
  const { tone, word } = statusOf(delivery)
  const reason = reasonOf(delivery, view)
  return (
    <>
      <StatusBadge tone={tone}>{word}</StatusBadge>
      <Facts>{reason}</Facts>
      <LatestCall of={delivery} />
      {refusal !== undefined && (
        <Text span display="block" c="var(--negative-text)" size="sm">
          {texts.notSentBecause(refusal)}
        </Text>
      )}
    </>
  )
}

const COLUMNS: readonly Column<Delivery>[] = [
  {
    header: texts.patient,
    width: '17%',
    isRowHeader: true,
    cell: (delivery) => <PatientToCall {...delivery} />,
  },
  { header: texts.report, width: '16%', cell: ({ report }) => <ReportLink report={report} /> },
  { header: texts.sentTo, width: '22%', priority: 3, cell: (delivery) => <Recipient delivery={delivery} /> },
]
