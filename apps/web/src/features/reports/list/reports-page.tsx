import { IconTags } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { DEFAULT_PAGE } from '@zelab/contract/limits'
import { useCan } from '../../../lib/permissions.ts'
import { reportsExportAddress, reportsQuery } from '../../../lib/queries/reports.ts'
import { DensityToggle } from '../../../ui/table/density-toggle.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { ExportLink } from '../../../ui/actions/export-link.tsx'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { PaginationBar } from '../../../ui/table/pagination-bar.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { ReportFilterBar } from './report-filter-bar.tsx'
import type { ReportSearch } from './report-search.ts'
import { readReportSearch, reportFiltersOf } from './report-search.ts'
import { ReportTable } from './report-table.tsx'
import * as texts from '../texts.tsx'

/** The reports list. Type, order and page live in the address, so that coming back finds them again. */
export function ReportsPage() {
  // Read once more: the router hands over what the route did not ask for, too.
  const search = readReportSearch(useSearch({ from: '/_shell/user/reports/' }))
  const navigate = useNavigate()
  const client = useQueryClient()
  const may = useCan()
  const filters = reportFiltersOf(search)
  const query = useQuery(reportsQuery(filters))
  const { data: answer, error, isPlaceholderData, isFetching, refetch } = query
  // A page past the end shows the last one, and the server says which that is.
  const page = answer?.pagination?.page ?? search.page ?? DEFAULT_PAGE
  const go = (change: (present: ReportSearch) => ReportSearch) =>
    void navigate({
      to: '/user/reports',
      search: (present) => readReportSearch({ ...change(readReportSearch(present)) }),
      resetScroll: false,
    })

  return (
    <>
      <PageHeader
        title={texts.medicalReports}
        subtitle={texts.reportsSubtitle}
        actions={
          <>
            <DensityToggle />
            <ManageTypesLink />
            {may('reports:publish') && (
              <ExportLink address={reportsExportAddress(filters)} fileName="reports.csv" />
            )}
          </>
        }
      />
      <Sheet>
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
              page={page}
              pageCount={answer?.pagination?.totalPages}
              onPageChange={(next) => go((present) => ({ ...present, page: next }))}
              onPageIntent={(next) =>
                void client.prefetchQuery(reportsQuery(reportFiltersOf({ ...search, page: next })))
              }
            />
          </>
        )}
      </Sheet>
    </>
  )
}

/** For those who may rename and delete types; the Admin finds them in the settings. */
function ManageTypesLink() {
  const may = useCan()
  if (!may('reports:edit')) return null
  return (
    <ButtonLink
      to="/user/settings/report-types"
      variant="default"
      leftSection={<IconTags size={16} stroke={1.75} />}
    >
      {texts.manageReportTypes}
    </ButtonLink>
  )
}
