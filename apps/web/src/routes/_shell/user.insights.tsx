import { createFileRoute } from '@tanstack/react-router'
import { readInsightSearch } from '../../features/insights/insight-search.ts'
import { InsightsPage } from '../../features/insights/insights-page.tsx'
import { requirePermission } from '../../lib/guards.ts'

export const Route = createFileRoute('/_shell/user/insights')({
  beforeLoad: requirePermission('insights:view'),
  validateSearch: readInsightSearch,
  component: InsightsPage,
})
