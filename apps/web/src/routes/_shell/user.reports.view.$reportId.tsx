import { createFileRoute } from '@tanstack/react-router'
import { AccessHistory } from '../../features/activity/access-history.tsx'
import { ReportPage } from '../../features/reports/detail/report-page.tsx'
import { requirePermission } from '../../lib/guards.ts'
import { readWholeNumber } from '../../lib/search-params.ts'

export const Route = createFileRoute('/_shell/user/reports/view/$reportId')({
  beforeLoad: requirePermission('reports:view'),
  /** An earlier version of the report; the current one has no number in the address. */
  validateSearch: (search): { version?: number | undefined } => ({
    version: readWholeNumber(search.version),
  }),
  component: () => <ReportPage renderHistory={(id) => <AccessHistory type="report" id={id} />} />,
})
