import { createFileRoute } from '@tanstack/react-router'
import type { InsightSearch } from '../../features/insights/insight-search.ts'
import { InsightsPage } from '../../features/insights/insights-page.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/insights')({
  beforeLoad: requirePermission('insights:view'),
  // The page reads it (readInsightSearch): what does so comes with the charts and not with the first download.
  validateSearch: (search) => search as InsightSearch,
  component: InsightsPage,
})
