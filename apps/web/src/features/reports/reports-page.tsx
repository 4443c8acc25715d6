import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { DEFAULT_PAGE } from '@zelab/contract/limits'
import { reportsQuery } from '../../lib/queries/reports.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PaginationBar } from '../../ui/pagination-bar.tsx'
import { Surface } from '../../ui/surface.tsx'
import { ReportFilterBar } from './report-filter-bar.tsx'
import type { ReportSearch } from './report-search.ts'
import { reportFiltersOf } from './report-search.ts'
import { ReportTable } from './report-table.tsx'

/** The reports list. Type, order and page live in the address, so that coming back finds them again. */
export function ReportsPage() {
  const search = useSearch({ from: '/_shell/user/reports/' })
  const navigate = useNavigate()
  const query = useQuery(reportsQuery(reportFiltersOf(search)))
  const { data: answer, error, isPlaceholderData, isFetching, refetch } = query
  const go = (change: (present: ReportSearch) => ReportSearch) =>
    void navigate({ to: '/user/reports', search: change, resetScroll: false })

  return (
    <>
      <PageHeader title="Medical Reports" subtitle="View and manage all patient reports" />
      <Surface label="Reports">
        <ReportFilterBar
          search={search}
          count={error ? undefined : (answer?.pagination?.totalItems ?? answer?.data.length)}
          onChange={go}
        />
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <>
            <ReportTable
              rows={answer?.data}
              isStale={isPlaceholderData}
              isFiltered={search.reportTypeId !== undefined}
            />
            <PaginationBar
              page={answer?.pagination.page ?? search.page ?? DEFAULT_PAGE}
              pageCount={answer?.pagination.totalPages ?? 1}
              onPageChange={(page) => go((present) => ({ ...present, page }))}
            />
          </>
        )}
      </Surface>
    </>
  )
}
