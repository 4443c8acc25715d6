import { Box, Text } from '@mantine/core'
import { IconChevronRight, IconFileText } from '@tabler/icons-react'
import type { Report } from '@zelab/contract'
import { Hint } from '../../ui/display/hint.ts'
import { useCan } from '../../lib/session-store.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ActionIconLink, AnchorLink } from '../../ui/actions/links.tsx'
import { Isolated } from '../../ui/display/isolated.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { VersionBadge } from '../../entities/report/version-badge.tsx'
import { RowLink } from '../../ui/list/row-link.tsx'
import classes from './dashboard.module.css'
import { RecentPanel } from './recent-panel.tsx'
import * as texts from './texts.tsx'

export function RecentReports({ reports }: { reports: Report[] | undefined }) {
  const may = useCan()
  const actions = may('reports:view') && (
    <AnchorLink to="/user/reports" size="sm" fw={500}>
      {texts.viewAll}
    </AnchorLink>
  )
  return (
    <SectionCard title={texts.recentReports} actions={actions} isFlush>
      <RecentPanel
        label={texts.recentReportsList}
        rows={reports}
        empty={<EmptyState icon={IconFileText} title={texts.noRecentReportsAvailable} />}
        render={(report) => <ReportRow key={report.id} report={report} />}
      />
    </SectionCard>
  )
}

interface ReportRowProps {
  report: Report
  badge?: string | undefined
}

export function ReportRow({
  report: { id, patient, reportType, createdAt, version },
  badge,
}: ReportRowProps) {
  const target = { to: '/user/reports/view/$reportId' as const, params: { reportId: String(id) } }
  return (
    <li className={classes.row} data-wraps={false} data-link="true">
      <RowLink target={target} />
      <Box flex="1 1 12rem" miw={0}>
        <Text fw={500}>
          <Isolated>{patient.fullName}</Isolated>
        </Text>
        <Hint>
          <Isolated>{reportType.title}</Isolated>
        </Hint>
        <VersionBadge version={version} />
      </Box>
      {badge && <StatusBadge tone="info">{badge}</StatusBadge>}
      <StatusBadge tone="neutral" icon={null}>
        <RelativeTime at={createdAt} isAlwaysRelative />
      </StatusBadge>
      <ActionIconLink {...target} aria-label={texts.viewReportOf(patient.fullName, reportType.title)}>
        <IconChevronRight size={18} stroke={1.75} />
      </ActionIconLink>
    </li>
  )
}
