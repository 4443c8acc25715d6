import { Checkbox, VisuallyHidden } from '@mantine/core'
import type { Delivery } from '@zelab/contract'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../../lib/format.ts'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import { RecordTable } from '../../../ui/table/record-table.tsx'
import { ResendButton } from '../delivery-actions.tsx'
import { isResendable, statusOf } from '../delivery-status.ts'
import * as words from '../texts.ts'
import classes from './deliveries-page.module.css'
import { PatientLink, ReportLink } from './record-links.tsx'
import * as texts from './texts.ts'

interface Selection {
  selected: ReadonlySet<number>
  /** The maximum number is selected. */
  isFull: boolean
  isPending: boolean
  toggle: (id: number) => void
}

interface DeliveryTableProps {
  rows: readonly Delivery[] | undefined
  isStale: boolean
  selection?: Selection
  refusals: ReadonlyMap<number, string>
}

export function DeliveryTable({ rows, isStale, selection, refusals }: DeliveryTableProps) {
  const tick = (delivery: Delivery, label: ReactNode) =>
    selection &&
    isResendable(delivery) && (
      <SelectRow delivery={delivery} label={label} selection={selection} isCell={typeof label !== 'string'} />
    )
  const hiddenTick = (delivery: Delivery) =>
    tick(delivery, <VisuallyHidden>{texts.selectMessage(delivery.patient.fullName)}</VisuallyHidden>)
  const status = (delivery: Delivery) => <Status delivery={delivery} refusal={refusals.get(delivery.id)} />
  return (
    <RecordTable
      label={texts.deliveries}
      columns={[
        ...(selection ? [{ header: texts.select, width: '4.5rem', cell: hiddenTick }] : []),
        ...COLUMNS,
        { header: texts.status, width: '24%', cell: status },
        { header: texts.when, width: '12%', priority: 2, cell: ({ createdAt }) => formatDateTime(createdAt) },
        ...(selection ? [RESEND] : []),
      ]}
      rows={rows}
      rowKey={({ id }) => id}
      rowTarget={({ report }) => ({
        to: '/user/reports/view/$reportId',
        params: { reportId: String(report.id) },
      })}
      renderCard={(delivery) => (
        <article className={classes.card} aria-label={delivery.report.title}>
          <p className={classes.name}>
            <PatientLink patient={delivery.patient} />
          </p>
          <p className={classes.detail}>
            <ReportLink report={delivery.report} />
          </p>
          <p className={classes.detail}>
            <Recipient delivery={delivery} />
          </p>
          <p className={classes.detail}>{formatDateTime(delivery.createdAt)}</p>
          {status(delivery)}
          {tick(delivery, texts.selectMessage(delivery.patient.fullName))}
          {isResendable(delivery) && <ResendButton delivery={delivery} />}
        </article>
      )}
      skeletonRows={10}
      isStale={isStale}
    />
  )
}

interface SelectRowProps {
  delivery: Delivery
  label: ReactNode
  selection: Selection
  /** The whole table cell is the label, because a click beside the box would open the report. */
  isCell: boolean
}

function SelectRow({ delivery, label, selection, isCell }: SelectRowProps) {
  const isSelected = selection.selected.has(delivery.id)
  return (
    <Checkbox
      className={isCell ? classes.tickCell : classes.tick}
      label={label}
      checked={isSelected}
      disabled={selection.isPending || (selection.isFull && !isSelected)}
      onChange={() => selection.toggle(delivery.id)}
    />
  )
}

function Recipient({ delivery: { channel, contact, delegate } }: { delivery: Delivery }) {
  return (
    <>
      {words.HOW[channel]}
      {delegate && <span className={classes.contact}>{delegate.fullName}</span>}
      {contact !== null && (
        <bdi dir="ltr" className={classes.contact}>
          {contact}
        </bdi>
      )}
    </>
  )
}

function Status({ delivery, refusal }: { delivery: Delivery; refusal: string | undefined }) {
  const { tone, word } = statusOf(delivery)
  return (
    <>
      <StatusBadge tone={tone}>{word}</StatusBadge>
      {delivery.failure && <span className={classes.reason}>{words.FAILURES[delivery.failure]}</span>}
      {refusal !== undefined && <span className={classes.refusal}>{texts.notSentBecause(refusal)}</span>}
    </>
  )
}

const COLUMNS: readonly Column<Delivery>[] = [
  {
    header: texts.patient,
    width: '14%',
    isRowHeader: true,
    cell: ({ patient }) => <PatientLink patient={patient} />,
  },
  { header: texts.report, cell: ({ report }) => <ReportLink report={report} /> },
  { header: texts.sentTo, width: '20%', priority: 3, cell: (delivery) => <Recipient delivery={delivery} /> },
]

const RESEND: Column<Delivery> = {
  header: texts.actions,
  width: '8rem',
  cell: (delivery) => isResendable(delivery) && <ResendButton delivery={delivery} />,
}
