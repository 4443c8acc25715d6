import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Delivery, DeliveryView } from '@zelab/contract'
import { DEFAULT_PAGE } from '@zelab/contract/limits'
import { defaultPageSize } from '../../lib/brand.ts'
import { formatDateTime } from '../../lib/format.ts'
import { deliveriesQuery, deliveryCountsQuery } from '../../lib/queries/deliveries.ts'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { PaginationBar } from '../../ui/table/pagination-bar.tsx'
import { RecordTable } from '../../ui/table/record-table.tsx'
import classes from './deliveries-page.module.css'
import { ResendButton } from './delivery-actions.tsx'
import { readDeliverySearch, type DeliverySearch } from './delivery-search.ts'
import { isResendable, statusOf } from './delivery-status.ts'
import * as texts from './texts.ts'
import { ViewTabs } from './view-tabs.tsx'

const ROUTE = '/_shell/user/deliveries'

/** What was sent to patients, and what needs attention. View and page live in the address. */
export function DeliveriesPage() {
  const search = readDeliverySearch(useSearch({ from: ROUTE }))
  const { view = 'all', page = DEFAULT_PAGE } = search
  const navigate = useNavigate()
  const query = useQuery(deliveriesQuery({ view, page, limit: defaultPageSize() }))
  const { data: answer, error, isFetching, isPlaceholderData, refetch } = query
  const counts = useQuery(deliveryCountsQuery())
  const go = (next: DeliverySearch) =>
    void navigate({ to: '/user/deliveries', search: next, resetScroll: false })
  return (
    <>
      <PageHeader title={texts.deliveries} subtitle={texts.deliveriesSubtitle} />
      <Sheet>
        <ViewTabs view={view} counts={counts.data} />
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <>
            <DeliveryTable view={view} rows={answer?.data} isStale={isPlaceholderData} />
            <PaginationBar
              page={answer?.pagination.page ?? page}
              pageCount={answer?.pagination.totalPages}
              onPageChange={(next) => go({ ...search, page: next })}
            />
          </>
        )}
      </Sheet>
    </>
  )
}

interface DeliveryTableProps {
  view: DeliveryView
  rows: readonly Delivery[] | undefined
  isStale: boolean
}

function DeliveryTable({ view, rows, isStale }: DeliveryTableProps) {
  if (rows?.length === 0) return <EmptyState icon={IconSend} title={texts.NONE[view]} />
  return (
    <RecordTable
      label={texts.deliveries}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      rowTarget={({ report }) => ({
        to: '/user/reports/view/$reportId',
        params: { reportId: String(report.id) },
      })}
      renderCard={(delivery) => <DeliveryCard delivery={delivery} />}
      skeletonRows={10}
      isStale={isStale}
    />
  )
}

function PatientLink({ delivery: { patient } }: { delivery: Delivery }) {
  return (
    <AnchorLink to="/user/patients/view/$patientId" params={{ patientId: String(patient.id) }} inherit>
      {patient.fullName}
    </AnchorLink>
  )
}

function ReportLink({ delivery: { report } }: { delivery: Delivery }) {
  return (
    <AnchorLink to="/user/reports/view/$reportId" params={{ reportId: String(report.id) }} inherit>
      {report.title}
    </AnchorLink>
  )
}

function Recipient({ delivery: { channel, contact } }: { delivery: Delivery }) {
  return (
    <>
      {texts.HOW[channel]}
      {contact !== null && (
        <bdi dir="ltr" className={classes.contact}>
          {contact}
        </bdi>
      )}
    </>
  )
}

function Status({ delivery }: { delivery: Delivery }) {
  const { tone, word } = statusOf(delivery)
  return (
    <>
      <StatusBadge tone={tone}>{word}</StatusBadge>
      {delivery.failure && <span className={classes.reason}>{texts.FAILURES[delivery.failure]}</span>}
    </>
  )
}

const COLUMNS: readonly Column<Delivery>[] = [
  { header: texts.patient, width: '20%', cell: (delivery) => <PatientLink delivery={delivery} /> },
  { header: texts.report, cell: (delivery) => <ReportLink delivery={delivery} /> },
  { header: texts.sentTo, priority: 3, cell: (delivery) => <Recipient delivery={delivery} /> },
  { header: texts.status, width: '28%', cell: (delivery) => <Status delivery={delivery} /> },
  { header: texts.when, priority: 2, cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    header: texts.actions,
    width: '8rem',
    cell: (delivery) => isResendable(delivery) && <ResendButton delivery={delivery} />,
  },
]

function DeliveryCard({ delivery }: { delivery: Delivery }) {
  return (
    <article className={classes.card} aria-label={delivery.report.title}>
      <p className={classes.name}>
        <PatientLink delivery={delivery} />
      </p>
      <p className={classes.detail}>
        <ReportLink delivery={delivery} />
      </p>
      <p className={classes.detail}>
        <Recipient delivery={delivery} />
      </p>
      <p className={classes.detail}>{formatDateTime(delivery.createdAt)}</p>
      <Status delivery={delivery} />
      {isResendable(delivery) && <ResendButton delivery={delivery} />}
    </article>
  )
}
