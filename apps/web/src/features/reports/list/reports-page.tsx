import { IconFileText, IconTags } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { defaultPageSize } from '../../../lib/brand.ts'
import { withFilter, withSortToggled } from '../../../lib/search-params.ts'
import { useCan } from '../../../lib/session-store.ts'
import { reportsExportAddress, reportsQuery } from '../../../entities/report/queries.ts'
import { usePreferences, useUpdatePreferences } from '../../../lib/queries/preferences.ts'
import { PublishedNotice } from '../../../entities/report/published-notice.tsx'
import { ExportLink } from '../../../ui/actions/export-link.tsx'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { ReportFilterBar } from './report-filter-bar.tsx'
import type { ReportSearch } from './report-search.ts'
import { hasReportFilter, readReportSearch, reportFiltersOf } from './report-search.ts'
import { ReportTable } from './report-table.tsx'
import * as texts from '../texts.tsx'
import { REPORT_LIST_COLUMNS } from '@zelab/contract/limits'
import { TableMenu } from '../../../ui/table/table-menu.tsx'

export function ReportsPage() {
  const search = useSearch({ from: '/_shell/user/reports/' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const may = useCan()
  const { reportColumns } = usePreferences()
  const filters = reportFiltersOf(search)
  const list = useQuery(reportsQuery(filters))
  const { data: answer, error } = list
  const pageSize = search.limit ?? defaultPageSize()
  const go = (change: (present: ReportSearch) => ReportSearch, replace = false) =>
    void navigate({
      to: '/user/reports',
      search: (present) => change(readReportSearch({ ...present })),
      replace,
      resetScroll: false,
    })

  return (
    <>
      <PageHeader
        title={texts.medicalReports}
        subtitle={texts.reportsSubtitle}
        actions={
          <>
            <ManageTypesLink />
            {may('reports:publish') && (
              <ExportLink address={reportsExportAddress(filters)} fileName="reports.csv" />
            )}
            <ReportTableMenu />
          </>
        }
      />
      <PublishedNotice />
      <Sheet>
        <ReportFilterBar search={search} found={error ? undefined : answer?.pagination} onChange={go} />
        <PagedList
          query={list}
          hasOwnCount
          nothing={
            <EmptyState
              icon={IconFileText}
              title={texts.noReportsFound}
              description={hasReportFilter(search) ? texts.noneOfTheseFilters : undefined}
            />
          }
          onPageChange={(next) => go((present) => ({ ...present, page: next }))}
          onPageIntent={(next) =>
            void client.prefetchQuery(reportsQuery(reportFiltersOf({ ...search, page: next })))
          }
          pageSize={{
            value: pageSize,
            onChange: (limit) => go((present) => withFilter(present, { limit })),
          }}
        >
          {(shown) => (
            <ReportTable
              {...shown}
              titleOrder={search.sortBy && filters.sortOrder}
              dateOrder={search.sortBy ? undefined : (search.sortOrder ?? 'desc')}
              onToggleTitleOrder={() => go((present) => withSortToggled(present, 'title'))}
              visibleColumns={reportColumns}
            />
          )}
        </PagedList>
      </Sheet>
    </>
  )
}

/** For roles that manage report types without access to the settings, where an Admin finds them. */
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

const HEADERS = {
  title: texts.reportTitle,
  patient: texts.patient,
  reportType: texts.reportType,
  uploadedBy: texts.uploadedBy,
  uploadDate: texts.uploadDate,
} as const

function ReportTableMenu() {
  const { reportColumns } = usePreferences()
  const update = useUpdatePreferences()
  return (
    <TableMenu
      columns={REPORT_LIST_COLUMNS.map((id) => ({ id, header: HEADERS[id] }))}
      visible={reportColumns ?? REPORT_LIST_COLUMNS}
      onChange={(columns) => update.mutate({ reportColumns: columns })}
    />
  )
}
