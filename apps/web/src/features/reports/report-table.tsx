import { Tooltip } from '@mantine/core'
import { IconEye, IconFileText } from '@tabler/icons-react'
import type { Report } from '@zelab/contract'
import { REPORT_SKELETON_ROWS } from '@zelab/contract/limits'
import { formatDate } from '../../lib/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FileDownloadButton } from '../../ui/file-download-button.tsx'
import { ActionIconLink, AnchorLink } from '../../ui/links.tsx'
import { RecordTable } from '../../ui/record-table.tsx'
import { VersionBadge } from '../../ui/version-badge.tsx'
import classes from './report-table.module.css'

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
        title="No reports found"
        description={isFiltered ? 'There are no reports of this type.' : undefined}
      />
    )
  return (
    <RecordTable
      label="Reports"
      columns={COLUMNS}
      renderCard={(report) => <ReportCard report={report} />}
      rows={rows}
      rowKey={(report) => report.id}
      skeletonRows={REPORT_SKELETON_ROWS}
      isStale={isStale}
      minWidth="44.5rem"
    />
  )
}

const COLUMNS: Column<Report>[] = [
  {
    header: 'Report Title',
    width: '25%',
    cell: ({ title, version }) => (
      <span className={classes.name}>
        <span className={classes.title}>{title}</span>
        <VersionBadge version={version} />
      </span>
    ),
  },
  { header: 'Patient', width: '19%', cell: (report) => <PatientLink report={report} /> },
  { header: 'Report Type', cell: ({ reportType }) => reportType.title },
  { header: 'Uploaded By', cell: ({ user }) => user.fullName },
  { header: 'Upload Date', width: '14%', cell: ({ createdAt }) => formatDate(createdAt) },
  { header: 'Actions', width: '6.5rem', cell: (report) => <ReportActions report={report} /> },
]

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
      <Tooltip label="View report">
        <ActionIconLink
          to="/user/reports/view/$reportId"
          params={{ reportId: String(id) }}
          aria-label={`View ${title}`}
        >
          <IconEye size={18} stroke={1.75} aria-hidden="true" />
        </ActionIconLink>
      </Tooltip>
      <FileDownloadButton label={`${title}.pdf`} hint="Download" title={title} filePath={filePath} />
    </div>
  )
}

function ReportCard({ report }: { report: Report }) {
  return (
    <article className={classes.card} aria-label={report.title}>
      <div className={classes.text}>
        <p className={classes.title}>{report.title}</p>
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
