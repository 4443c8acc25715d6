import type { Insights } from '@zelab/contract'
import { StatCard, StatStrip } from '../../ui/layout/stat-card.tsx'
import * as texts from './texts.ts'

const openedShare = ({ reports, opened }: Insights['totals']) =>
  reports === 0 ? texts.noneHint : texts.openedHint(Math.floor((opened / reports) * 100))

/** The period in four numbers; undefined while loading. */
export function MetricTiles({ totals }: { totals: Insights['totals'] | undefined }) {
  return (
    <StatStrip label={texts.figures}>
      <StatCard title={texts.published} value={totals?.reports} subtext={texts.publishedHint} />
      <StatCard title={texts.registered} value={totals?.patients} subtext={texts.publishedHint} />
      <StatCard
        title={texts.opened}
        value={totals?.opened}
        subtext={totals ? openedShare(totals) : texts.publishedHint}
      />
      <StatCard
        title={texts.unopened}
        value={totals && totals.reports - totals.opened}
        subtext={texts.unopenedHint}
      />
    </StatStrip>
  )
}
