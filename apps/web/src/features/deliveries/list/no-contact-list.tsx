import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { UnreachableReport } from '@zelab/contract'
import { formatDateTime } from '../../../lib/format.ts'
import { withoutContactQuery } from './queries.ts'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import { PagedList } from '../../../ui/table/paged-list.tsx'
import { RecordTable } from '../../../ui/table/record-table.tsx'
import classes from './deliveries-page.module.css'
import { PatientToCall, ReportLink } from './record-links.tsx'
import * as texts from './texts.ts'

interface NoContactListProps {
  page: { page: number; limit: number }
  onPageChange: (page: number) => void
}

export function NoContactList({ page, onPageChange }: NoContactListProps) {
  const list = useQuery(withoutContactQuery(page))
  const { data: answer, isPlaceholderData } = list
  return (
    <PagedList list={list} page={page.page} onPageChange={onPageChange}>
      <p className={classes.hint}>{texts.noContactHint}</p>
      {answer?.data.length === 0 ? (
        <EmptyState icon={IconSend} title={texts.NONE['no-contact']} />
      ) : (
        <RecordTable
          label={texts.VIEWS['no-contact']}
          columns={COLUMNS}
          rows={answer?.data}
          rowKey={({ report }) => report.id}
          rowTarget={({ report }) => ({
            to: '/user/reports/view/$reportId',
            params: { reportId: String(report.id) },
          })}
          renderCard={(row) => (
            <article className={classes.card} aria-label={row.report.title}>
              <p className={classes.name}>
                <PatientToCall patient={row.patient} />
              </p>
              <p className={classes.detail}>
                <ReportLink report={row.report} />
              </p>
              <p className={classes.detail}>{formatDateTime(row.publishedAt)}</p>
              <Missing row={row} />
            </article>
          )}
          skeletonRows={10}
          isStale={isPlaceholderData}
        />
      )}
    </PagedList>
  )
}

function Missing({ row: { missing } }: { row: UnreachableReport }) {
  return <StatusBadge tone="warning">{texts.MISSING[missing]}</StatusBadge>
}

const COLUMNS: readonly Column<UnreachableReport>[] = [
  { header: texts.patient, width: '26%', cell: ({ patient }) => <PatientToCall patient={patient} /> },
  { header: texts.report, cell: ({ report }) => <ReportLink report={report} /> },
  { header: texts.missing, cell: (row) => <Missing row={row} /> },
  { header: texts.when, priority: 2, cell: ({ publishedAt }) => formatDateTime(publishedAt) },
]
