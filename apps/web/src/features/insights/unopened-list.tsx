import { Text } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { UnopenedReport } from '@zelab/contract'
import { Hint } from '../../ui/display/inline.tsx'
import { formatDateTime, formatRelative } from '../../lib/format.ts'
import type { InsightFilters } from '../../lib/queries/insights.ts'
import type { Column } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { AnchorLink } from '../../ui/actions/links.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { RecordTable } from '../../ui/table/record-table.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { ListExport } from './list-export.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { pageApi } from '../../lib/page-api.ts'

interface UnopenedListProps {
  filters: InsightFilters
  isOfEveryLab: boolean
  page: number
  onPageChange: (page: number) => void
}

export function UnopenedList({ filters, isOfEveryLab, page, onPageChange }: UnopenedListProps) {
  const list = useQuery(endpointQuery(pageApi.insights.listUnopened, { query: { ...filters, page } }))
  const { data, error } = list
  return (
    <SectionCard
      title={texts.unopenedReports}
      subtitle={texts.unopenedReportsHint}
      isFlush
      actions={
        !error &&
        data &&
        data.data.length > 0 && (
          <ListExport
            filters={filters}
            figure="unopened"
            title={texts.unopenedReports}
            fileName="unopened-reports.csv"
          />
        )
      }
    >
      <PagedList
        query={list}
        nothing={
          <EmptyState icon={IconListSearch} title={texts.allOpened} description={texts.allOpenedHint} />
        }
        onPageChange={onPageChange}
      >
        {(shown) => (
          <RecordTable
            {...shown}
            label={texts.unopenedReports}
            columns={isOfEveryLab ? [...COLUMNS, LAB_COLUMN] : COLUMNS}
            renderCard={(report) => <UnopenedCard report={report} isOfEveryLab={isOfEveryLab} />}
            rowKey={({ id }) => id}
            skeletonRows={5}
            skeletonLines={2}
            rowTarget={({ id }) => ({ to: '/user/reports/view/$reportId', params: { reportId: String(id) } })}
          />
        )}
      </PagedList>
    </SectionCard>
  )
}

function ReportLink({ report: { id, title, patient } }: { report: UnopenedReport }) {
  return (
    <AnchorLink
      to="/user/reports/view/$reportId"
      params={{ reportId: String(id) }}
      fw={500}
      aria-label={texts.openReport(title, patient.fullName)}
    >
      {title}
    </AnchorLink>
  )
}

function Published({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelative(at)}
    </time>
  )
}

const COLUMNS: readonly Column<UnopenedReport>[] = [
  {
    header: texts.report,
    cell: (report) => (
      <>
        <ReportLink report={report} />
        {report.reportType.title !== report.title && <Hint>{report.reportType.title}</Hint>}
      </>
    ),
  },
  { header: texts.patient, cell: ({ patient }) => patient.fullName },
  { header: texts.publishedBy, priority: 3, cell: ({ publishedBy }) => publishedBy.fullName },
  { header: texts.publishedAt, cell: ({ createdAt }) => <Published at={createdAt} />, width: '10rem' },
]

const LAB_COLUMN: Column<UnopenedReport> = {
  header: texts.lab,
  cell: ({ lab }) => lab?.name ?? texts.noLab,
}

function UnopenedCard({ report, isOfEveryLab }: { report: UnopenedReport; isOfEveryLab: boolean }) {
  const { reportType, patient, publishedBy, lab, createdAt } = report
  return (
    <>
      <ReportLink report={report} />
      {reportType.title !== report.title && <Hint>{reportType.title}</Hint>}
      <Text>{patient.fullName}</Text>
      <Hint>
        {publishedBy.fullName}
        {isOfEveryLab && ` · ${lab?.name ?? texts.noLab}`} · <Published at={createdAt} />
      </Hint>
    </>
  )
}
