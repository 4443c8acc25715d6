import { Box, Group, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { Report, ReportListColumn } from '@zelab/contract'
import { formatDate, formatTime } from '../../../lib/format.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import { FileDownloadButton } from '../../../ui/actions/file-download-button.tsx'
import { ActionIconLink, AnchorLink } from '../../../ui/actions/links.tsx'
import { NameLink } from '../../../ui/list/row-link.tsx'
import { Isolated } from '../../../ui/display/inline.tsx'
import type { SortState } from '../../../ui/table/sort-header.tsx'
import type { ShownRows } from '../../../ui/list/paged-list.tsx'
import { RecordTable } from '../../../ui/table/record-table.tsx'
import { ReportStatusChips } from '../../../entities/report/report-status-chips.tsx'
import classes from '../reports.module.css'
import * as texts from '../texts.tsx'
import { REPORT_SKELETON_ROWS } from '../../../lib/limits.ts'

interface ReportTableProps extends ShownRows<Report> {
  /** Undefined when the list is not sorted by title. */
  titleOrder: 'asc' | 'desc' | undefined
  onToggleTitleOrder: () => void
  /** Undefined when the list is not sorted by date. */
  dateOrder: 'asc' | 'desc' | undefined
  /** Null for all columns. */
  visibleColumns: readonly ReportListColumn[] | null
}

export function ReportTable({
  titleOrder,
  onToggleTitleOrder,
  dateOrder,
  visibleColumns,
  ...shown
}: ReportTableProps) {
  return (
    <RecordTable
      {...shown}
      label={texts.reports}
      columns={columnsOf({ order: titleOrder, onToggle: onToggleTitleOrder }, dateOrder)}
      visibleColumns={visibleColumns}
      renderCard={(report) => <ReportCard report={report} />}
      rowKey={(report) => report.id}
      skeletonRows={REPORT_SKELETON_ROWS}
      rowTarget={({ id }) => ({ to: '/user/reports/view/$reportId', params: { reportId: String(id) } })}
    />
  )
}

const columnsOf = (sort: SortState, dateOrder: SortState['order']): Column<Report, ReportListColumn>[] => [
  {
    id: 'title',
    header: texts.reportTitle,
    width: '25%',
    track: '1.4fr',
    sort,
    isRowHeader: true,
    cell: (report) => <Title report={report} />,
  },
  {
    id: 'patient',
    header: texts.patient,
    width: '19%',
    cell: (report) => <PatientLink report={report} />,
  },
  { id: 'reportType', header: texts.reportType, cell: ({ reportType }) => reportType.title },
  { id: 'uploadedBy', header: texts.uploadedBy, below: texts.reportType, cell: ({ user }) => user.fullName },
  {
    id: 'uploadDate',
    header: texts.uploadDate,
    width: '19%',
    track: '9rem',
    sortedBy: dateOrder,
    cell: ({ createdAt }) => <PublishedAt at={createdAt} />,
  },
  {
    header: texts.actions,
    width: '6.5rem',
    track: '6.5rem',
    cell: (report) => <ReportActions report={report} />,
  },
]

function ReportLink({ report: { id, title } }: { report: Report }) {
  return (
    <NameLink to="/user/reports/view/$reportId" params={{ reportId: String(id) }}>
      {title}
    </NameLink>
  )
}

function PatientLink({ report: { patient } }: { report: Report }) {
  return (
    <AnchorLink to="/user/patients/view/$patientId" params={{ patientId: String(patient.id) }} inherit>
      {patient.fullName}
    </AnchorLink>
  )
}

function ReportActions({ report: { id, title, filePath, patient } }: { report: Report }) {
  return (
    <Group gap={2} wrap="nowrap" ms="-xs">
      <ActionIconLink
        data-tooltip={texts.viewReportTip}
        to="/user/reports/view/$reportId"
        params={{ reportId: String(id) }}
        aria-label={texts.viewTitled(title)}
        aria-description={texts.viewReportOf(patient.fullName)}
      >
        <IconEye size={18} stroke={1.75} aria-hidden="true" />
      </ActionIconLink>
      <FileDownloadButton
        label={texts.fileNamed(title)}
        description={texts.downloadReportOf(patient.fullName)}
        hint={texts.download}
        title={title}
        filePath={filePath}
      />
    </Group>
  )
}

const Title = ({ report }: { report: Report }) => (
  <Group component="span" gap="0.125rem var(--mantine-spacing-xs)">
    <ReportLink report={report} />
    <ReportStatusChips report={report} />
  </Group>
)

const PublishedAt = ({ at }: { at: string }) => (
  <>
    {formatDate(at)}{' '}
    <Text span inherit c="dimmed">
      {formatTime(at)}
    </Text>
  </>
)

function ReportCard({ report }: { report: Report }) {
  return (
    <Group component="article" wrap="nowrap" align="flex-start" gap="sm" aria-label={report.title}>
      <Box miw={0} flex="1">
        <Title report={report} />
        <p className={classes.detail}>
          <PatientLink report={report} />
        </p>
        {report.reportType.title !== report.title && (
          <p className={classes.detail}>
            <Isolated>{report.reportType.title}</Isolated>
          </p>
        )}
        <p className={classes.detail}>
          <PublishedAt at={report.createdAt} />
        </p>
        <p className={classes.detail}>
          <Isolated>{report.user.fullName}</Isolated>
        </p>
      </Box>
      <ReportActions report={report} />
    </Group>
  )
}
