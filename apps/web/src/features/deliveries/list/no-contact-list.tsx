import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { UnreachableReport } from '@zelab/contract'
import { formatDateTime } from '../../../lib/format.ts'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import { RecordTable } from '../../../ui/table/record-table.tsx'
import { LatestCall, RecordCallButton } from '../report-call.tsx'
import type { DeliveryPageProps } from './aging-out-list.tsx'
import { ListHint, PatientToCall, ReportLink, reportTarget } from './record-links.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

export function NoContactList({ page, onPageChange }: DeliveryPageProps) {
  return (
    <>
      <ListHint>{texts.noContactHint}</ListHint>
      <PagedList
        query={useQuery(endpointQuery(api.deliveries.listWithoutContact, { query: page }))}
        nothing={
          <EmptyState icon={IconSend} title={texts.NONE['no-contact']} description={texts.allReachedHint} />
        }
        onPageChange={onPageChange}
      >
        {(shown) => (
          <RecordTable
            {...shown}
            label={texts.VIEWS['no-contact']}
            columns={COLUMNS}
            rowKey={({ report }) => report.id}
            rowTarget={reportTarget}
            cardLabel={({ report }) => report.title}
            skeletonRows={10}
          />
        )}
      </PagedList>
    </>
  )
}

const COLUMNS: readonly Column<UnreachableReport>[] = [
  {
    header: texts.patient,
    width: '26%',
    isRowHeader: true,
    cell: ({ patient }) => <PatientToCall patient={patient} />,
  },
  { header: texts.report, cell: ({ report }) => <ReportLink report={report} /> },
  {
    header: texts.missing,
    cell: (report) => (
      <>
        <StatusBadge tone="warning">{texts.MISSING[report.missing]}</StatusBadge>
        <LatestCall of={report} />
      </>
    ),
  },
  { header: texts.when, priority: 2, cell: ({ publishedAt }) => formatDateTime(publishedAt) },
  { header: texts.actions, width: '9rem', cell: (report) => <RecordCallButton about={report} /> },
]
