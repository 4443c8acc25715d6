import { Tooltip } from '@mantine/core'
import { IconEye, IconFileText } from '@tabler/icons-react'
import type { Report } from '@zelab/contract'
import { REPORT_SKELETON_ROWS } from '@zelab/contract/limits'
import { formatDate } from '../../../lib/format.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FileDownloadButton } from '../../../ui/actions/file-download-button.tsx'
import { ActionIconLink, AnchorLink } from '../../../ui/actions/links.tsx'
import { RecordTable } from '../../../ui/table/record-table.tsx'
import { VersionBadge } from '../../../ui/display/version-badge.tsx'
import classes from './report-table.module.css'
import * as texts from '../texts.tsx'

interface ReportTableProps {
  /** Undefined while loading for the first time. */
  rows: readonly Report[] | undefined
  isStale: boolean
  isFiltered: boolean
}

export function ReportTable({ rows, isStale, isFiltered }: ReportTableProps) {
  if (rows?.length === 0)
    return (
      <EmptyState
        icon={IconFileText}
        title={texts.noReportsFound}
        description={isFiltered ? texts.noneOfThisType : undefined}
      />
    )
  return (
    <RecordTable
      label={texts.reports}
      columns={COLUMNS}
      renderCard={(report) => <ReportCard report={report} />}
      rows={rows}
      rowKey={(report) => report.id}
      skeletonRows={REPORT_SKELETON_ROWS}
      isStale={isStale}
      rowTarget={({ id }) => ({ to: '/user/reports/view/$reportId', params: { reportId: String(id) } })}
    />
  )
}

const COLUMNS: Column<Report>[] = [
  {
    header: texts.reportTitle,
    width: '25%',
    cell: (report) => (
      <span className={classes.name}>
        <ReportLink report={report} />
        <VersionBadge version={report.version} />
      </span>
    ),
  },
  { header: texts.patient, width: '19%', cell: (report) => <PatientLink report={report} /> },
  { header: texts.reportType, cell: ({ reportType }) => reportType.title },
  { header: texts.uploadedBy, priority: 3, cell: ({ user }) => user.fullName },
  { header: texts.uploadDate, width: '14%', cell: ({ createdAt }) => formatDate(createdAt) },
  { header: texts.actions, width: '6.5rem', cell: (report) => <ReportActions report={report} /> },
]

function ReportLink({ report: { id, title } }: { report: Report }) {
  return (
    <AnchorLink
      to="/user/reports/view/$reportId"
      params={{ reportId: String(id) }}
      className={classes.title ?? ''}
    >
      {title}
    </AnchorLink>
  )
}

function PatientLink({ report: { patient } }: { report: Report }) {
  return (
    <AnchorLink to="/user/patients/view/$patientId" params={{ patientId: String(patient.id) }} inherit>
      {patient.fullName}
    </AnchorLink>
  )
}

function ReportActions({ report: { id, title, filePath } }: { report: Report }) {
  return (
    <div className={classes.actions}>
      <Tooltip label={texts.viewReportTip}>
        <ActionIconLink
          to="/user/reports/view/$reportId"
          params={{ reportId: String(id) }}
          aria-label={texts.viewTitled(title)}
        >
          <IconEye size={18} stroke={1.75} aria-hidden="true" />
        </ActionIconLink>
      </Tooltip>
      <FileDownloadButton
        label={texts.fileNamed(title)}
        hint={texts.download}
        title={title}
        filePath={filePath}
      />
    </div>
  )
}

function ReportCard({ report }: { report: Report }) {
  return (
    <article className={classes.card} aria-label={report.title}>
      <div className={classes.text}>
        <ReportLink report={report} />
        <VersionBadge version={report.version} />
        <p className={classes.detail}>
          <PatientLink report={report} />
        </p>
        <p className={classes.detail}>{report.reportType.title}</p>
        <p className={classes.detail}>
          {formatDate(report.createdAt)} · {report.user.fullName}
        </p>
      </div>
      <ReportActions report={report} />
    </article>
  )
}
