import { Box, Group, Text } from '@mantine/core'
import { IconEye, IconFileText, IconPlus } from '@tabler/icons-react'
import type { Patient, ReportInPatient } from '@zelab/contract'
import { formatDate, orNotAvailable } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session-store.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FileDownloadButton } from '../../../ui/actions/file-download-button.tsx'
import { ActionIconLink, ButtonLink } from '../../../ui/actions/links.tsx'
import { NameLink } from '../../../ui/list/row-link.tsx'
import { Isolated } from '../../../ui/display/inline.tsx'
import { RecordTable } from '../../../ui/table/record-table.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { ReportStatusChips } from '../../../entities/report/report-status-chips.tsx'
import * as texts from '../texts.tsx'

/** Published reports in the server's order, newest first. */
export function PatientReports({ patient: { id, reports } }: { patient: Patient }) {
  const may = useCan()
  return (
    <SectionCard
      title={texts.medicalReports}
      subtitle={texts.patientReportsSubtitle}
      isFlush
      actions={
        may('reports:publish') && (
          <ButtonLink
            to="/user/patient/$patientId/report/publish"
            params={{ patientId: String(id) }}
            leftSection={<IconPlus size={16} stroke={1.75} />}
          >
            {texts.newReport}
          </ButtonLink>
        )
      }
    >
      {reports.length === 0 ? (
        <EmptyState icon={IconFileText} title={texts.noReportsFound} description={texts.noReportsHint} />
      ) : (
        <RecordTable
          label={texts.medicalReportsTable}
          columns={COLUMNS}
          renderCard={(report) => <ReportCard report={report} />}
          rows={reports}
          rowKey={(report) => report.id}
          skeletonRows={0}
          rowTarget={may('reports:view') ? reportTarget : undefined}
        />
      )}
    </SectionCard>
  )
}

const reportTarget = ({ id }: ReportInPatient) => ({
  to: '/user/reports/view/$reportId' as const,
  params: { reportId: String(id) },
})

const COLUMNS: Column<ReportInPatient>[] = [
  { header: texts.title, width: '32%', isRowHeader: true, cell: (report) => <ReportTitle report={report} /> },
  { header: texts.remark, cell: ({ remark }) => orNotAvailable(remark) },
  { header: texts.uploadDate, width: '9.5rem', cell: ({ createdAt }) => formatDate(createdAt) },
  { header: texts.actions, width: '6.5rem', cell: (report) => <ReportActions report={report} /> },
]

function ReportTitle({ report }: { report: ReportInPatient }) {
  const may = useCan()
  const { title } = report
  return (
    <Group component="span" gap="0.125rem var(--mantine-spacing-xs)">
      {may('reports:view') ? (
        <NameLink {...reportTarget(report)}>{title}</NameLink>
      ) : (
        <Text span inherit fw={600}>
          <Isolated>{title}</Isolated>
        </Text>
      )}
      <ReportStatusChips report={report} />
    </Group>
  )
}

function ReportCard({ report }: { report: ReportInPatient }) {
  return (
    <Group component="article" wrap="nowrap" align="flex-start" gap="sm" aria-label={report.title}>
      <Box miw={0} flex="1">
        <ReportTitle report={report} />
        <Text c="dimmed" size="sm">
          {formatDate(report.createdAt)}
        </Text>
        <Text c="dimmed" size="sm">
          <Isolated>{orNotAvailable(report.remark)}</Isolated>
        </Text>
      </Box>
      <ReportActions report={report} />
    </Group>
  )
}

function ReportActions({ report: { id, title, filePath } }: { report: ReportInPatient }) {
  const may = useCan()
  if (!may('reports:view')) return null
  return (
    <Group gap={2} wrap="nowrap" ms="-xs">
      <ActionIconLink
        data-tooltip={texts.viewReport}
        to="/user/reports/view/$reportId"
        params={{ reportId: String(id) }}
        aria-label={texts.viewTitled(title)}
      >
        <IconEye size={18} stroke={1.75} aria-hidden="true" />
      </ActionIconLink>
      <FileDownloadButton label={texts.downloadTitled(title)} title={title} filePath={filePath} />
    </Group>
  )
}
