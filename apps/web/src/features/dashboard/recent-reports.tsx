import { VisuallyHidden } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { Report } from '@zelab/contract'
import { Hint, Isolated } from '../../ui/display/inline.tsx'
import { useCan, useCurrentUser } from '../../lib/session-store.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { AnchorLink, ButtonLink } from '../../ui/actions/links.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { ReportStatusChips } from '../../entities/report/report-status-chips.tsx'
import { RecordItem } from '../../ui/list/record-list.tsx'
import { RecentPanel } from './recent-panel.tsx'
import * as texts from './texts.tsx'

export function RecentReports({ reports }: { reports: Report[] | undefined }) {
  const may = useCan()
  const { lab, userType } = useCurrentUser()
  // A Technician drops files on this page.
  const opensInbox = may('reports:publish') && lab !== null && userType.name !== 'Technician'
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
        empty={
          <EmptyState
            icon={IconFileText}
            title={texts.noRecentReportsAvailable}
            description={texts.noRecentReportsHint}
            action={
              opensInbox && (
                <ButtonLink to="/user/inbox" variant="default">
                  {texts.dropFirst}
                </ButtonLink>
              )
            }
          />
        }
      >
        {(report) => <ReportRow key={report.id} report={report} />}
      </RecentPanel>
    </SectionCard>
  )
}

export function ReportRow({ report }: { report: Report }) {
  const { id, patient, reportType, createdAt } = report
  return (
    <RecordItem
      target={{ to: '/user/reports/view/$reportId', params: { reportId: String(id) } }}
      name={
        <>
          <Isolated>{patient.fullName}</Isolated>
          <VisuallyHidden>: {reportType.title}</VisuallyHidden>
        </>
      }
      badges={
        <StatusBadge tone="neutral" icon={null}>
          <RelativeTime at={createdAt} isAlwaysRelative />
        </StatusBadge>
      }
    >
      <Hint>
        <Isolated>{reportType.title}</Isolated>
      </Hint>
      <ReportStatusChips report={report} />
    </RecordItem>
  )
}
