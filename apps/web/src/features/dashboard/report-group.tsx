import { IconFileCheck } from '@tabler/icons-react'
import type { ReportGroup } from '@zelab/contract'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { formatCount } from '../../lib/format.ts'
import { RecentPanel } from './recent-panel.tsx'
import { ReportRow } from './recent-reports.tsx'

/** Four and a half rows; the cut row shows that there are more. */
const HEIGHT_PX = 272

interface ReportGroupCardProps {
  title: string
  subtitle: string
  group: ReportGroup | null | undefined
  empty: string
}

export function ReportGroupCard({ title, subtitle, group, empty }: ReportGroupCardProps) {
  const count = group && `${formatCount(group.total)}${group.isEstimate ? '+' : ''}`
  return (
    <SectionCard title={count ? `${title} (${count})` : title} subtitle={subtitle} isFlush>
      <RecentPanel
        label={title}
        rows={group?.reports}
        height={HEIGHT_PX}
        empty={<EmptyState icon={IconFileCheck} title={empty} />}
        render={(report) => <ReportRow key={report.id} report={report} />}
      />
    </SectionCard>
  )
}
