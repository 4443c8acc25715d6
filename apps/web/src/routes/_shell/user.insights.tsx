import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { readInsightSearch } from '../../features/insights/insight-search.ts'
import { InsightsPage } from '../../features/insights/insights-page.tsx'
import { useUsesCritical, useUsesTwoPersons } from '../../lib/app-data-store.ts'
import { requirePermission } from '../../lib/guards.ts'
import type { InsightFilters } from '../../lib/queries/insights.ts'

const CriticalTimesCard = lazy(async () => ({
  default: (await import('../../features/critical/critical-times.tsx')).CriticalTimesCard,
}))

function CriticalTimes(props: { filters: InsightFilters }) {
  return useUsesCritical() ? (
    <Suspense fallback={null}>
      <CriticalTimesCard {...props} />
    </Suspense>
  ) : null
}

const AloneReleasesCard = lazy(async () => ({
  default: (await import('../../features/release/alone-card.tsx')).AloneReleasesCard,
}))

function AloneReleases(props: { filters: InsightFilters }) {
  return useUsesTwoPersons() ? (
    <Suspense fallback={null}>
      <AloneReleasesCard {...props} />
    </Suspense>
  ) : null
}

export const Route = createFileRoute('/_shell/user/insights')({
  beforeLoad: requirePermission('insights:view'),
  validateSearch: readInsightSearch,
  component: () => (
    <InsightsPage
      renderQuality={(filters) => (
        <>
          <CriticalTimes filters={filters} />
          <AloneReleases filters={filters} />
        </>
      )}
    />
  ),
})
