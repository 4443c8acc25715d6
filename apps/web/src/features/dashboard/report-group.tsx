import { IconFileCheck } from '@tabler/icons-react'
import type { Report } from '@zelab/contract'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { RecentPanel } from './recent-panel.tsx'
import { ReportRow } from './recent-reports.tsx'

/** Five rows. */
const HEIGHT_PX = 285

interface ReportGroupCardProps {
  title: string
  subtitle: string
  reports: readonly Report[] | undefined
  empty: string
  badgeOf?: (report: Report) => string
}

export function ReportGroupCard({ title, subtitle, reports, empty, badgeOf }: ReportGroupCardProps) {
  return (
    <SectionCard title={title} subtitle={subtitle} isFlush>
      <RecentPanel
        label={title}
        rows={reports}
        height={HEIGHT_PX}
        empty={<EmptyState icon={IconFileCheck} title={empty} />}
      >
        {(report) => <ReportRow key={report.id} report={report} badge={badgeOf?.(report)} />}
      </RecentPanel>
    </SectionCard>
  )
}
